import { type Mutant, named } from "../mutant.ts";
import { billing, DAY, type Facts, withEventMember } from "../shared/billing.ts";
import { type Cause, eventFaults, timer } from "../faults/events.ts";
import { where } from "../faults/fields.ts";
import { moved } from "../faults/values.ts";

const ACROSS_MONTHS = "billed-at-the-period-end-across-months";

/** Renewals that are due at some time. */
const renewal = (words: string, isThen: (due: Date) => boolean): Cause =>
  timer(
    "due",
    where(words, ({ subscription }) => isThen(new Date(subscription.periodEnd))),
  );

const inJanuary = renewal("by a renewal in January", (due) => due.getUTCMonth() === 0);
const onLeapDay = renewal(
  "by a renewal on 29 February",
  (due) => due.getUTCMonth() === 1 && due.getUTCDate() === 29,
);
const missing = (event: string, cause: Cause): Mutant =>
  eventFaults(event, "subscription-events/").missingAfter(ACROSS_MONTHS, cause);

const later = where("of a renewal", ({ invoice }: Facts) => (invoice?.cycle ?? 0) > 0);
/** The time of an event is that of its invoice. */
const asIssued = (event: string, name: string): Mutant =>
  eventFaults(event, "subscription-events/").gives(
    name,
    "renewal-times-are-not-of-the-issue",
    moved(-3 * DAY),
    later,
  );

export const mutants: readonly Mutant[] = [
  asIssued("invoice.paid", "paidAt"),
  asIssued("payment.completed", "completedAt"),
  asIssued("subscription.updated", "updatedAt"),
  missing("subscription.updated", inJanuary),
  missing("subscription.updated", onLeapDay),
  missing("payment.completed", onLeapDay),
  ...named({
    "next-billing-after-31-days": {
      violates: ["subscription-events/billed-at-the-period-end-across-months"],
      summary: "The next billing date in `subscription.updated` is 31 days after the start of the period.",
      replace: withEventMember("subscription.updated", "nextBillingDate", ({ subscription }) =>
        new Date(subscription.periodStart + 31 * DAY).toISOString(),
      ),
    },
    "billing-late-after-short-months": {
      violates: ["subscription-events/billed-at-the-period-end-across-months"],
      summary: "A period that ends on another day of the month than it began is billed three days late.",
      replace: billing(({ dueDate }) => ({
        dueDate: (one) => {
          const clamped = new Date(one.periodEnd).getUTCDate() !== new Date(one.anchor).getUTCDate();
          return dueDate(one) + (clamped ? 3 * DAY : 0);
        },
      })),
    },
  }),
];
