import { STATES } from "./billing.ts";

/** An operation on a subscription, or the passing of time. */
export type Act = "pause" | "resume" | "schedule" | "cancel" | "retry" | "advance";

/** The known state of a subscription before an operation. */
export interface Known {
  readonly status: string;
  /** The observed status of a paused subscription, which the document does not name. */
  readonly pausedWord: string | null;
  /** Whether the customer's payments succeed. */
  readonly pays: boolean;
  /**
   * Whether a cancellation was scheduled, or a pause was accepted that does not change the status. Then time may end an active
   * subscription.
   */
  readonly mayEnd: boolean;
  /** Whether there may be a debt of several cycles. The document does not say which of them one retry settles. */
  readonly mayOweMore: boolean;
}

/** The permitted states after an operation. */
export interface Allowed {
  readonly states: readonly string[];
  /** Whether an undocumented status is permitted as well: that of the paused state, if it has not been observed yet. */
  readonly others: boolean;
}

export const allows = ({ states, others }: Allowed, state: string): boolean =>
  states.includes(state) || (others && !STATES.includes(state));

/**
 * The permitted states of a subscription once an operation has settled (§3): the results of the documented transitions. If a state has no
 * documented transition, every documented state and the paused one. Null permits any status.
 */
export function statesAfter(act: Act, accepted: boolean, known: Known): Allowed | null {
  const { status, pausedWord } = known;
  const only = (...states: readonly string[]): Allowed => ({ states, others: false });
  const paused = pausedWord !== null && status === pausedWord;
  // A refusal has no effect, and an ended subscription stays ended.
  if (status === "canceled") return only("canceled");
  if (!accepted) return act === "advance" ? null : only(status);
  const named = [...STATES.filter((state) => state !== "trialing" || status === "trialing"), status];
  const any: Allowed = {
    states: pausedWord === null ? named : [...named, pausedWord],
    others: pausedWord === null,
  };
  switch (act) {
    case "cancel":
      return only("canceled");
    case "schedule":
      return status === "active" ? only("active") : any;
    case "pause":
      // The document does not name the paused status. It may even be a flag next to another status.
      return null;
    case "resume":
      return paused ? only(...named.filter((state) => state !== pausedWord)) : any;
    case "retry":
      return known.pays && !known.mayOweMore && (status === "past_due" || status === "unpaid")
        ? only("active")
        : any;
    case "advance":
      if (status !== "active" || !known.pays) return any;
      return known.mayEnd ? only("active", "canceled") : only("active");
  }
}
