import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { type Mutant, part } from "../mutant.ts";
import { isOld } from "../shared/older.ts";

export const mutants: readonly Mutant[] = [
  ...(["retrieveAccount", "createWithdrawal"] as const).map((operation): Mutant => ({
    id: `${operation}-knows-ten-vendors`,
    violates: ["vendors/known-after-others"],
    summary: `The operation ${operation} finds only the last ten vendors of a marketplace.`,
    replace: part(["connect", "targets", operation], ({ classify }) => ({
      classify: (state, caller, id) =>
        isOld(state.find(vendors, "owner", ownerOf(caller)), id) ? "unknown" : classify(state, caller, id),
    })),
  })),
];
