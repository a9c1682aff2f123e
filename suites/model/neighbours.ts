/**
 * What the document says of a subscription at one step of a world of several, whatever happened before (§3, §4.8, §4.9, §6.1). Where it is
 * silent, everything is permitted.
 */
import { EVENT_NAMES, explains, PROMISED, STATES, type Transition } from "./billing.ts";

/** What is known of a subscription before a step. Times are epoch ms. */
export interface Before {
  readonly status: string | null;
  /** The time of its clock. */
  readonly now: number;
  /** When its current period is billed, as the target reports it; null if that is unknown or past. */
  readonly due: { readonly first: number; readonly last: number } | null;
  readonly cancelAt: number | null;
  /** Whether a pause was accepted and no resumption since. The document does not say what time does to it. */
  readonly isPaused: boolean;
  /** Whether the invoice of the current period was voided, or settled before its day. */
  readonly isSettledAhead: boolean;
  /** Whether its customer's next payment succeeds; null if that is unknown. */
  readonly pays: boolean | null;
  /** Whether it owes one period at most, for certain. */
  readonly owesOne: boolean;
  readonly owesNothing: boolean;
}

/** What happens to a subscription at a step. */
export type Occurrence =
  /** The step concerns others. */
  | { readonly do: "nothing" }
  | {
      readonly do: "pause" | "resume" | "schedule" | "retry" | "quantity" | "void" | "pay";
      readonly accepted: boolean;
    }
  /** `issued`: whether the invoice of its next cycle is issued, and neither paid nor voided. */
  | { readonly do: "cancel"; readonly accepted: boolean; readonly issued: boolean }
  /** Its clock moves. */
  | { readonly do: "advance"; readonly to: number };

export interface Expected {
  /** Events that arrive. */
  readonly must: readonly string[];
  /** Further events that may arrive. */
  readonly may: readonly string[];
  /** Events that do not arrive, although any other may. */
  readonly never?: readonly string[];
  /** The permitted statuses; null permits any. */
  readonly states: readonly string[] | null;
  /** Whether its period and the date of its cancellation stay the same. */
  readonly isKept: boolean;
  /** Whether it still has a date of cancellation. */
  readonly isStillEnding?: boolean;
  /** A time after which its cancellation is due, epoch ms. */
  readonly endsAfter?: number;
}

const DAY = 86_400_000;
/** Less than a period after the due date, and more than the time by which an advance exceeds one. */
const WITHIN = 20 * DAY;

/** The events of a payment that is requested. */
const OF_DEBTS = ["invoice.paid", "invoice.voided", "payment.completed", "payment.failed"];

/** Further events of an invoice that is paid through its link. */
const OF_LINKS = EVENT_NAMES.filter((name) => explains("paid by link", name));

const OPEN: Expected = { must: [], may: EVENT_NAMES, states: null, isKept: false };

export function expectedOf(what: Occurrence, before: Before): Expected {
  const { status, isPaused } = before;
  const isOwing = status === "unpaid" || status === "past_due";
  const unchanged: Expected = {
    must: [],
    may: [],
    states: status === null ? null : [status],
    isKept: true,
  };
  if (what.do === "nothing") return unchanged;
  // What it owed may be requested further.
  if (status === "canceled") return { ...unchanged, isKept: false, may: before.owesNothing ? [] : OF_DEBTS };
  if (what.do === "advance") return advanced(what.to, before, unchanged);
  // A retry that is refused may have requested the payment.
  if (!what.accepted) return what.do === "retry" ? { ...OPEN, states: unchanged.states } : unchanged;
  // Nothing documented takes a scheduled cancellation back.
  const isStillEnding = before.cancelAt !== null;
  const by = (transition: Transition, states: Expected["states"]): Expected => ({
    must: PROMISED[transition],
    may: EVENT_NAMES.filter((name) => explains(transition, name)),
    states,
    isKept: false,
  });
  switch (what.do) {
    case "pause":
      return isPaused ? OPEN : by("paused", null);
    case "resume":
      return isPaused ? { ...by("resumed", null), isStillEnding } : OPEN;
    case "schedule":
      return isPaused || before.cancelAt !== null
        ? { ...OPEN, states: unchanged.states }
        : {
            ...by("cancellation scheduled", unchanged.states),
            ...(status === "active" ? { endsAfter: before.now - DAY } : {}),
          };
    case "cancel": {
      const ended = by("canceled immediately", ["canceled"]);
      // A payment may be in progress.
      if (isOwing) return { ...ended, may: EVENT_NAMES };
      // What a pause does to an issued invoice is open.
      const removesCycle = what.issued && status === "active" && !isPaused;
      return removesCycle ? { ...ended, must: [...ended.must, ...PROMISED.voided] } : ended;
    }
    case "retry": {
      const settles = isOwing && before.pays === true && before.owesOne;
      return settles ? by("retried", ["active"]) : OPEN;
    }
    case "quantity":
      return { ...unchanged, isKept: false, isStillEnding };
    case "pay": {
      // The document does not say whether the payment of what is owed activates the subscription.
      const settles = isOwing && before.owesOne && !isPaused;
      return settles ? { ...by("paid by link", null), may: [...OF_LINKS, ...PROMISED.retried] } : OPEN;
    }
    case "void":
      return OPEN;
  }
}

