import { byId, family, named } from "../named.ts";
import { type Fault, type Mutant, perEmulator } from "../mutant.ts";
import {
  acting,
  billing,
  DAY,
  withoutEvents,
  inventing,
  withEventMember,
  siblingOf,
  stepping,
  timing,
  withoutTimers,
} from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";
import { ACTIVATED, ofFirst } from "./parts.ts";
import { enveloping } from "../shared/envelopes.ts";

const UPDATED = "subscription.updated";

const BILLED = "subscription-events/billed-at-the-period-end";

/** A mutant that stops billing after some steps. */
const stopping = (fault: Omit<Fault, "violates">, kind: "retry" | "activation" | "trialEnd"): Mutant => ({
  ...fault,
  violates: [BILLED],
  replace: timing(kind, (effects) => withoutTimers(effects)),
});

export const mutants = named({
  ...occurrenceMutants(ACTIVATED, {
    "event-activated-on-resumption": {
      violates: ["subscription-events/nothing-ahead-of-the-clock"],
      summary: "A resumption is reported as an activation, too.",
      extra: "resumed",
    },
    "event-activated-on-payment-ahead": {
      violates: ["subscription-events/nothing-ahead-of-the-clock"],
      summary: "A payment through the link activates an active subscription.",
      extra: "linkPaid",
    },
  }),
  ...occurrenceMutants(UPDATED, {
    "event-updated-on-pause": {
      violates: ["subscription-events/nothing-ahead-of-the-clock"],
      summary: "A pause is reported as a renewal, too.",
      extra: "paused",
    },
    "event-updated-on-immediate-cancellation": {
      violates: ["subscription-events/nothing-ahead-of-the-clock"],
      summary: "An immediate cancellation is reported as a renewal, too.",
      extra: "canceledImmediately",
    },
    "event-updated-with-the-reminder": {
      violates: ["subscription-events/nothing-ahead-of-the-clock"],
      summary: "The renewal is reported with the reminder, three days early.",
      extra: "reminder",
    },
  }),
  "event-updated-at-an-unpaid-trial-end": {
    violates: [
      "subscription-events/nothing-ahead-of-the-clock",
      "subscription-events/no-event-of-the-trials-end",
    ],
    summary: "The end of a trial is reported as a renewal, and its payment is not reported.",
    replace: stepping(["trialEndPaid"], () => [UPDATED]),
  },
  "event-updated-twice-later": {
    violates: ["subscription-events/each-renewal-is-told"],
    summary: "Every second renewal in a row is reported with the data of the previous one.",
    replace: perEmulator(() => {
      let before: unknown;
      let count = 0;
      return withEventMember(UPDATED, "currentPeriodEnd", (facts, usual) => {
        count += 1;
        const value = count % 2 === 0 ? before : usual(facts);
        before = value;
        return value;
      });
    }),
  },
  "billing-three-days-late": {
    violates: ["subscription-events/billed-at-the-period-end"],
    summary: "A renewal is billed three days after the stated end of its period.",
    replace: billing(({ dueDate }) => ({ dueDate: (one) => dueDate(one) + 3 * DAY })),
  },
  "renewals-untold-from-the-second-on": {
    violates: ["subscription-events/each-renewal-is-told"],
    summary: "From the second renewal on, no event reports the new period.",
    replace: timing("due", (effects, _context, subscription) =>
      (subscription?.cycle ?? 0) > 0 ? withoutEvents(effects, UPDATED) : effects,
    ),
  },
  "renewals-untold-from-the-seventh-on": {
    violates: ["subscription-events/each-renewal-is-told"],
    summary: "From the seventh renewal on, no event reports the new period.",
    replace: timing("due", (effects, _context, subscription) =>
      (subscription?.cycle ?? 0) >= 6 ? withoutEvents(effects, UPDATED) : effects,
    ),
  },
  "renewals-of-several-untold": {
    violates: [BILLED],
    summary: "No event reports the renewal of a subscription with a quantity above one.",
    replace: timing("due", (effects, _context, subscription) =>
      (subscription?.items[0]?.quantity ?? 1) > 1 ? withoutEvents(effects, UPDATED) : effects,
    ),
  },
  "event-ids-from-orders": {
    violates: ["subscription-events/ids-tell-events-apart"],
    summary: "All events of one order share an id.",
    replace: enveloping("subscription", (event, usual) => {
      const { orderId } = event.data;
      return usual(typeof orderId === "string" ? { ...event, id: `evt_${orderId}` } : event);
    }),
  },
  "event-of-the-trials-end": {
    violates: ["subscription-events/no-event-of-the-trials-end"],
    summary: "The end of a trial is reported by an event of its own.",
    replace: inventing("subscription.trial_ended", "subscription.trial_ending", "trialEndPaid"),
  },
  "event-of-a-quantity-change": {
    violates: ["subscription-events/nothing-on-quantity-change"],
    summary: "A change of quantity is reported as a resumption.",
    replace: stepping(["quantityChanged"], () => ["subscription.resumed"]),
  },
  ...occurrenceMutants("subscription.paused", {
    "event-paused-before-the-request": {
      violates: ["subscription-events/nothing-before-the-request"],
      summary: "A creation reports a pause that was not requested.",
      extra: "createdPaid",
    },
  }),
  "event-updated-for-the-sibling-too": {
    violates: [
      "subscription-events/nothing-for-bystanders",
      "test-clocks/attach-subscription-leaves-siblings",
    ],
    summary: "A clock's renewal is also reported for the customer's other subscription.",
    replace: timing("due", (effects, { state }, subscription) => {
      const other = subscription === undefined ? undefined : siblingOf(state, subscription);
      const more = (effects.events ?? []).filter(({ type }) => other !== undefined && type === UPDATED);
      return {
        ...effects,
        events: [
          ...(effects.events ?? []),
          ...more.map((event) => ({ ...event, data: { ...event.data, subscriptionId: other?.id } })),
        ],
      };
    }),
  },
  "event-past-due-of-the-sibling": {
    violates: ["subscription-events/renewal-names-its-subscription"],
    summary: "A failed renewal is reported for the customer's other subscription.",
    replace: withEventMember(
      "subscription.past_due",
      "subscriptionId",
      ({ state, subscription }) => (siblingOf(state, subscription) ?? subscription).id,
    ),
  },
  ...family(
    {
      "event-past-due-of-the-first": "subscription.past_due",
      "event-payment-failed-of-the-first": "payment.failed",
    },
    (event) => ({
      violates: ["subscription-events/renewal-names-its-subscription"],
      summary: `The ${event} of a customer's later subscription names the first one.`,
      replace: ofFirst(event),
    }),
  ),
  ...byId([
    stopping(
      {
        id: "billing-ends-with-a-retry",
        summary: "A subscription that an automatic retry settles is no longer billed.",
      },
      "retry",
    ),
    stopping(
      {
        id: "billing-ends-with-a-called-retry",
        summary: "A subscription that a called retry settles is no longer billed.",
      },
      "activation",
    ),
    stopping(
      { id: "billing-ends-with-the-trial", summary: "After a trial only the first period is billed." },
      "trialEnd",
    ),
  ]),
  "billing-ends-with-a-resumption": {
    violates: [BILLED],
    summary: "A subscription that was paused is no longer billed.",
    replace: acting("resume", (usual, input) => {
      const acted = usual(input);
      return { ...acted, effects: withoutTimers(acted.effects) };
    }),
  },
});
