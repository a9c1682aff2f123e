import * as fc from "fast-check";
import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, numberOf, rule, textOf, Violation } from "../kit.ts";
import { fixtureList, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { canMakeMarketplaces } from "../fixtures/marketplaces.ts";
import { allocationOf, codeOf, givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import {
  givenUnactivated,
  givenCondition,
  givenCounterpart,
  givenVendorIn,
} from "../fixtures/vendor-conditions.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { heldBy, marketplaceTotal, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { code, soon } from "../fixtures/reading.ts";
import { requireRefused } from "../expect/refusals.ts";
import { otherCurrency, valuesOfOtherType } from "../fixtures/values.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** The documented statuses for invalid parameters of an allocation (§7.4, §7.8). */
const INVALID = [400, 422] as const;

/** Antarctica has no mobile-money operator. */
const UNSERVED = "AQ";

/** The number of steps within which a percentage plus a fixed fee consumes the whole amount. */
const APPROACHES = 6;

const negatives = (): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(-1, -100), fc.integer({ min: -1_000_000, max: -1 }));

/** Allocations that are refused, and what a refusal changes (§4.5, §7.4, §8). Each has one fault and is paired with a valid allocation. */
export default [
  refusesBody("allocations/amount-required", ({ acct }) => [{ destination: acct }]),
  // A missing destination may be refused as a malformed identifier (open point `required-destination-refusal`).
  refusesBody(
    "allocations/destination-required",
    (_vendor, amount) => [{ amount }, { amount, destination: null }],
    [...INVALID, 403],
  ),
  refusesBody("allocations/amount-zero-refused", ({ acct }) => [{ destination: acct, amount: 0 }]),
  refusesAmounts("allocations/amount-negative-refused", negatives()),
  refusesAmounts("allocations/amount-words-refused", valuesOfOtherType("number"), [null]),

  /** Compares balances around requests refused for the amount or the key, then allocates once successfully. */
  rule("allocations/refusal-moves-no-money", async (check) => {
    const vendor = await givenVendor(check);
    const before = totalOf(await heldBy(check, vendor));
    let received = 0;
    await check.property({
      effort: 0.3,
      from: fc.oneof<fc.Arbitrary<unknown>[]>(fc.constant(0), negatives(), valuesOfOtherType("number")),
      holds: async (amount) => {
        const answer = await sendAnything(vendor, { destination: vendor.acct, amount });
        requireRefused(answer, `an allocation of ${JSON.stringify(amount)}`);
        await expectTotal(check, vendor, before + received, `after ${JSON.stringify(amount)} was refused`);
      },
    });
    for (const key of invalidKeys(vendor.merchant)) {
      const body = { destination: vendor.acct, amount: check.profile.ordinary.amount };
      const answer = await check.as(key).createAllocation({ body });
      requireRefused(answer, "an allocation with another merchant's key");
      await expectTotal(check, vendor, before, "after an allocation with another merchant's key was refused");
    }
    received = (await givenAllocation(check, vendor)).amount;
    await expectTotal(check, vendor, before + received, "after one successful allocation");
  }),

  /** Allocates more than the marketplace holds, and to a vendor with another currency if control can make one, then what it can pay. */
  rule("allocations/refusal-debits-nothing", async (check) => {
    const { amount } = check.profile.ordinary;
    const merchant = await check.ownMerchant({ connectMode: "marketplace", funds: 4 * amount });
    const vendor: Vendor = { acct: await makeVendor(check, merchant), merchant };
    const foreign = await ifPossible(() => makeVendor(check, merchant, { currency: otherCurrency(check) }));
    const before = await marketplaceTotal(check, vendor);
    let refused = 0;
    for (const body of [
      { destination: vendor.acct, amount: 10 * amount },
      ...(foreign === null ? [] : [{ destination: foreign, amount }]),
    ]) {
      const answer = await sendAnything(vendor, body);
      // A marketplace may owe, and control may not make a vendor in another currency. What was accepted may be debited later.
      if (answer.succeeded) break;
      refused += 1;
      const after = await soon(check, {
        read: () => marketplaceTotal(check, vendor),
        holds: (total) => total === before,
      });
      check.expect.that("the marketplace's balance after the refusal", after, answer).toBe(before);
    }
    await givenAllocation(check, vendor);
    if (refused === 0) throw new Inconclusive("no allocation was refused");
  }),

  /** Allocates one franc. Only a documented business code shows that the refusal is not about the amount. */
  rule("allocations/one-franc-is-positive", async (check) => {
    const vendor = await givenVendor(check);
    await givenAllocation(check, vendor);
    const answer = await sendAllocation(check, vendor, 1);
    const code = codeOf(answer);
    if (answer.succeeded || code === "connect.vendor_net_not_positive") return;
    if (typeof code === "string" || !INVALID.includes(answer.status as 400 | 422)) {
      throw new Inconclusive(`one franc was refused for another reason: ${answer.summary}`);
    }
    throw new Violation({
      expected: "an allocation of one franc to be valid",
      actual: `it was answered ${answer.summary}`,
      exchange: answer.exchange.sequence,
    });
  }),

  /** If the vendor pays the fee, tries amounts at and below the fee, and ones above it. */
  rule("allocations/net-not-positive-refused", async (check) => {
    const { vendor, absorbed, least, ample } = await givenAbsorbed(check);
    if (least !== null) {
      const one = await sendAllocation(check, vendor, least);
      check.expect.field("code", codeOf(one), one).toDifferFrom("connect.vendor_net_not_positive");
    }
    for (const amount of absorbed) {
      check
        .expect(await sendAllocation(check, vendor, amount))
        .toRefuse({ status: 422, code: "connect.vendor_net_not_positive" });
    }
    await untilRefused(check, vendor, ample);
  }),

  /**
   * The vendor's marketplace is in an unsupported country. A vendor of an ordinary marketplace receives an allocation first, also one that is
   * in that country itself.
   */
  rule("allocations/country-unsupported-refused", async (check) => {
    const ordinary = await givenVendor(check);
    await givenAllocation(check, ordinary);
    const { merchant } = ordinary;
    const abroad = merchant.own
      ? await ifPossible(() => makeVendor(check, merchant, { country: UNSERVED }))
      : null;
    if (abroad !== null) {
      const answer = await sendAllocation(check, { acct: abroad, merchant }, check.profile.ordinary.amount);
      check.expect.field("code", codeOf(answer), answer).toDifferFrom("connect.country_unsupported");
    }
    const vendor = await givenCondition(check, "merchant-unsupported-country", {
      connectMode: "marketplace",
      country: UNSERVED,
    });
    check
      .expect(await sendAllocation(check, vendor, check.profile.ordinary.amount))
      .toRefuse({ status: 422, code: "connect.country_unsupported" });
  }),

  /** Allocates to a vendor whose wallet has another currency, and to an ordinary vendor. */
  rule("allocations/currency-mismatch-refused", async (check) => {
    const vendor = await givenVendorIn(check, "vendor-other-currency", { currency: otherCurrency(check) });
    await requireOtherCurrency(check, vendor);
    check
      .expect(await sendAllocation(check, vendor, check.profile.ordinary.amount))
      .toRefuse({ status: 422, code: "E_CURRENCY_MISMATCH" });
    await givenAllocation(check, await givenCounterpart(check, vendor));
  }),

  /** Allocates to the vendor of a merchant that never activated Connect, and to an ordinary vendor. */
  rule("allocations/refused-when-not-activated", async (check) => {
    await givenAllocation(check, await givenVendor(check));
    const vendor = await givenUnactivated(check);
    check
      .expect(await sendAllocation(check, vendor, check.profile.ordinary.amount))
      .toRefuse({ status: 422, code: "connect.fee_payer_unset" });
  }),
];

/** Sends allocations with a fault, right after a valid one. */
function refusesBody(
  id: RuleId,
  faulty: (vendor: Vendor, amount: number) => readonly unknown[],
  statuses: readonly number[] = INVALID,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check);
    const { requested } = await givenAllocation(check, vendor);
    for (const body of faulty(vendor, requested)) {
      const answer = await sendAnything(vendor, body);
      check.expect(answer).toAnswer(...statuses);
      check.observe("allocation-validation-status", textOf(answer.status));
    }
  });
}

