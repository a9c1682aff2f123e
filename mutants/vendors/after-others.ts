import type { TargetParts } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connecting } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isOld } from "../shared/older.ts";

export const mutants: readonly Mutant[] = [
  ...(["retrieveAccount", "createWithdrawal"] as const).map((operation): Mutant => ({
    id: `${operation}-knows-ten-vendors`,
    violates: ["vendors/known-after-others"],
    summary: `The operation ${operation} finds only the last ten vendors of a marketplace.`,
    subtle: true,
    replace: connecting(({ targets }) => {
      const usual = targets[operation];
      const classify: TargetParts["classify"] = (state, caller, id) =>
        isOld(state.find(vendors, "owner", ownerOf(caller)), id)
          ? "unknown"
          : usual.classify(state, caller, id);
      return { targets: { ...targets, [operation]: { ...usual, classify } } };
    }),
  })),
];
