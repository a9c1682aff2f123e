import { allocations } from "../../emulator/areas/connect/records.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { alsoRefusing, connectPart, reversing } from "../connect/parts.ts";
import { named } from "../named.ts";
import { isOld } from "../shared/older.ts";

export const mutants = named({
  "reversal-knows-ten-allocations": {
    violates: ["reversals/accepted-after-others"],
    summary: "Only the last ten allocations of a marketplace can be reversed.",
    subtle: true,
    replace: connectPart("reversals", (usual) =>
      alsoRefusing(usual, ({ state, command }) =>
        isOld(state.find(allocations, "owner", ownerOf(command.caller)), command.params["allocationId"] ?? "")
          ? { answer: usual.unknown() }
          : undefined,
      ),
    ),
  },
  "reversal-counts-by-vendor": {
    violates: ["reversals/remainders-are-separate"],
    summary: "A reversal also lowers what remains of the vendor's other allocations.",
    subtle: true,
    replace: (parts) => {
      const reversed = new Map<string, number>();
      return reversing(({ remaining, total }) => ({
        remaining: (allocation) =>
          remaining(allocation) - ((reversed.get(allocation.vendor) ?? 0) - allocation.reversed),
        total: (allocation, amount) => {
          reversed.set(allocation.vendor, (reversed.get(allocation.vendor) ?? 0) + amount);
          return total(allocation, amount);
        },
      }))(parts);
    },
  },
});
