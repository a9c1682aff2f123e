import { message } from "../../kernel/answers.ts";
import type { Answer, Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { vendors } from "./vendor.ts";

/** The reasons why a caller cannot reach a vendor (§7.3). */
type Unreachable = "malformed" | "unknown" | "foreign" | "deleted" | "otherMode";

/** The replaceable parts of an operation's access to its vendor. */
export interface TargetParts {
  /** Why a caller cannot reach the vendor of an identifier; undefined if it can. */
  classify: (state: State, caller: Caller, id: string) => Unreachable | undefined;
  /** The answer for each reason. */
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

/** The answer that does not reveal whether a vendor exists. */
export const forbidden = (): Answer => message(403, "Forbidden");

/** Targets as documented: one answer for four reasons. Only a vendor of the other environment has another: 401. */
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

/** The operations on a vendor. Each has its own parts. */
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
