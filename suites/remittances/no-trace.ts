import { type Answer, type Check, type Merchant, rule } from "../kit.ts";
import { without } from "../fixtures/resources.ts";
import { requireRefused } from "../expect/refusals.ts";
import { asPrecondition } from "../fixtures/reading.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { COUNTED, totalOf } from "../fixtures/remittance-lists.ts";

/** A refused creation has no effect (§5, §7.1). */
export default [
  /** Counts before and after refused requests, then creates a valid one. */
  rule("remittances/refusal-leaves-no-remittance", { alone: true }, (check) =>
    leavesNothing(check, async (merchant) => {
      const counterpart = ordinaryRemittance(check);
      return [
        await merchant.api.createRemittance({ json: without(counterpart, "first_name") }),
        await merchant.api.createRemittance({
          json: { ...counterpart, amount: { value: counterpart.amount } },
        }),
        await merchant.api.createRemittance({ json: { ...counterpart, metadata: "notebook" } }),
      ];
    }),
  ),

  /** As above, with a valid request without a key. */
  rule("remittances/unauthorized-creation-leaves-no-remittance", { alone: true }, (check) =>
    leavesNothing(check, async () => [
      await check.as(null).createRemittance({ body: ordinaryRemittance(check) }),
    ]),
  ),
];

/**
 * Counts before and after refused requests. A valid request is the fence: once it is counted, remittances of the refused requests would be
 * counted too.
 */
async function leavesNothing(
  check: Check,
  refused: (merchant: Merchant) => Promise<readonly Answer[]>,
): Promise<void> {
  const merchant = await check.ownMerchant();
  const before = await totalOf(check, merchant.api);
  for (const answer of await refused(merchant)) requireRefused(answer, "an invalid remittance");
  check.succeeded(await merchant.api.createRemittance({ body: ordinaryRemittance(check) }));
  const total = await asPrecondition(() =>
    check.eventually({
      expected: "the accepted remittance to be counted",
      subject: COUNTED,
      withinMs: check.profile.deadlines.consistencyMs,
      read: () => totalOf(check, merchant.api),
      holds: (counted) => counted > before,
    }),
  );
  check.expect.that("the growth of the list after one accepted remittance", total - before).toBe(1);
}
