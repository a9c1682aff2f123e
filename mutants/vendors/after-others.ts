import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { type Mutant, part } from "../mutant.ts";
import { isOld } from "../shared/older.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "vendor-named-like-a-deleted-one-unknown",
    violates: ["vendors/known-after-others"],
    summary: "A vendor is not found if a deleted one of its marketplace has the same name.",
    replace: part(["connect", "targets", "retrieveAccount"], ({ classify }) => ({
      classify: (state, caller, id) => {
        const all = state.find(vendors, "owner", ownerOf(caller));
        const name = all.find((one) => one.id === id)?.name;
        return all.some((one) => one.deletedAt !== null && one.name === name)
          ? "deleted"
          : classify(state, caller, id);
      },
    })),
  },
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
