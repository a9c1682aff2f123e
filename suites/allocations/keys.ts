import * as fc from "fast-check";
import { idempotencyKeys, freshKey as made, unknownIds } from "../../generators/index.ts";
import { type Check, rule } from "../../harness/check.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { numberOf } from "../../harness/reported.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { expectConflict } from "../expect/held-requests.ts";
import { heldAllocation } from "../fixtures/held-creations.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { allocationOf, givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import { expectUnspent, givenTwoMarketplaces, repeatedAfterOutages } from "../fixtures/vendor-conditions.ts";
import { marketplaceFunds } from "../scenarios/blocked-refunds.ts";
import { expectTotal, heldBy, requireBalances, totalIfShown, totalOf } from "../fixtures/wallets.ts";
import { observing, summaryOf } from "../expect/observing.ts";
import { expectAnyRefusal, expectSpentElsewhere, isRefusal } from "../expect/refusals.ts";
import { keys as observedKeys } from "./observations.ts";

/** The ways in which the keys of a pair differ. */
const CHANGES = { end: "another last character", length: "one character more", casing: "another casing" };
type Change = keyof typeof CHANGES;
const PAIR: { readonly generated: string; readonly change: Change } = { generated: "Pair", change: "casing" };

/** The effect of an idempotency key on allocations (§4.5, §7.6). */
export default [
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

  rule("allocations/key-repeated-answer", async (check) => {
    const vendor = await givenVendor(check);
    const key = freshKey();
    const first = await keptAllocation(check, vendor, key);
    for (const _time of [1, 2]) {
      const again = await sendAllocation(check, vendor, first.requested, key);
      if (again.succeeded) check.expect.field("id", again.field("id"), again).toBe(first.id);
      else check.expect(again).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
      check.observe("allocation-replay-answer", summaryOf(again));
    }
  }),

  /** Compares the balance after repetitions, and after one more allocation under another key. */
  rule("allocations/key-repeated-credits-once", async (check) => {
    const vendor = await givenVendor(check);
    const before = totalOf(await heldBy(check, vendor));
    const key = freshKey();
    const first = await keptAllocation(check, vendor, key);
    for (const _time of [1, 2, 3]) await sendAllocation(check, vendor, first.requested, key);
    await expectTotal(check, vendor, before + first.amount, "after one allocation and three repetitions");
    const last = await keptAllocation(check, vendor, freshKey());
    await expectTotal(check, vendor, before + first.amount + last.amount, "after two allocations");
  }),

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

  /** Requests are refused for the amount, the destination, or insufficient funds. Then a valid request has the same key. */
  rule("allocations/refused-request-spends-no-key", async (check) => {
    const vendor = await givenVendor(check);
    const { amount } = check.profile.ordinary;
    const [acct = ""] = fc.sample(unknownIds("acct_", { like: vendor.acct }), {
      numRuns: 1,
      seed: check.seed,
    });
    const funds = await marketplaceFunds(check, vendor);
    let refusals = 0;
    for (const faulty of [
      { vendor, amount: -amount },
      { vendor: { ...vendor, acct }, amount },
      ...(funds === null ? [] : [{ vendor, amount: funds + 1 }]),
    ]) {
      const key = freshKey();
      const refused = await sendAllocation(check, faulty.vendor, faulty.amount, key);
      if (!isRefusal(refused) && refused.status !== 402) continue;
      refusals += 1;
      const then = await sendAllocation(check, vendor, amount, key);
      check.observe("idempotency-key-after-refusal", `allocation: ${summaryOf(then)}`);
      expectUnspent(check, then);
      // A target that stores the refused request may repeat the refusal, or report that the body differs.
      if (then.status !== refused.status) expectAnyRefusal(check, then);
    }
    if (refusals === 0) throw new Inconclusive("none of the invalid requests was refused");
  }),

  /** A request is refused during an outage and repeated after it. */
  rule("allocations/outage-spends-no-key", { alone: true }, async (check) => {
    const repeated = await repeatedAfterOutages(check, ["pricing"], async () => {
      const vendor = await givenVendor(check);
      const key = freshKey();
      return { vendor, send: () => sendAllocation(check, vendor, check.profile.ordinary.amount, key) };
    });
    for (const answer of repeated) expectUnspent(check, answer);
  }),

  /** Two merchants use the same key, each to allocate to its own vendor. */
  rule("allocations/key-belongs-to-its-merchant", async (check) => {
    const [here, there] = await givenTwoMarketplaces(check);
    const key = freshKey();
    const first = await keptAllocation(check, here, key);
    const answer = await sendAllocation(check, there, first.requested, key);
    check.observe("idempotency-key-scope", `allocations: ${summaryOf(answer)}`);
    if (!answer.succeeded) {
      await expectSpentElsewhere(check, answer, () =>
        sendAllocation(check, there, first.requested, freshKey()),
      );
      return;
    }
    check.expect.field("id", answer.field("id"), answer).toDifferFrom(first.id);
    check.expect.field("destination", answer.field("destination"), answer).toBe(there.acct);
  }),

  /** Control holds the first request. */
  rule("allocations/key-in-progress-refused", async (check) => {
    await expectConflict(check, await heldAllocation(check));
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
