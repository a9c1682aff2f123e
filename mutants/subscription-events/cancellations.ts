import { family, named } from "../named.ts";
import {
  acting,
  canceling,
  type Change,
  DAY,
  withoutEvents,
  isIn,
  later,
  timing,
  withEventMember,
  type When,
} from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";
import { ofFirst } from "./parts.ts";

const CANCELED = "subscription.canceled";

const isPaused: When = ({ pausedFrom }) => pausedFrom !== null;

const notEmitted: Change = (effects) => withoutEvents(effects, CANCELED);

const twice: Change = (effects) => {
  const events = effects.events ?? [];
  return { ...effects, events: [...events, ...events.filter(({ type }) => type === CANCELED)] };
};

export const mutants = named({
  ...occurrenceMutants(CANCELED, {
    "event-canceled-once-when-scheduled": {
      violates: ["subscription-events/canceled-twice-when-scheduled"],
      summary: "A scheduled cancellation is reported only at the request.",
      missing: "cancellationDue",
    },
    "event-canceled-thrice-when-scheduled": {
      violates: ["subscription-events/canceled-twice-when-scheduled"],
      summary: "A cancellation that becomes due is reported twice.",
      extra: "cancellationDue",
    },
    "event-canceled-untold-at-once": {
      violates: ["subscription-events/canceled-when-immediate"],
      summary: "An immediate cancellation is not reported.",
      missing: "canceledImmediately",
    },
    "event-canceled-twice-at-once": {
      violates: ["subscription-events/canceled-once-when-immediate"],
      summary: "An immediate cancellation is reported at the request and as completed.",
      extra: "canceledImmediately",
    },
  }),
  "event-canceled-at-once-when-scheduled": {
    violates: ["subscription-events/canceled-at-scheduling"],
    summary: "A scheduled cancellation is reported with the status canceled.",
    replace: withEventMember(CANCELED, "status", ({ cancellation, subscription }) =>
      cancellation === "scheduled" ? "canceled" : subscription.status,
    ),
  },
  "event-canceled-with-another-date": {
    violates: ["subscription-events/canceled-at-scheduling-agrees-with-cancel-at"],
    summary: "The effectiveDate of a cancellation is three days after its cancelAt.",
    replace: withEventMember(CANCELED, "effectiveDate", (facts, usual) => {
      const date = usual(facts);
      return typeof date === "string" ? later(date, 3) : date;
    }),
  },
  "event-canceled-with-another-date-later": {
    violates: ["subscription-events/canceled-at-scheduling-agrees-with-cancel-at"],
    summary: "From the second period on, the effectiveDate of a cancellation is a day after its cancelAt.",
    replace: withEventMember(CANCELED, "effectiveDate", (facts, usual) => {
      const date = usual(facts);
      return typeof date === "string" && facts.subscription.cycle > 0 ? later(date, 1) : date;
    }),
  },
  "event-canceled-without-effective-date": {
    violates: ["subscription-events/canceled-at-scheduling-has-effective-date"],
    summary: "A scheduled cancellation is reported without its date.",
    replace: withEventMember(CANCELED, "effectiveDate", () => undefined),
  },
  "event-canceled-without-effective-date-unless-active": {
    violates: ["subscription-events/canceled-at-scheduling-has-effective-date"],
    summary: "A scheduled cancellation of a subscription that is not active is reported without its date.",
    replace: withEventMember(CANCELED, "effectiveDate", (facts, usual) =>
      facts.subscription.status === "active" ? usual(facts) : undefined,
    ),
  },
  "event-canceled-still-active-when-due": {
    violates: ["subscription-events/canceled-when-due"],
    summary: "A cancellation that becomes due is reported with the previous status.",
    replace: withEventMember(CANCELED, "status", ({ cancellation, subscription, previous }) =>
      cancellation === "due" ? previous.status : subscription.status,
    ),
  },
  "event-canceled-without-completion": {
    violates: ["subscription-events/canceled-when-due-has-completed-at"],
    summary: "A cancellation that becomes due reports no time.",
    replace: withEventMember(CANCELED, "completedAt", () => undefined),
  },
  "event-canceled-without-completion-unless-active": {
    violates: ["subscription-events/canceled-when-due-has-completed-at"],
    summary: "A cancellation that becomes due reports no time if the subscription was not active.",
    replace: withEventMember(CANCELED, "completedAt", (facts, usual) =>
      facts.previous.status === "active" ? usual(facts) : undefined,
    ),
  },
  "event-canceled-from-canceled": {
    violates: ["subscription-events/canceled-when-due-has-previous-status"],
    summary: "A cancellation that becomes due reports canceled as the previous status.",
    replace: withEventMember(CANCELED, "previousStatus", ({ subscription }) => subscription.status),
  },
  "event-canceled-trial-from-active": {
    violates: ["subscription-events/canceled-when-due-has-previous-status"],
    summary:
      "A cancellation that becomes due reports active as the previous status of a subscription that was not active.",
    replace: withEventMember(CANCELED, "previousStatus", () => "active"),
  },
  "subscription-ends-three-days-early": {
    violates: [
      "subscription-events/canceled-when-due-not-earlier",
      "subscriptions/scheduled-cancel-stays-until-due",
    ],
    summary: "A scheduled cancellation takes effect three days before its date.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      const timers = (acted.effects.timers ?? []).map((change) =>
        change.do === "schedule" && change.timer.kind === "subscription.cancellation"
          ? { ...change, timer: { ...change.timer, at: change.timer.at - 3 * DAY } }
          : change,
      );
      return { ...acted, effects: { ...acted.effects, timers } };
    }),
  },
  ...family<readonly [string, When]>(
    {
      "subscription-trialing-ends-untold": ["trialing", isIn("trialing")],
      "subscription-unpaid-ends-untold": ["unpaid", isIn("unpaid")],
      "subscription-past-due-ends-untold": ["past due", isIn("past_due")],
      "subscription-paused-ends-untold": ["paused", isPaused],
      "subscription-scheduled-ends-untold": ["to be canceled", ({ cancelAt }) => cancelAt !== null],
    },
    ([state, when]) => ({
      violates: ["subscription-events/canceled-when-immediate"],
      summary: `An immediate cancellation of a subscription that is ${state} is not reported.`,
      replace: canceling([true, when], notEmitted),
    }),
  ),
  ...family<readonly [string, When]>(
    {
      "subscription-trialing-ends-twice": ["trialing", isIn("trialing")],
      "subscription-past-due-ends-twice": ["past due", isIn("past_due")],
      "subscription-paused-ends-twice": ["paused", isPaused],
    },
    ([state, when]) => ({
      violates: ["subscription-events/canceled-once-when-immediate"],
      summary: `An immediate cancellation of a subscription that is ${state} is reported twice.`,
      replace: canceling([true, when], twice),
    }),
  ),
  "event-canceled-of-the-first": {
    violates: ["subscription-events/canceled-when-immediate"],
    summary: "A cancellation of a customer's later subscription names the first one.",
    replace: ofFirst(CANCELED),
  },
  "subscription-past-due-ends-past-due": {
    violates: ["subscription-events/canceled-when-immediate"],
    summary: "An immediate cancellation of a past-due subscription is reported with the previous status.",
    replace: withEventMember(CANCELED, "status", (facts, usual) =>
      facts.cancellation === "immediate" && facts.previous.status === "past_due" ? "past_due" : usual(facts),
    ),
  },
  "subscription-past-due-scheduled-untold": {
    violates: ["subscription-events/canceled-at-scheduling"],
    summary: "A scheduled cancellation of a past-due subscription is not reported.",
    replace: canceling([false, isIn("past_due")], notEmitted),
  },
  "subscription-trialing-scheduled-untold": {
    violates: ["subscription-events/canceled-at-scheduling"],
    summary: "A scheduled cancellation of a trial is not reported.",
    replace: canceling([false, isIn("trialing")], notEmitted),
  },
  "subscription-trialing-scheduled-as-active": {
    violates: ["subscription-events/canceled-at-scheduling"],
    summary: "A scheduled cancellation of a trial is reported with the status active.",
    replace: withEventMember(CANCELED, "status", (facts, usual) =>
      facts.cancellation === "scheduled" ? "active" : usual(facts),
    ),
  },
  "event-canceled-untold-when-unsettled": {
    violates: ["subscription-events/canceled-when-due"],
    summary: "A cancellation that becomes due is not reported while a payment is owed.",
    replace: timing("cancellation", (effects, _context, subscription) =>
      ["unpaid", "past_due"].includes(subscription?.status ?? "") ? notEmitted(effects) : effects,
    ),
  },
  "event-canceled-untold-when-paused": {
    violates: ["subscription-events/canceled-when-due"],
    summary: "A cancellation that becomes due is not reported during a pause.",
    replace: timing("cancellation", (effects, _context, subscription) =>
      subscription !== undefined && isPaused(subscription) ? notEmitted(effects) : effects,
    ),
  },
  "event-canceled-untold-when-trialing": {
    violates: ["subscription-events/canceled-when-due"],
    summary: "A cancellation that becomes due is not reported at the end of a trial.",
    replace: timing("cancellation", (effects, _context, subscription) =>
      subscription?.status === "trialing" ? notEmitted(effects) : effects,
    ),
  },
});