/** Sends allocations with an invalid amount, right after a valid one. */
function refusesAmounts(
  id: RuleId,
  amounts: fc.Arbitrary<unknown>,
  examples: readonly unknown[] = [],
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check);
    await givenAllocation(check, vendor);
    await check.property({
      effort: 0.4,
      from: amounts,
      examples,
      holds: async (amount) => {
        check.expect(await sendAnything(vendor, { destination: vendor.acct, amount })).toAnswer(...INVALID);
      },
    });
  });
}

function sendAnything({ merchant }: Vendor, body: unknown): Promise<Answer> {
  return merchant.api.createAllocation({ json: body });
}

/** @throws Inconclusive if the list of vendors shows that the vendor has the account's currency */
async function requireOtherCurrency(check: Check, { acct, merchant }: Vendor): Promise<void> {
  const listed = await merchant.api.listAccounts();
  const { data } = (listed.succeeded ? listed.body : {}) as { data?: unknown };
  const entries = Array.isArray(data) ? (data as ({ id?: unknown; currency?: unknown } | null)[]) : [];
  const reported = entries.find((entry) => entry?.id === acct)?.currency;
  if (typeof reported === "string" && code(reported) === code(check.profile.ordinary.currency))
    throw new Inconclusive(`the vendor that should have another currency has ${reported}`);
}

