import { STATES } from "./billing.ts";

/** A request for a subscription, or the passing of time. */
export type Act = "pause" | "resume" | "schedule" | "cancel" | "retry" | "advance";

/** The known state of a subscription before an act. */
export interface Known {
  readonly status: string;
  /** The status of a paused subscription, once observed; it is open. */
  readonly pausedWord: string | null;
  /** Whether the customer's payments go through. */
  readonly pays: boolean;
  /** Whether a cancellation was scheduled, or a pause accepted that shows in no word: time may end what is active then. */
  readonly mayEnd: boolean;
  /** Whether a debt can be that of several cycles: which of them one retry settles is not shown. */
  readonly mayOweMore: boolean;
}

/** Where an act may lead. */
export interface Allowed {
  readonly states: readonly string[];
  /** Whether an undocumented status is possible, too: that of the paused state, before it has been observed. */
  readonly others: boolean;
}

export const allows = ({ states, others }: Allowed, state: string): boolean =>
  states.includes(state) || (others && !STATES.includes(state));

/**
 * The possible states of a subscription once an act has settled (§3): the results of the documented transitions; from a state
 * without a documented transition, any documented state, including the paused one. Null permits any text.
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
      // The status is open, and so is whether there is one: a flag next to another status is permitted.
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
