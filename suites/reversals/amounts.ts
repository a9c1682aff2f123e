import * as fc from "fast-check";
import { splits } from "../../generators/index.ts";
import { type Check, numberOf, rule, type RuleCheck, type RuleId } from "../kit.ts";
import { givenVendor, givenVendors, type Vendor } from "../fixtures/vendors.ts";
import {
  type Allocation,
  givenAllocation,
  givenReversal,
  sendReversal,
} from "../fixtures/money-movements.ts";
import { observing } from "../expect/observing.ts";
import { code } from "../fixtures/reading.ts";
import { expectAcceptance } from "../expect/refusals.ts";
import { bounds, deleted, fee } from "./observations.ts";

/** Amounts of a reversal that are no whole francs above zero. */
const ODD_AMOUNTS = [0, -1, 0.5] as const;

/** The fields and amounts of a reversal (§2.6, §4.5). */
export default [
  rule("reversals/ids-are-distinct", async (check) => {
    const allocation = await givenAllocation(check, await givenVendor(check));
    const ids = (await reversedThrice(check, allocation)).map((reversed) => reversed.field("id"));
    check.expect.that("the ids of three reversals", ids).toBe([...new Set(ids)]);
  }),

  /** Allocates to two vendors, then reverses both allocations. */
  rule("reversals/echoes-destination", async (check) => {
    const allocations: Allocation[] = [];
    for (const vendor of await givenVendors(check, 2)) allocations.push(await givenAllocation(check, vendor));
    for (const allocation of allocations)
      for (const reversed of await reversedThrice(check, allocation))
        check.expect
          .field("destination", reversed.field("destination"), reversed)
          .toBe(allocation.vendor.acct);
  }),

  observing(
    rule("reversals/currency-of-the-allocation", async (check) => {
      const allocation = await givenAllocation(check, await givenVendor(check));
      for (const reversed of await reversedThrice(check, allocation))
        check.expect
          .field("currency", code(reversed.field("currency")), reversed)
          .toBe(code(allocation.answer.field("currency")));
    }),
    bounds,
    fee,
    deleted,
  ),

  /** Reverses parts of each allocation, among them one franc and all but one franc. */
  eachAllocation("reversals/partial-amount-reported", async (check, allocation) => {
    for (const part of [1, Math.floor(allocation.amount / 3), Math.floor(allocation.amount / 2)]) {
      const reversed = await givenReversal(check, allocation, part);
      check.expect.field("amount", reversed.field("amount"), reversed).toBe(part);
    }
  }),

  /** Reverses parts, then exactly the remainder. */
  inParts("reversals/exact-remainder-accepted", async (check, allocation, parts) => {
    const last = parts.at(-1) ?? 0;
    for (const part of parts.slice(0, -1)) await givenReversal(check, allocation, part);
    expectAcceptance(await sendReversal(allocation, last), `exactly the remainder of ${last}`);
  }),

  /** Reverses every part. One franc more is refused. */
  inParts("reversals/parts-exhaust-the-allocation", async (check, allocation, parts) => {
    for (const part of parts) {
      expectAcceptance(await sendReversal(allocation, part), `${part} of the parts ${parts.join(", ")}`);
    }
    check.expect(await sendReversal(allocation, 1)).toAnswer(422);
  }),

  /** Reverses every part, the last one without an amount, which a query must not replace. */
  inParts("reversals/total-accumulates", async (check, allocation, parts) => {
    let sum = 0;
    for (const [index, part] of parts.entries()) {
      const last = index === parts.length - 1;
      const beside = last ? await sendReversal(allocation, undefined, { amount: "1" }) : null;
      const reversed =
        beside?.succeeded === true ? beside : await givenReversal(check, allocation, last ? undefined : part);
      sum += part;
      check.expect.field("reversed_total", reversed.field("reversed_total"), reversed).toBe(sum);
    }
  }),

  /** Reverses one allocation fully. The other one can then still be reversed fully. */
  rule("reversals/totals-of-two-allocations-are-apart", async (check) => {
    const vendor = await givenVendor(check);
    const [one, other] = [await givenAllocation(check, vendor), await givenAllocation(check, vendor)];
    await givenReversal(check, one);
    const reversed = await sendReversal(other);
    expectAcceptance(reversed, "a full reversal of an allocation that was not reversed before");
    check.expect.field("amount", reversed.field("amount"), reversed).toBe(other.amount);
    check.expect.field("reversed_total", reversed.field("reversed_total"), reversed).toBe(other.amount);
  }),

  /** Asks for zero, a negative amount and a fraction, then sends an empty object. Only the fraction may be taken as one franc. */
  rule("reversals/without-amount-takes-all", async (check) => {
    const allocation = await givenAllocation(check, await givenVendor(check));
    let left = allocation.amount;
    for (const odd of ODD_AMOUNTS) {
      const answer = await sendReversal(allocation, odd);
      if (!answer.succeeded) continue;
      check.expect
        .field("amount", answer.field("amount"), answer)
        .toSatisfy(
          `at most ${Math.max(0, Math.ceil(odd))}, because ${odd} was asked for`,
          (amount) => numberOf(amount) <= Math.max(0, Math.ceil(odd)),
        );
      left -= numberOf(answer.field("amount"));
    }
    const reversed = await sendReversal(allocation);
    expectAcceptance(reversed, "a reversal without an amount");
    check.expect.field("amount", reversed.field("amount"), reversed).toBe(left);
  }),

  /** Reverses parts with an amount, then the rest without one. */
  inParts("reversals/without-amount-takes-the-rest", async (check, allocation, parts) => {
    for (const part of parts.slice(0, -1)) await givenReversal(check, allocation, part);
    const reversed = await givenReversal(check, allocation);
    check.expect.field("amount", reversed.field("amount"), reversed).toBe(parts.at(-1));
  }),

  /** Sends no body after a partial reversal. */
  rule("reversals/without-body-takes-the-rest", async (check) => {
    const allocation = await givenAllocation(check, await givenVendor(check));
    await givenReversal(check, allocation, 100);
    const reversed = await sendReversal(allocation);
    expectAcceptance(reversed, "a reversal without a body");
    check.expect.field("amount", reversed.field("amount"), reversed).toBe(allocation.amount - 100);
  }),
];

