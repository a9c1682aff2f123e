import { type Check, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { expectConflictEnds, held, meetsConflicts } from "../expect/held-requests.ts";
import { requireRefused } from "../expect/refusals.ts";
import { heldAllocation } from "../fixtures/held-creations.ts";
import { givenCredit } from "../fixtures/funds.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { allocationOf, givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { expectTotal } from "../fixtures/wallets.ts";

/** The number of other keys between a request and its repetition. */
const OTHERS = 11;

/** A key has at most one effect, regardless of the first answer to it (§7.6). Each check ends with an allocation under another key. */
export default [
  /** Causes conflicts while control holds the first request, then repeats it after its release. */
  rule("allocations/conflict-credits-once", async (check) => {
    const vendor = await givenVendor(check);
    const { amount } = check.profile.ordinary;
    const { total: before } = await givenCredit(check, vendor);
    const first = await held(check, vendor.merchant, "createAllocation", (key) =>
      sendAllocation(check, vendor, amount, key),
    );
    await meetsConflicts(first);
    const made = allocationOf(vendor, amount, check.succeeded(await first.release()));
    for (const _time of [1, 2]) await first.repeat();
    await expectCredits(check, vendor, before + made.amount, "after one allocation with conflicts");
  }),

  /** Repeats the request after it has been answered. */
  rule("allocations/key-in-progress-ends", async (check) => {
    const first = await heldAllocation(check);
    await first.repeat();
    await expectConflictEnds(check, first);
  }),

  /** Sends a body that is refused, then a valid one several times with the same key. */
  rule("allocations/key-after-refusal-credits-once", async (check) => {
    const vendor = await givenVendor(check);
    const { amount } = check.profile.ordinary;
    const { total: before } = await givenCredit(check, vendor);
    const key = freshKey();
    check.expect(await sendAllocation(check, vendor, -amount, key)).toAnswer(400, 422);
    await repeats(check, vendor, key, before);
  }),

  /** Sends a request that is refused during the outage, then repeats it several times. */
  rule("allocations/key-after-outage-credits-once", { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    const { total: before } = await givenCredit(check, vendor);
    const key = freshKey();
    const end = await outage(check, vendor, "pricing");
    const refused = await sendAllocation(check, vendor, check.profile.ordinary.amount, key);
    requireRefused(refused, "an allocation during the outage");
    await end();
    await repeats(check, vendor, key, before);
  }),

  /** Repeats the first key after eleven others. */
  rule("allocations/key-outlasts-others", async (check) => {
    const vendor = await givenVendor(check);
    const { amount } = check.profile.ordinary;
    const { total: before } = await givenCredit(check, vendor);
    const key = freshKey();
    let total = before;
    for (const each of [key, ...Array.from({ length: OTHERS }, () => freshKey())]) {
      const answer = check.succeeded(await sendAllocation(check, vendor, amount, each));
      total += allocationOf(vendor, amount, answer).amount;
    }
    const again = await sendAllocation(check, vendor, amount, key);
    if (!again.succeeded) check.expect(again).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
    await expectCredits(
      check,
      vendor,
      total,
      `after ${OTHERS + 1} allocations and a repetition of the first`,
    );
  }),
];

/**
 * Repeats a request whose key was refused once, which credits the vendor at most once. The document does not say whether the repetitions
 * are refused.
 */
async function repeats(check: Check, vendor: Vendor, key: string, before: number): Promise<void> {
  const { amount } = check.profile.ordinary;
  const answers: Answer[] = [];
  for (const _time of [1, 2, 3]) answers.push(await sendAllocation(check, vendor, amount, key));
  const granted = answers.find(({ succeeded }) => succeeded) as Awaited<ReturnType<typeof sendAllocation>>;
  const credited = granted === undefined ? 0 : allocationOf(vendor, amount, granted).amount;
  check.observe(
    "idempotency-key-after-refusal",
    `allocation: ${granted === undefined ? "refused again" : "made"}`,
  );
  await expectCredits(check, vendor, before + credited, "after one key was sent four times");
}

/** Expects a total, then allocates once more and expects that much more. A late credit would make the second total wrong. */
async function expectCredits(check: Check, vendor: Vendor, total: number, because: string): Promise<void> {
  await expectTotal(check, vendor, total, because);
  const { amount } = await givenAllocation(check, vendor);
  await expectTotal(check, vendor, total + amount, `${because} and one more with another key`);
}
