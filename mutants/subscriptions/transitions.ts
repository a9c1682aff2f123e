import { named, part } from "../mutant.ts";

export const mutants = named({
  "subscription-unpaid-when-settled": {
    violates: ["subscriptions/moves-as-documented"],
    summary: "A settled debt leaves the subscription unpaid.",
    replace: part(["billing", "statuses"], () => ({ settled: "unpaid" as const })),
  },
});
