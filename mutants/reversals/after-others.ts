import { perEmulator } from "../mutant.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { alsoRefusing, connectPart } from "../connect/parts.ts";
import { named } from "../named.ts";
import { isOld } from "../shared/older.ts";

export const mutants = named({
  "reversal-knows-ten-allocations": {
    violates: ["reversals/accepted-after-others"],
    summary: "Only the last ten allocations of a marketplace can be reversed.",
    replace: alsoRefusing("reversals", ({ state, command, parts }) =>
      isOld(state.find(allocations, "owner", ownerOf(command.caller)), command.params["allocationId"] ?? "")
        ? { answer: parts.reversals.unknown() }
        : undefined,
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
