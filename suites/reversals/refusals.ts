import * as fc from "fast-check";
import { type Answer, type Check, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { givenCredit } from "../fixtures/funds.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import {
  type Allocation,
  givenAllocation,
  givenReversal,
  sendReversal,
} from "../fixtures/money-movements.ts";
import { expectTotal } from "../expect/balances.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { requireRefused } from "../expect/refusals.ts";
import { isRefusal } from "../fixtures/reading.ts";

const EXCEEDS = "connect.reversal_exceeds_remaining";

interface Excess {
  /** The part of the allocation that is reversed before, in percent. */
  readonly before: number;
  /** The amount in excess of the remainder, francs. */
  readonly beyond: number;
}

/**
 * Reversals of more than the remainder are refused (§7.4). The vendor has more funds than this allocation, so the refusal is not about
 * funds.
 */
export default [
  beyondRemainder("reversals/over-remaining-refused", (check, { answer }) => {
    check.expect(answer).toRefuse({ status: 422, code: EXCEEDS });
  }),
  beyondRemainder("reversals/over-remaining-requested", (check, { answer, requested }) => {
    check.expect(answer).toRefuse({ status: 422, body: { requested } });
  }),
  beyondRemainder("reversals/over-remaining-remaining", (check, { answer, remaining }) => {
    check.expect(answer).toRefuse({ status: 422, body: { remaining } });
  }),

  /** Reverses exactly the remainder after the refusal. */
  rule("reversals/over-remaining-changes-nothing", async (check) => {
    const { allocation } = await fundedAllocation(check);
    await givenReversal(check, allocation, 100);
    const remaining = allocation.amount - 100;
    for (const beyond of [1, 1_000]) {
      check.expect(await sendReversal(allocation, remaining + beyond)).toAnswer(422);
    }
    const rest = await givenReversal(check, allocation);
    check.expect
      .that("the amount of the reversal of the remainder", rest.field("amount"), rest)
      .toBe(remaining);
    check.expect.field("reversed_total", rest.field("reversed_total"), rest).toBe(allocation.amount);
  }),

  /**
   * Compares the vendor's balances before and after requests that are refused for the amount and the key. A valid reversal then changes
   * them.
   */
  rule("reversals/refused-reversal-moves-no-money", async (check) => {
    const vendor = await givenVendor(check);
    const { allocation } = await givenCredit(check, vendor);
    const { total: before } = await givenCredit(check, vendor);
    const body = { amount: 1 };
    const refusals: readonly (() => Promise<Answer>)[] = [
      () => sendReversal(allocation, allocation.amount + 1),
      ...invalidKeys(vendor.merchant).map(
        (key) => () =>
          check.as(key).createAllocationReversal({ path: { allocationId: allocation.id }, body }),
      ),
    ];
    for (const refused of refusals) {
      const answer = await refused();
      requireRefused(answer, "an invalid reversal");
      await expectTotal(check, vendor, before, "after a reversal was refused");
    }
    await givenReversal(check, allocation, 1);
    await expectTotal(check, vendor, before - 1, "after one successful reversal");
  }),

  /** Reverses one franc after a full reversal. */
  rule("reversals/nothing-left-refused", async (check) => {
    const { allocation } = await fundedAllocation(check);
    await givenReversal(check, allocation);
    check
      .expect(await sendReversal(allocation, 1))
      .toRefuse({ status: 422, code: EXCEEDS, body: { remaining: 0 } });
    const nothing = await sendReversal(allocation);
    check.observe("reversal-of-nothing", textOf(nothing.status));
  }),

  /** The vendor pays the fee. Reverses the requested amount, which is refused, then the net amount. */
  rule("reversals/cap-is-what-the-vendor-received", async (check) => {
    const vendor = await givenVendor(check, { feePayer: "account" });
    await givenAllocation(check, vendor);
    // Large enough for a proportional fee to be at least one franc.
    const allocation = await givenAllocation(check, vendor, check.profile.ordinary.amount * 2);
    if (allocation.fee > 0) {
      check
        .expect(await sendReversal(allocation, allocation.requested))
        .toRefuse({ status: 422, code: EXCEEDS, body: { remaining: allocation.amount } });
    }
    const net = await givenReversal(check, allocation, allocation.amount);
    check.expect.field("reversed_total", net.field("reversed_total"), net).toBe(allocation.amount);
  }),
];

/** An allocation to a vendor that has three times its amount. */
async function fundedAllocation(check: Check): Promise<{ allocation: Allocation }> {
  const vendor = await givenVendor(check);
  await givenAllocation(check, vendor, check.profile.ordinary.amount * 2);
  return { allocation: await givenAllocation(check, vendor) };
}

/** Reverses more or less beforehand, then exceeds the remainder by one franc or many. */
function beyondRemainder(
  id: RuleId,
  judge: (check: Check, refused: { answer: Answer; requested: number; remaining: number }) => void,
): RuleCheck {
  return rule(id, async (check) => {
    const { allocation: spare } = await fundedAllocation(check);
    const { vendor } = spare;
    await check.property<Excess>({
      effort: 0.3,
      from: fc.record(
        {
          before: fc.constantFrom(0, 25, 50, 99),
          beyond: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: spare.amount })),
        },
        { noNullPrototype: true },
      ),
      classesOf: ({ before, beyond }) => [
        ...(beyond === 1 ? ["one franc too much"] : []),
        ...(before > 0 ? ["reversed before"] : []),
      ],
      shares: { "one franc too much": 0.1, "reversed before": 0.2 },
      holds: async ({ before, beyond }) => {
        const allocation = await givenAllocation(check, vendor);
        const taken = Math.floor((allocation.amount * before) / 100);
        if (taken > 0) await givenReversal(check, allocation, taken);
        const remaining = allocation.amount - taken;
        const requested = remaining + beyond;
        const answer = await sendReversal(allocation, requested);
        judge(check, { answer, requested, remaining });
        // The same request for exactly the remainder succeeds.
        if (isRefusal(answer)) await givenReversal(check, allocation, remaining);
      },
    });
  });
}
