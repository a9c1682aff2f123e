import { type Answer, type Check, Inconclusive, type Merchant, rule } from "../kit.ts";
import { without } from "../fixtures/resources.ts";
import { asPrecondition } from "../fixtures/reading.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { COUNTED, totalOf } from "../fixtures/remittance-lists.ts";

/** A refused creation has no effect (§5, §7.1). */
export default [
  /** Counts before and after refused requests, then creates a valid one. */
  rule("remittances/refusal-leaves-no-remittance", { alone: true }, (check) =>
    leavesNothing(check, async (merchant) => {
      const counterpart = ordinaryRemittance(check);
      const { payment_method_data: method } = counterpart;
      const answers: Answer[] = [];
      for (const json of [
        ...Object.keys(counterpart).map((name) => without(counterpart, name)),
        ...Object.keys(counterpart).map((name) => ({ ...counterpart, [name]: { value: name } })),
        { ...counterpart, currency: "ZZZ" },
        { ...counterpart, amount: "-1" },
        { ...counterpart, metadata: "notebook" },
        { ...counterpart, payment_method_data: { ...method, momo: null } },
      ])
        answers.push(await merchant.api.createRemittance({ json }));
      return answers;
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
  const answers = await refused(merchant);
  // Other rules judge what must be refused.
  const accepted = answers.filter(({ succeeded }) => succeeded).length;
  if (accepted === answers.length) throw new Inconclusive("no invalid remittance was refused");
  check.succeeded(await merchant.api.createRemittance({ body: ordinaryRemittance(check) }));
  const total = await asPrecondition(() =>
    check.eventually({
      expected: "the accepted remittance to be counted",
      subject: COUNTED,
      withinMs: check.profile.deadlines.consistencyMs,
      read: () => totalOf(check, merchant.api),
      holds: (counted) => counted > before + accepted,
    }),
  );
  check.expect.that("the growth of the list", total - before).toBe(accepted + 1);
}
