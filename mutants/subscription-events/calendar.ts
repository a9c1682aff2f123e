import { named } from "../named.ts";
import type { Replace } from "../mutant.ts";
import { billing, DAY, timing, withoutEvents } from "../shared/billing.ts";

/** Removes one event from renewals that are due at some time. */
const withoutEvent = (type: string, isThen: (due: Date) => boolean): Replace =>
  timing("due", (effects, _context, subscription) =>
    subscription !== undefined && isThen(new Date(subscription.periodEnd))
      ? withoutEvents(effects, type)
      : effects,
  );

const isLeapDay = (due: Date): boolean => due.getUTCMonth() === 1 && due.getUTCDate() === 29;

export const mutants = named({
  "renewal-untold-in-january": {
    violates: ["subscription-events/billed-at-the-period-end-across-months"],
    summary: "Renewals in January are not reported.",
    replace: withoutEvent("subscription.updated", (due) => due.getUTCMonth() === 0),
  },
  "renewal-untold-on-leap-days": {
    violates: ["subscription-events/billed-at-the-period-end-across-months"],
    summary: "Renewals on 29 February are not reported.",
    replace: withoutEvent("subscription.updated", isLeapDay),
  },
  "renewal-payment-untold-on-leap-days": {
    violates: ["subscription-events/billed-at-the-period-end-across-months"],
    summary: "The payments of renewals on 29 February are not reported.",
    replace: withoutEvent("payment.completed", isLeapDay),
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
});
