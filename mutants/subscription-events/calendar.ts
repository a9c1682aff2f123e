import { type Mutant, named } from "../mutant.ts";
import { billing, DAY } from "../shared/billing.ts";
import { type Cause, eventFaults, timer } from "../faults/events.ts";
import { where } from "../faults/fields.ts";

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

export const mutants: readonly Mutant[] = [
  missing("subscription.updated", inJanuary),
  missing("subscription.updated", onLeapDay),
  missing("payment.completed", onLeapDay),
  ...named({
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