/** Allocates an ample amount, then the fee of that, then the fee of that, and so on, until nothing of the amount is left for the vendor. */
async function untilRefused(check: Check, vendor: Vendor, ample: number): Promise<void> {
  let { fee } = await givenAllocation(check, vendor, ample);
  for (let step = 0; step < APPROACHES && fee > 0; step += 1) {
    const answer = await sendAllocation(check, vendor, fee);
    if (!answer.succeeded) return;
    const made = allocationOf(vendor, fee, answer);
    check.expect
      .that(`the amount of an allocation of ${fee}`, made.amount, answer)
      .toSatisfy("more than 0", (amount) => numberOf(amount) > 0);
    fee = made.fee;
  }
}

/** A vendor that pays the fee, amounts that the fee consumes, the one that leaves a franc, if it is known, and a larger one. */
async function givenAbsorbed(
  check: Check,
): Promise<{ vendor: Vendor; absorbed: readonly number[]; least: number | null; ample: number }> {
  const { amount } = check.profile.ordinary;
  const [listed] = fixtureList(check, "absorbed-amount");
  if (listed !== undefined) {
    const vendor = await givenVendor(check, { feePayer: "account" });
    return { vendor, absorbed: [numberOf(listed)], least: null, ample: amount };
  }
  check.require("control.createMerchant");
  if (!canMakeMarketplaces(check)) throw new NeedMissing("fixture.absorbed-amount");
  for (const connectMode of ["platform", "marketplace"]) {
    const surcharge = { fixed: amount, percent: 0 };
    const merchant = await check.ownMerchant({ connectMode, surcharge });
    const vendor = { acct: await makeVendor(check, merchant), merchant };
    const ample = amount * 4;
    const probe = allocationOf(vendor, ample, check.succeeded(await sendAllocation(check, vendor, ample)));
    // The surcharge is not as requested: this target sets its own prices.
    if (probe.fee !== amount) throw new NeedMissing("fixture.absorbed-amount");
    const absorbed = [amount, Math.ceil(amount / 2)];
    if (probe.amount < ample) return { vendor, absorbed, least: amount + 1, ample };
  }
  throw new Inconclusive("no vendor pays the fee in any Connect mode");
}