/** Whether the document says that a request about it succeeds (§3, §4.9). */
export function isPromised(what: Occurrence, before: Before): boolean {
  const { status, isPaused, cancelAt, pays, owesOne } = before;
  const isDocumented = status !== null && STATES.includes(status);
  switch (what.do) {
    case "pause":
      return isDocumented && status !== "canceled" && !isPaused;
    case "resume":
      // Time may have ended a pause that is shown as a flag.
      return isPaused && status !== null && !isDocumented;
    case "schedule":
      return status === "active" && !isPaused && cancelAt === null;
    case "cancel":
      return status !== null && status !== "canceled";
    case "retry":
      return (status === "unpaid" || status === "past_due") && !isPaused && pays === true && owesOne;
    case "nothing":
    case "advance":
    case "quantity":
    case "void":
    case "pay":
      return false;
  }
}

/** What the passing of time does to a subscription on that clock. */
function advanced(to: number, before: Before, unchanged: Expected): Expected {
  const { status, due, cancelAt, isPaused, pays } = before;
  if (isPaused) return OPEN;
  if (cancelAt !== null) {
    if (isOver(cancelAt, to)) {
      const ended: Expected = { ...OPEN, must: PROMISED["canceled when due"], states: ["canceled"] };
      // The cycle after it is not billed.
      const isNext = due !== null && cancelAt <= due.last && status === "active";
      return isNext && before.owesNothing && !before.isSettledAhead
        ? { ...ended, may: EVENT_NAMES.filter((name) => explains("canceled when due", name)) }
        : ended;
    }
    const isBefore = to < cancelAt - DAY && (status === "active" || status === "trialing");
    return isBefore ? { ...OPEN, states: STATES.filter((state) => state !== "canceled") } : OPEN;
  }
  if (due === null || (status !== "active" && status !== "trialing")) return OPEN;
  if (to < due.first - DAY)
    return { ...unchanged, may: before.isSettledAhead ? EVENT_NAMES : ["invoice.finalized"] };
  if (!isOver(due.last, to) && !(pays === false && to >= due.last)) return OPEN;
  // The document does not say which status follows a trial. Only a debt is activated.
  if (status === "trialing") {
    const isPaid = pays === true && before.owesNothing;
    return {
      ...OPEN,
      ...(isPaid ? { never: ["subscription.activated"] } : {}),
      states: STATES.filter((state) => state !== "trialing"),
    };
  }
  if (before.isSettledAhead || pays === null) return OPEN;
  if (pays === false)
    // An automatic retry may follow.
    return to > due.last + WITHIN
      ? OPEN
      : { ...OPEN, must: PROMISED.declined, states: isOver(due.last, to) ? null : ["past_due"] };
  const isOne = to < due.first + WITHIN;
  return {
    must: PROMISED.renewed,
    may: isOne ? EVENT_NAMES.filter((name) => explains("renewed", name)) : EVENT_NAMES,
    states: ["active"],
    isKept: false,
  };
}

/** Whether a date has passed in every reading of the day and its zone. */
const isOver = (date: number, now: number): boolean => now >= date + DAY;
