import { scopeOf } from "../../emulator/kernel/idempotency.ts";
import { lastWriterWins, reservedLate, transacting } from "../connect/races.ts";
import { named, part } from "../mutant.ts";

export const mutants = named({
  "allocation-race-loses-credits": {
    violates: ["allocations/concurrent-distinct-keys-all-count"],
    summary: "Only the last of simultaneous allocations is credited.",
    socket: true,
    replace: (parts) => transacting(["createAllocation"], lastWriterWins())(parts),
  },
  "allocation-key-reserved-late": {
    violates: ["allocations/concurrent-same-key-credits-once"],
    summary: "A key is recorded only after its request, and two simultaneous requests both credit.",
    socket: true,
    replace: (parts) => {
      const late = reservedLate(scopeOf);
      const changed = transacting(["createAllocation"], late.transact)(parts);
      return part(["connect", "allocations", "idempotency"], () => ({ scope: late.scope }))(changed);
    },
  },
});
