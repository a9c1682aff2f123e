import { named } from "../named.ts";
import { billing, DAY } from "../shared/billing.ts";

export const mutants = named({
  "billing-late-after-short-months": {
    violates: ["subscription-events/billed-at-the-period-end-across-months"],
    summary: "A period that ends on another day of the month than it began is billed three days late.",
    subtle: true,
    replace: billing(({ dueDate }) => ({
      dueDate: (one) => {
        const clamped = new Date(one.periodEnd).getUTCDate() !== new Date(one.anchor).getUTCDate();
        return dueDate(one) + (clamped ? 3 * DAY : 0);
      },
    })),
  },
});
