import { type Mutant, mutant } from "../mutant.ts";
import { billing } from "../shared/billing.ts";

/** Mutants of the rules that `suites/subscriptions/transitions.ts` judges. */
export const subscriptionsTransitionsMutants: readonly Mutant[] = [
  mutant(
    {
      id: "subscription-unpaid-when-settled",
      violates: "subscriptions/moves-as-documented",
      summary: "A settled debt leaves the subscription unpaid.",
      subtle: true,
    },
    (parts) => billing(parts, ({ statuses }) => ({ statuses: { ...statuses, settled: "unpaid" } })),
  ),
];
