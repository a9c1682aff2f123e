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
}

/**
 * The states in which a subscription may be once an act has settled (§3): those that the documented moves lead to, and at
 * states from which no move is shown, any documented one. Null allows every word.
 */
export function statesAfter(act: Act, accepted: boolean, known: Known): readonly string[] | null {
  const { status, pausedWord } = known;
  const paused = pausedWord !== null && status === pausedWord;
  // A refusal leaves no trace, and an ended subscription does not come back.
  if (status === "canceled") return ["canceled"];
  if (!accepted) return act === "advance" ? null : [status];
  const named = [...STATES.filter((state) => state !== "trialing" || status === "trialing"), status];
  switch (act) {
    case "cancel":
      return ["canceled"];
    case "schedule":
      return status === "active" ? ["active"] : named;
    case "pause":
      // The word is open, and so is whether it is one: a flag beside another status is permitted.
      return null;
    case "resume":
      return paused ? named.filter((state) => state !== pausedWord) : named;
    case "retry":
      return known.pays && (status === "past_due" || status === "unpaid") ? ["active"] : named;
    case "advance":
      return status === "active" && known.pays ? ["active", "canceled"] : named;
  }
}
