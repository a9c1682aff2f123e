import { type Answer, type Check, numberOf, rule, textOf, Violation } from "../kit.ts";
import { PATIENT, canCreateVendors, sendCreation } from "../fixtures/vendor-creations.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey, keyed } from "../fixtures/idempotency-keys.ts";
import { givenAllocation, givenReversal, sendReversal } from "../fixtures/money-movements.ts";
import { EVENT, expectNone, gathered, listening, ofType, emittedBefore } from "../expect/connect-events.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { aboutTransfer } from "../scenarios/transfers.ts";

/** Every event has a cause (§6.2). Of the requests below, only the allocations and the reversal cause any. */
export default [
  /**
   * Makes three allocations and one reversal, along with requests of every kind that are refused or cause no event. Then judges the events
   * received until the last allocation is reported.
   */
  rule("connect-events/no-event-without-its-cause", PATIENT, async (check) => {
    const vendor = await givenVendor(check);
    const inbox = await listening(check, vendor);
    const earlier = await emittedBefore(check, vendor, inbox);
    const first = await givenAllocation(check, vendor);
    // Gives the vendor funds, so that lack of funds is not the reason of the refusals below.
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
    const made = [...credits.map(({ id }) => id), textOf(reversal.field("id"))];
    // Another rule judges whether another merchant's key is accepted.
    for (const answer of refused)
      if (answer.succeeded) made.push(textOf((answer.body as { id?: unknown } | null)?.id));
    for (const type of [EVENT.transferCreated, EVENT.transferReversed])
      expectNone(
        recorded,
        type,
        ({ data }) => !made.includes(textOf(data["id"])),
        "for another allocation or reversal than the successful ones",
      );
    for (const type of [EVENT.feeCreated, EVENT.feeRefunded, EVENT.refundBlocked, EVENT.reversalBlocked])
      expectNone(recorded, type, () => true, "because there was no charge, no refund and no lack of funds");
    // If the vendor is the profile's, other clients' allocations may become available meanwhile.
    if (!vendor.merchant.own) return;
    const matured = ofType(recorded, EVENT.fundsAvailable);
    if (matured.length > credits.length)
      throw new Violation({
        expected: `at most ${credits.length} ${EVENT.fundsAvailable}, one for each credit`,
        actual: `${matured.length} arrived: ${JSON.stringify(matured.map(({ body }) => body))}`,
        event: matured[credits.length] ?? null,
      });
    const credited = credits.reduce((sum, { amount }) => sum + amount, 0);
    for (const { data } of matured)
      check.expect
        .that(`data.amount of ${EVENT.fundsAvailable}`, data["amount"])
        .toSatisfy("at most the credited amount", (amount) => numberOf(amount) <= credited);
  }),
];

/** Sends requests that cause no event: refused ones (for their parameters, target or key), and operations that have no event. */
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
    // Refused because nothing is available yet, or successful if something is. Neither emits an event.
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
