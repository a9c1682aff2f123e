import { type Mutant, named, perEmulator } from "../mutant.ts";
import {
  billing,
  inventing,
  siblingsOf,
  stepping,
  timing,
  withEventMember,
  withoutTimers,
} from "../shared/billing.ts";
import { enveloping } from "../shared/envelopes.ts";
import { type Cause, eventFaults, request, timer } from "../faults/events.ts";
import { derived, where } from "../faults/fields.ts";
import { DAY } from "../faults/values.ts";
import { activated, always, ofFirst, ofSibling, paused, updated } from "./parts.ts";

const UPDATED = "subscription.updated";
const AHEAD = "nothing-ahead-of-the-clock";
const NAMES = "renewal-names-its-subscription";
const BILLED = "billed-at-the-period-end";

const about = (event: string) => eventFaults(event, "subscription-events/");

/** Renewals after so many others. */
const renewal = (earlier: number): Cause =>
  timer(
    "due",
    where(`by a renewal from cycle ${earlier} on`, ({ subscription }) => subscription.cycle >= earlier),
  );

/** A subscription is no longer billed after its debt was settled by one cause. */
const billingEnds = (only: string, { change }: Cause): Mutant =>
  derived({
    words: "billing ends with",
    sentence: "A subscription is no longer billed after",
    only,
    violates: [`subscription-events/${BILLED}`],
    replace: change(withoutTimers),
  });

export const mutants: readonly Mutant[] = [
  activated.extra(AHEAD, "resumed"),
  activated.extra(AHEAD, "linkPaid"),
  updated.extra(AHEAD, "paused"),
  updated.extra(AHEAD, "canceledImmediately"),
  updated.extra(AHEAD, "reminder"),
  updated.missingAfter("each-renewal-is-told", renewal(1)),
  updated.missingAfter("each-renewal-is-told", renewal(6)),
  updated.missingAfter(
    BILLED,
    timer(
      "due",
      where("by a renewal of several", ({ subscription }) => (subscription.items[0]?.quantity ?? 1) > 1),
    ),
  ),
  paused.extra("nothing-before-the-request", "createdPaid"),
  about("subscription.past_due").gives("subscriptionId", NAMES, ofSibling),
  about("subscription.past_due").gives("subscriptionId", NAMES, ofFirst),
  about("payment.failed").gives("subscriptionId", NAMES, ofFirst),
  billingEnds("an automatic retry", timer("retry", always)),
  billingEnds("a called retry", timer("activation", always)),
  billingEnds("the trial", timer("trialEnd", always)),
  billingEnds("a resumption", request("resume", always)),
  ...named({
    "event-updated-at-an-unpaid-trial-end": {
      violates: [
        "subscription-events/nothing-ahead-of-the-clock",
        "subscription-events/no-event-of-the-trials-end",
      ],
      summary: "The end of a trial is reported as a renewal, and its payment is not reported.",
      replace: stepping(["trialEndPaid"], () => [UPDATED]),
    },
    "event-updated-of-another-customer-every-second-time": {
      violates: ["subscription-events/same-everywhere"],
      summary: "Every second `subscription.updated` names another customer.",
      replace: perEmulator(() => {
        let count = 0;
        return withEventMember(UPDATED, "customerId", (facts, usual) => {
          count += 1;
          return count % 2 === 0 ? "cus_another" : usual(facts);
        });
      }),
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
    "event-updated-for-the-sibling-too": {
      violates: [
        "subscription-events/nothing-for-bystanders",
        "test-clocks/attach-subscription-leaves-siblings",
      ],
      summary: "A clock's renewal is also reported for the customer's other subscription.",
      replace: timing("due", (effects, { state }, subscription) => {
        const other = subscription === undefined ? undefined : siblingsOf(state, subscription)[0];
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
  }),
];
