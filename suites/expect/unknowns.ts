import type { Answer, Check, Merchant } from "../kit.ts";
import { contractOperations } from "../../harness/contract.ts";
import type { OrdinaryValues } from "../../harness/profile/types.ts";
import type { Acceptance } from "../../spec/index.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { codeOf, isFunded } from "../fixtures/money-movements.ts";
import { canApprove } from "../fixtures/new-vendors.ts";
import { fieldsOf } from "./creations.ts";

/** An unknown property of a target that may be the reason why it refuses a documented request. */
export interface Unknown {
  /** E.g. "the funds of the account are not known". */
  readonly what: string;
  /** Whether it may be the reason of this refusal. */
  readonly explains: (answer: Answer) => boolean;
}

export function fundsUnknown(check: Check, merchant: Merchant | null): readonly Unknown[] {
  if (isFunded(check, merchant)) return [];
  const what = "the funds of the account are not known (`fixtures.marketplace-funds` in the profile)";
  return [{ what, explains: (answer) => mayName(answer, "amount") }];
}

/** A vendor that the profile does not name may be unverified or unable to receive funds (§2.10). */
export function verificationUnknown(check: Check, { acct, merchant }: Vendor): readonly Unknown[] {
  const named = Object.values(check.profile.fixtures).flat();
  if (named.includes(acct) || canApprove(check, merchant)) return [];
  const what = "nothing declares that this vendor can receive funds (`fixtures.vendor` in the profile)";
  return [{ what, explains: (answer) => mayName(answer, "destination") }];
}

/** Without the location of balances, it is unknown whether credits have become available. */
export function availabilityUnknown(check: Check): readonly Unknown[] {
  if (check.has("field.balance-pending") && check.has("field.balance-available")) return [];
  const what = "the available balance is not known (`fields.balance-available` in the profile)";
  return [{ what, explains: (answer) => codeOf(answer) === "E_CONNECT_VENDOR_EMPTY_BALANCE" }];
}

/** The ordinary value for each name in a template. */
const VALUE_OF: Readonly<Record<string, keyof OrdinaryValues>> = {
  amount: "amount",
  amountText: "amount",
  half: "amount",
  otherHalf: "amount",
  currency: "currency",
  currencyUpper: "currency",
  msisdn: "msisdn",
  country: "country",
  operator: "operator",
};

/** The ordinary values that the profile does not declare as accepted. The document shows only examples and no limits. */
export function valuesUnknown(check: Check, acceptance: Acceptance): readonly Unknown[] {
  const used = namesIn(acceptance).map((name) => VALUE_OF[name]);
  const assumed = check.profile.assumed.filter((name) => used.includes(name));
  if (assumed.length === 0) return [];
  const what = `nothing declares that the target accepts this ${assumed.join(", ")} (\`ordinary\` in the profile)`;
  return [{ what, explains: () => true }];
}

/** The names in the templates of a request. */
export function namesIn({ body, query, headers }: Acceptance): readonly string[] {
  const text = JSON.stringify([body, query, headers]);
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Operations that also answer without Connect (§4.6). */
const WITHOUT_CONNECT = ["retrieveActivation", "retrievePayoutSchedule"];

/** Whether an operation may be refused to a merchant without Connect (§7.4). */
export function needsConnect(operation: string): boolean {
  const path = contractOperations.get(operation)?.path ?? "";
  return path.startsWith("/v1/connect/") && !WITHOUT_CONNECT.includes(operation);
}

/** Whether a refusal may concern a parameter: it names this one, or none. */
function mayName(answer: Answer, field: string): boolean {
  const fields = fieldsOf(answer) ?? [];
  return fields.length === 0 || fields.includes(field);
}
