import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { fixtureList, type Vendor } from "./given.ts";
import { freshKey, keyed } from "./keys.ts";
import { francs } from "./wallets.ts";

/** An allocation that was made, with its figures as the target states them. */
export interface Allocation {
  readonly id: string;
  readonly vendor: Vendor;
  readonly asked: number;
  /** What the vendor received. */
  readonly amount: number;
  readonly fee: number;
  readonly answer: Answer<SuccessBody<"createAllocation">>;
}

/** Sends an allocation; whatever comes is the caller's to judge. */
export function sendAllocation(
  check: Check,
  vendor: Vendor,
  amount: number,
  key: string | null = null,
): Promise<Answer<SuccessBody<"createAllocation">>> {
  spend(check, vendor, amount);
  return vendor.merchant.api.createAllocation({
    body: { destination: vendor.acct, amount },
    ...(key === null ? {} : keyed(key)),
  });
}

/** An allocation to build upon, of the ordinary amount unless told. @throws Inconclusive when it is refused */
export async function givenAllocation(
  check: Check,
  vendor: Vendor,
  amount: number = check.profile.ordinary.amount,
): Promise<Allocation> {
  return allocationOf(vendor, amount, check.succeeded(await sendAllocation(check, vendor, amount)));
}

/** Reads an allocation out of its answer. */
export function allocationOf(
  vendor: Vendor,
  asked: number,
  answer: Answer<SuccessBody<"createAllocation">>,
): Allocation {
  return {
    id: String(answer.field("id")),
    vendor,
    asked,
    amount: francs(answer.field("amount"), "the allocation's amount"),
    fee: francs(answer.field("fee"), "the allocation's fee"),
    answer,
  };
}

const spent = new WeakMap<Profile, number>();

/** Keeps to the funds that the profile lets the run spend; what a check's own merchant has is enough. */
function spend(check: Check, { merchant }: Vendor, amount: number): void {
  if (merchant.own) return;
  const [allowed] = fixtureList(check, "marketplace-funds");
  if (allowed === undefined) return;
  const sofar = (spent.get(check.profile) ?? 0) + amount;
  if (sofar > Number(allowed)) throw new NeedMissing("fixture.marketplace-funds");
  spent.set(check.profile, sofar);
}

/** Whether a marketplace, the profile's for null, is known to have had so much: by control, which funds what it makes, or by the profile. */
export function isFunded(check: Check, merchant: Merchant | null, amount = 0): boolean {
  const [allowed] = fixtureList(check, "marketplace-funds");
  return merchant?.own === true || (allowed !== undefined && Number(allowed) >= amount);
}

/** Sends a reversal; without an amount an empty object goes (§4.5). */
export function sendReversal(
  allocation: Allocation,
  amount?: number,
): Promise<Answer<SuccessBody<"createAllocationReversal">>> {
  return allocation.vendor.merchant.api.createAllocationReversal({
    path: { allocationId: allocation.id },
    body: amount === undefined ? {} : { amount },
  });
}

/** A reversal to build upon. @throws Inconclusive when it is refused */
export async function givenReversal(
  check: Check,
  allocation: Allocation,
  amount?: number,
): Promise<Answer<SuccessBody<"createAllocationReversal">>> {
  return check.succeeded(await sendReversal(allocation, amount));
}

/** Sends a withdrawal; its body is empty (§4.7). */
export function sendWithdrawal(
  { acct, merchant }: Vendor,
  key: string = freshKey(),
): Promise<Answer<SuccessBody<"createWithdrawal">>> {
  return merchant.api.createWithdrawal({ path: { acct }, ...keyed(key) });
}

/**
 * A withdrawal to build upon. What an earlier check left in flight on the wallet is waited for, with a new key each time.
 * @throws Inconclusive when it is refused
 */
export async function givenWithdrawal(
  check: Check,
  vendor: Vendor,
): Promise<{ answer: Answer<SuccessBody<"createWithdrawal">>; key: string }> {
  try {
    const last = await check.eventually({
      expected: "the wallet to have no withdrawal in flight",
      read: async () => {
        const key = freshKey();
        return { key, answer: await sendWithdrawal(vendor, key) };
      },
      holds: ({ answer }) => codeOf(answer) !== "E_PENDING_WITHDRAW",
      show: ({ answer }) => answer.summary,
    });
    check.succeeded(last.answer);
    return last;
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(error.message);
    throw error;
  }
}

/** The code of an answer, if its body has one. */
export function codeOf(answer: Answer): unknown {
  return answer.read.kind === "json" ? (answer.read.value as { code?: unknown } | null)?.code : undefined;
}
