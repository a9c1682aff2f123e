import { STATES } from "./billing.ts";

/** What is asked of a subscription, or what time does to it. */
export type Act = "pause" | "resume" | "schedule" | "cancel" | "retry" | "advance";

/** What is known of a subscription before an act. */
export interface Known {
  readonly status: string;
  /** The word that pauses lead to, once one was seen; it is open. */
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
  /** Whether a word that the document does not name is possible, too: that of the paused state, which nobody has seen yet. */
  readonly others: boolean;
}

export const allows = ({ states, others }: Allowed, state: string): boolean =>
  states.includes(state) || (others && !STATES.includes(state));

/**
 * The states in which a subscription may be once an act has settled (§3): those that the documented moves lead to, and at
 * states from which no move is shown, any documented one, the paused one included. Null allows every word.
 */
export function statesAfter(act: Act, accepted: boolean, known: Known): Allowed | null {
  const { status, pausedWord } = known;
  const only = (...states: readonly string[]): Allowed => ({ states, others: false });
  const paused = pausedWord !== null && status === pausedWord;
  // A refusal leaves no trace, and an ended subscription does not come back.
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
      // The word is open, and so is whether it is one: a flag beside another status is permitted.
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