/** Judges allocations of many amounts to one vendor. */
function eachAllocation(
  id: RuleId,
  holds: (check: Check, allocation: Allocation) => Promise<void>,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check);
    const { amount } = check.profile.ordinary;
    await check.property({
      effort: 0.25,
      from: fc.integer({ min: amount, max: amount + 10_000 }),
      holds: async (requested) => holds(check, await givenAllocation(check, vendor, requested)),
    });
  });
}

/** Judges many ways to divide an allocation into one to five parts. */
function inParts(
  id: RuleId,
  holds: (check: Check, allocation: Allocation, parts: readonly number[]) => Promise<void>,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor: Vendor = await givenVendor(check);
    // The vendor may receive less than the requested amount, presumably always the same for the same amount.
    const model = await givenAllocation(check, vendor);
    const divisions = splits(model.amount, { min: 1, max: 5 });
    await check.property({
      effort: 0.4,
      from: divisions,
      classesOf: divisions.classesOf,
      shares: { "many parts": 0.1 },
      holds: async (parts) => {
        const allocation = await givenAllocation(check, vendor);
        await holds(check, allocation, fitted(parts, allocation.amount));
      },
    });
  });
}

/** The parts, with the last one changed so that they sum up to the amount. */
function fitted(parts: readonly number[], amount: number): readonly number[] {
  const before = parts.slice(0, -1);
  const left = amount - before.reduce((sum, part) => sum + part, 0);
  return left > 0 ? [...before, left] : [amount];
}

/** Three reversals of one allocation. The last one takes the remainder. */
async function reversedThrice(
  check: Check,
  allocation: Allocation,
): Promise<readonly Awaited<ReturnType<typeof givenReversal>>[]> {
  return [
    await givenReversal(check, allocation, 1),
    await givenReversal(check, allocation, 1),
    await givenReversal(check, allocation),
  ];
}
