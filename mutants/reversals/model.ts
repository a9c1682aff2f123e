import { allocations, reversals } from "../../emulator/areas/connect/records.ts";
import { lineOn, outside } from "../../emulator/areas/account/wallets.ts";
import { put } from "../../emulator/kernel/table.ts";
import { acting, changingAnswer, connectPart } from "../connect/parts.ts";
import { named } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

export const mutants = named({
  "reversal-total-forgotten-at-maturity": {
    violates: ["reversals/agrees-with-the-ledger-model"],
    summary: "Once an allocation is available, the running total is that of one reversal alone.",
    replace: changingAnswer("reversals", (body, { state, command, now }) => {
      const allocation = state.get(allocations, command.params["allocationId"] ?? "");
      if (allocation !== undefined && now >= allocation.availableAt) body["reversed_total"] = body["amount"];
    }),
  },
  "reversal-lost-on-its-way": {
    violates: ["reversals/money-is-conserved"],
    summary: "A reversal does not credit the marketplace.",
    replace: connectPart("reversals", () => ({
      lines: ({ pending, available }, vendor) => [
        lineOn(vendor, "pending", -pending),
        lineOn(vendor, "available", -available),
        { account: outside.world, amount: pending + available },
      ],
    })),
  },
  "reversal-leaves-the-last-franc": {
    violates: ["reversals/agrees-with-the-ledger-model"],
    summary: "A vendor cannot return its last franc.",
    replace: connectPart("draws", (draws) => ({
      reach: (held) => Math.max(0, draws.reach(held) - 1),
    })),
  },
  "reversal-third-forgets-the-first": {
    violates: ["reversals/agrees-with-the-ledger-model"],
    summary: "From the third reversal on, the remainder ignores the first one.",
    replace: acting("reversals", (decision, { state, command }) => {
      const id = command.params["allocationId"] ?? "";
      const made = state.find(reversals, "allocation", id);
      const allocation = state.get(allocations, id);
      if (made.length !== 1 || allocation === undefined) return decision;
      const amount = isObject(decision.answer.body) ? Number(decision.answer.body["amount"]) : 0;
      const reversed = allocation.reversed + amount - (made[0]?.amount ?? 0);
      return {
        ...decision,
        writes: [...(decision.writes ?? []), put(allocations, { ...allocation, reversed })],
      };
    }),
  },
});
