import { message } from "../../kernel/answers.ts";
import type { Answer, Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { vendors } from "./vendor.ts";

/** Why a vendor is out of a caller's reach (§7.3). */
type Unreachable = "malformed" | "unknown" | "foreign" | "deleted" | "otherMode";

/** The replaceable parts of finding the vendor that one operation names. */
export interface TargetParts {
  /** What stands between a caller and an identifier, if anything. */
  classify: (state: State, caller: Caller, id: string) => Unreachable | undefined;
  /** The answer to each. */
  answers: Record<Unreachable, () => Answer>;
}

const shape = /^acct_[A-Za-z0-9]{24}$/;

const classify: TargetParts["classify"] = (state, caller, id) => {
  if (!shape.test(id)) return "malformed";
  const vendor = state.get(vendors, id);
  if (vendor === undefined) return "unknown";
  if (vendor.accountId !== caller.accountId) return "foreign";
  if (vendor.deletedAt !== null) return "deleted";
  return vendor.mode === caller.mode ? undefined : "otherMode";
};

/** The one answer that says nothing about whether a vendor exists. */
export const forbidden = (): Answer => message(403, "Forbidden");

/** Targets as documented: four causes, one answer; a vendor of the other environment is a question of the key. */
export const createTargetParts = (): TargetParts => ({
  classify,
  answers: {
    malformed: forbidden,
    unknown: forbidden,
    foreign: forbidden,
    deleted: forbidden,
    otherMode: () => message(401, "Unauthorized"),
  },
});

/** The operations that name a vendor, each with parts of its own. */
export const targetedOperations = [
  "createAllocation",
  "createAllocationReversal",
  "createDirectCharge",
  "createOnboardingLink",
  "createWithdrawal",
  "deleteAccount",
  "listAccountTransactions",
  "retrieveAccount",
  "retrieveAccountCompliance",
] as const;

export type TargetedOperation = (typeof targetedOperations)[number];
