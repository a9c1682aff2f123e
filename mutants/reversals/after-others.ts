import { named, perEmulator } from "../mutant.ts";
import { connectPart } from "../connect/parts.ts";
import { forgetting } from "../faults/forgetting.ts";

export const mutants = named({
  "reversal-knows-ten-allocations": {
    violates: ["reversals/accepted-after-others"],
    summary: "Only the last ten allocations of a marketplace can be reversed.",
    wrap: forgetting(
      { creator: "createAllocation", user: "createAllocationReversal", relation: "named in the path" },
      10,
    ),
  },
  "reversal-counts-by-vendor": {
    violates: ["reversals/remainders-are-separate"],
    summary: "A reversal also lowers what remains of the vendor's other allocations.",
    replace: perEmulator(() => {
      const reversed = new Map<string, number>();
      return connectPart("reversals", ({ remaining, total }) => ({
        remaining: (allocation) =>
          remaining(allocation) - ((reversed.get(allocation.vendor) ?? 0) - allocation.reversed),
        total: (allocation, amount) => {
          reversed.set(allocation.vendor, (reversed.get(allocation.vendor) ?? 0) + amount);
          return total(allocation, amount);
        },
      }));
    }),
  },
});
