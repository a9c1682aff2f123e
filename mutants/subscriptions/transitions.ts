import { named } from "../named.ts";
import { billing } from "../shared/billing.ts";

export const mutants = named({
  "subscription-unpaid-when-settled": {
    violates: ["subscriptions/moves-as-documented"],
    summary: "A settled debt leaves the subscription unpaid.",
    subtle: true,
    replace: billing(({ statuses }) => ({ statuses: { ...statuses, settled: "unpaid" } })),
  },
});
