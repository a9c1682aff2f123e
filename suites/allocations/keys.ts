import * as fc from "fast-check";
import { idempotencyKeys, freshKey as made, unknownIds } from "../../generators/index.ts";
import { type Check, numberOf, rule, type SuccessBody } from "../kit.ts";
import { observing, summaryOf } from "../expect/observing.ts";
import { givenCredit } from "../fixtures/funds.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { allocationOf, givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import { givenTwoMarketplaces } from "../fixtures/vendor-conditions.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { heldBy, requireBalances, totalIfShown, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { type Keyed, type KeyedOperation, keyRules } from "../keys.ts";
import { marketplaceFunds } from "../scenarios/blocked-refunds.ts";
import { keys as observedKeys } from "./observations.ts";

type Body = SuccessBody<"createAllocation">;

const allocations: KeyedOperation<Body> = {
  area: "allocations",
  operation: "createAllocation",
  what: "allocation",
  once: "credits-once",
  outages: ["pricing"],
  replay: "allocation-replay-answer",
  prepare: async (check) => keyedTo(check, await givenVendor(check)),
  prepareTwo: async (check) => {
    const [here, there] = await givenTwoMarketplaces(check);
    return {
      here: keyedTo(check, here),
      there: keyedTo(check, there),
      expectOwn: (answer, first) => {
        check.expect.field("id", answer.field("id"), answer).toDifferFrom(first.field("id"));
        check.expect.field("destination", answer.field("destination"), answer).toBe(there.acct);
      },
    };
  },
};

/** Allocations of the ordinary amount to one vendor. */
function keyedTo(check: Check, vendor: Vendor): Keyed<Body> {
  const { amount } = check.profile.ordinary;
  const send = (key: string) => sendAllocation(check, vendor, amount, key);
  return {
    merchant: vendor.merchant,
    send,
    sendAnother: () => send(freshKey()),
    /** For the amount, the destination, and insufficient funds. */
    refusals: async () => {
      const [acct = ""] = fc.sample(unknownIds("acct_", { like: vendor.acct }), {
        numRuns: 1,
        seed: check.seed,
      });
      const funds = await marketplaceFunds(check, vendor);
      return [
        (key) => sendAllocation(check, vendor, -amount, key),
        (key) => sendAllocation(check, { ...vendor, acct }, amount, key),
        ...(funds === null ? [] : [(key: string) => sendAllocation(check, vendor, funds + 1, key)]),
      ];
    },
    count: async () => {
      const { total: before } = await givenCredit(check, vendor);
      return {
        expectOnly: async (answers, repeat) => {
          if (answers.length > 0) for (const _time of [1, 2, 3]) await repeat();
          const credited = answers.map((answer) => allocationOf(vendor, amount, answer).amount);
          const total = credited.reduce((sum, each) => sum + each, before);
          const because = `after ${answers.length} allocations and repetitions of one of them`;
          await expectTotal(check, vendor, total, because);
          // A late credit would make the second total wrong.
          const { amount: more } = await givenAllocation(check, vendor);
          await expectTotal(check, vendor, total + more, `${because}, and one more with another key`);
        },
      };
    },
  };
}

/** The ways in which the keys of a pair differ. */
const CHANGES = { end: "another last character", length: "one character more", casing: "another casing" };
type Change = keyof typeof CHANGES;
const PAIR: { readonly generated: string; readonly change: Change } = { generated: "Pair", change: "casing" };

/** The effect of an idempotency key on allocations (§4.5, §7.6). */
export default [
  ...keyRules(allocations),

  /** Sends the same allocation with a key and without one. */
  observing(
    rule("allocations/key-is-optional", async (check) => {
      const vendor = await givenVendor(check);
      const { amount } = check.profile.ordinary;
      check.succeeded(await sendAllocation(check, vendor, amount, freshKey()));
      check.expect(await sendAllocation(check, vendor, amount)).toAnswer(201);
    }),
    observedKeys,
  ),

  /** Repeats a used key with other amounts. */
  rule("allocations/key-with-other-body-credits-once", async (check) => {
    const vendor = await givenVendor(check);
    const before = totalOf(await heldBy(check, vendor));
    const key = freshKey();
    const first = await keptAllocation(check, vendor, key);
    for (const other of [first.requested + 1, first.requested * 2]) {
      check.observe("allocation-other-body", summaryOf(await sendAllocation(check, vendor, other, key)));
    }
    await expectTotal(check, vendor, before + first.amount, "after one allocation under the key");
  }),

  /** Uses pairs of keys that differ in the last character, in length, or in the casing of letters. */
  rule("allocations/distinct-keys-are-distinct", async (check) => {
    const vendor = await givenVendor(check);
    await check.property({
      effort: 0.3,
      from: fc.record({
        generated: idempotencyKeys(),
        change: fc.constantFrom<Change>("end", "length"),
      }),
      examples: [PAIR],
      classesOf: ({ generated, change }) => [CHANGES[change], ...long(generated)],
      shares: { "another last character": 0.1, "one character more": 0.1, "a long key": 0.2 },
      holds: async ({ generated, change }) => {
        const before = await totalIfShown(check, vendor);
        const key = made(generated, freshKey());
        const other = {
          end: `${key.slice(0, -1)}${key.endsWith("z") ? "y" : "z"}`,
          length: `${key}z`,
          casing: key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase(),
        }[change];
        const first = await keptAllocation(check, vendor, key);
        const second = await sendAllocation(check, vendor, first.requested, other);
        check.expect(second).toAnswer(201);
        const then = allocationOf(vendor, first.requested, second);
        check.expect.that("id under the other key", then.id, second).toDifferFrom(first.id);
        if (before === null) return;
        await expectTotal(check, vendor, before + first.amount + then.amount, "after both allocations");
      },
    });
  }),

  /** Sends the same request twice. */
  rule("allocations/without-key-each-request-allocates", async (check) => {
    const vendor = await givenVendor(check);
    const before = await totalIfShown(check, vendor);
    const first = await givenAllocation(check, vendor);
    const second = await givenAllocation(check, vendor);
    check.expect.that("the second id", second.id, second.answer).toDifferFrom(first.id);
    requireBalances(check);
    await expectTotal(
      check,
      vendor,
      numberOf(before) + first.amount + second.amount,
      "after two allocations",
    );
  }),
];

async function keptAllocation(check: Check, vendor: Vendor, key: string) {
  const requested = check.profile.ordinary.amount;
  return allocationOf(
    vendor,
    requested,
    check.succeeded(await sendAllocation(check, vendor, requested, key)),
  );
}

function long(key: string): readonly string[] {
  return key.length > 100 ? ["a long key"] : [];
}
