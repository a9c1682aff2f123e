import * as fc from "fast-check";
import { type Check, Inconclusive, NeedMissing, rule } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { heldAfterWithdrawal } from "../fixtures/in-flight-withdrawals.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import {
  givenDelayed,
  givenFunds,
  isDelayed,
  noDelay,
  matured,
  vendorWithDelay,
  whilePending,
} from "../fixtures/funds.ts";
import { type Allocation, codeOf, givenAllocation, givenWithdrawal } from "../fixtures/money-movements.ts";
import { withdrawnAmount } from "../expect/observed.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { type Held, heldBy, heldOnce } from "../fixtures/wallets.ts";
import { expectHeld } from "../expect/balances.ts";
import { withCounterpart } from "../expect/refusals.ts";
import { givenReady, send, sentWhenFree } from "../fixtures/withdrawals.ts";

/** More than 31 bits. */
const LARGE = 3_000_000_001;

/** The amount of a withdrawal (§3, §4.7). */
export default [
  /** Reads the available balance after a withdrawal, and after one of more than 31 bits if the target takes such amounts. */
  rule("withdrawals/takes-the-whole-available-balance", async (check) => {
    await takesAll(check, await givenReady(check), check.profile.ordinary.amount * 2);
    await ifPossible(async () => {
      const vendor = await givenReady(check);
      if (!vendor.merchant.own) return;
      const path = { accountId: vendor.merchant.accountId };
      await check.control.call("fundMarketplace", { path, json: { amount: LARGE * 2 } });
      await takesAll(check, vendor, LARGE);
    });
  }),

  /** Compares the withdrawal's amount with the available balance before it. */
  rule("withdrawals/reports-the-available-balance", async (check) => {
    const first = await givenVendor(check, { withdrawable: true });
    await check.property({
      effort: 0.25,
      from: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 3 }),
      classesOf: (extras) => (extras.length > 1 ? ["several allocations"] : []),
      shares: { "several allocations": 0.2 },
      holds: async (extras) => {
        const vendor = await anotherVendor(check, first);
        let funds = 0;
        for (const extra of extras)
          funds += (await givenFunds(check, vendor, check.profile.ordinary.amount + extra)).amount;
        const { available } = await heldOnce(check, vendor, (held) => held.available >= funds);
        const { answer } = await givenWithdrawal(check, vendor);
        check.expect.field("amount", withdrawnAmount(check, answer), answer).toBe(available);
      },
    });
  }),

  /** A vendor with available and pending funds withdraws. */
  rule("withdrawals/leaves-the-pending-balance", async (check) => {
    const { vendor, pendingCredit, held: before } = await givenBoth(check);
    const { pending } = before;
    await whilePending(pendingCredit, async () => {
      await givenWithdrawal(check, vendor);
      await heldAfterWithdrawal(check, vendor, {
        before,
        expected: `${pending} pending and 0 available`,
        holds: (held) => held.pending === pending && held.available === 0,
      });
    });
  }),

  /** A vendor with only pending funds tries to withdraw, and succeeds once they are available. */
  rule("withdrawals/pending-funds-cannot-be-withdrawn", async (check) => {
    const { before, allocation } = await givenDelayed(check);
    const { vendor } = allocation;
    // Only a vendor without available funds shows it.
    if (before.available > 0) throw new NeedMissing("control.createVendor");
    await whilePending(allocation, async () => {
      const refused = await sentWhenFree(check, vendor, () => send(vendor));
      // A vendor whose credits are delayed may lack a payout destination, which may be reported first.
      if (codeOf(refused) === "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE")
        throw new NeedMissing("fixture.vendor-withdrawable");
      await withCounterpart(
        check,
        refused,
        () => check.expect(refused).toRefuse({ status: 422, code: "E_CONNECT_VENDOR_EMPTY_BALANCE" }),
        async () => {
          await matured(check, [allocation]);
          return (await givenWithdrawal(check, vendor)).answer;
        },
      );
    });
    await matured(check, [allocation]);
    await givenWithdrawal(check, vendor);
  }),

  /** Compares the balances before and after withdrawals during outages. A withdrawal after them succeeds. */
  rule("withdrawals/outage-moves-no-money", { alone: true }, async (check) => {
    let stopped = 0;
    for (const service of ["sso", "upstream"]) {
      const vendor = await givenReady(check);
      const before = await heldBy(check, vendor);
      const end = await outage(check, vendor, service);
      const refused = await send(vendor);
      await end();
      if (refused.status < 500) continue;
      stopped += 1;
      await expectHeld(check, vendor, before, `after a withdrawal that the outage of ${service} stopped`);
      await givenWithdrawal(check, vendor);
    }
    if (stopped === 0) throw new Inconclusive("no outage stopped a withdrawal");
  }),
];

/** A vendor with available and pending funds. @throws NeedMissing if no credit is delayed */
async function givenBoth(
  check: Check,
): Promise<{ readonly vendor: Vendor; readonly pendingCredit: Allocation; readonly held: Held }> {
  let vendor = await givenReady(check);
  let pendingCredit = await givenAllocation(check, vendor);
  if (!isDelayed(pendingCredit)) {
    vendor = await vendorWithDelay(check);
    await givenFunds(check, vendor);
    pendingCredit = await givenAllocation(check, vendor);
  }
  if (!isDelayed(pendingCredit)) throw noDelay(check, pendingCredit);
  const { amount } = pendingCredit;
  const held = await heldOnce(check, vendor, ({ pending, available }) => pending >= amount && available > 0);
  return { vendor, pendingCredit, held };
}

async function takesAll(check: Check, vendor: Vendor, amount: number): Promise<void> {
  await givenFunds(check, vendor, amount);
  const before = await heldBy(check, vendor);
  await givenWithdrawal(check, vendor);
  await heldAfterWithdrawal(check, vendor, {
    before,
    expected: "an available balance of 0 after the withdrawal",
    holds: ({ available }) => available === 0,
  });
}
