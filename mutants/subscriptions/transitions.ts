import type { Mutant } from "../mutant.ts";
import { billing } from "../shared/billing.ts";

/** Mutants of the rules that `suites/subscriptions/transitions.ts` judges. */
export const subscriptionsTransitionsMutants: readonly Mutant[] = [
  {
    id: "subscription-unpaid-when-settled",
    violates: ["subscriptions/moves-as-documented"],
    summary: "A settled debt leaves the subscription unpaid.",
    subtle: true,
    replace: (parts) => billing(parts, ({ statuses }) => ({ statuses: { ...statuses, settled: "unpaid" } })),
  },
];
