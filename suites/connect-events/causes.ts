import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { rule } from "../../harness/rule.ts";
import { Violation } from "../../harness/verdicts.ts";
import { PATIENT, canCreateVendors, sendCreation } from "../fixtures/vendor-creations.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey, keyed } from "../fixtures/idempotency-keys.ts";
import { givenAllocation, givenReversal, sendReversal } from "../fixtures/money-movements.ts";
import { EVENT, expectNone, gathered, listening, ofType, emittedBefore } from "../expect/connect-events.ts";
import { invalidKeys } from "../expect/secret-keys.ts";
import { aboutTransfer } from "../scenarios/transfers.ts";

/** Every event has a cause, and of these acts only two have any (§6.2). */
export default [
  /**
   * One reversal and three allocations, among requests of every kind that are refused or not reported; the events received once
   * the last allocation is reported.
   */
  rule("connect-events/no-event-without-its-cause", PATIENT, async (check) => {
    const vendor = await givenVendor(check);
    const inbox = await listening(check, vendor);
    const earlier = await emittedBefore(check, vendor, inbox);
    const first = await givenAllocation(check, vendor);
    // The vendor could pay for what is refused below.
    const second = await givenAllocation(check, vendor);
    const reversal = await givenReversal(check, first, 1);
    const refused: Answer[] = [await sendReversal(first, first.amount)];
    for (const act of await actsWithoutEvents(check, vendor, first.id)) refused.push(await act());
    const fence = await givenAllocation(check, vendor);
    const recorded = await gathered(
      inbox,
      [{ type: EVENT.transferCreated, where: aboutTransfer(fence.id) }],
      { earlier },
    );
    const credits = [first, second, fence];
    const made = [...credits.map(({ id }) => id), String(reversal.field("id"))];
    // Another rule judges what another merchant's key is granted.
    for (const answer of refused)
      if (answer.succeeded) made.push(String((answer.body as { id?: unknown } | null)?.id));
    for (const type of [EVENT.transferCreated, EVENT.transferReversed])
      expectNone(recorded, type, ({ data }) => !made.includes(String(data["id"])), "but of what was made");
    for (const type of [EVENT.feeCreated, EVENT.feeRefunded, EVENT.refundBlocked, EVENT.reversalBlocked])
      expectNone(recorded, type, () => true, "without a charge, a refund or a lack of funds");
    // Other clients' allocations to a vendor of the profile may become available meanwhile.
    if (!vendor.merchant.own) return;
    const matured = ofType(recorded, EVENT.fundsAvailable);
    if (matured.length > credits.length)
      throw new Violation({
        expected: `no more ${EVENT.fundsAvailable} than the ${credits.length} credits that there are`,
        actual: `${matured.length} came: ${JSON.stringify(matured.map(({ body }) => body))}`,
        event: matured[credits.length] ?? null,
      });
    const credited = credits.reduce((sum, { amount }) => sum + amount, 0);
    for (const { data } of matured)
      check.expect
        .that(`data.amount of ${EVENT.fundsAvailable}`, data["amount"])
        .toSatisfy("no more than was credited", (amount) => Number(amount) <= credited);
  }),
];

/** Requests without an event: refusals for the request, the target and the key, and operations that have no event. */
async function actsWithoutEvents(
  check: Check,
  { acct, merchant }: Vendor,
  allocationId: string,
): Promise<readonly (() => Promise<Answer>)[]> {
  const { api, own } = merchant;
  const { amount } = check.profile.ordinary;
  const body = { destination: acct, amount };
  const ownMeans = [
    () => api.replacePayoutSchedule({ json: { cadence: "never" } }),
    () => api.replacePayoutSchedule({ json: { cadence: "daily", enabled: false } }),
    // Nothing is available yet, or everything available is paid out: neither is reported.
    () => api.createWithdrawal({ path: { acct }, ...keyed() }),
  ];
  const creates = own && (await canCreateVendors(check));
  return [
    () => api.createAllocation({ json: { ...body, amount: 0 } }),
    () => api.createAllocation({ json: { ...body, destination: "acct_nobody" } }),
    ...invalidKeys(merchant).flatMap((key) => [
      () => check.as(key).createAllocation({ body }),
      () => check.as(key).createAllocationReversal({ path: { allocationId }, body: { amount: 1 } }),
    ]),
    () => api.createWithdrawal({ path: { acct }, ...keyed(), json: { amount } }),
    () => api.createWithdrawal({ path: { acct } }),
    ...(own ? ownMeans : []),
    ...(creates
      ? [
          async () => (await sendCreation(check, merchant, { extra: { phone: "242060000000" } })).answer,
          async () => (await sendCreation(check, merchant, { idempotencyKey: freshKey() })).answer,
        ]
      : []),
  ];
}
