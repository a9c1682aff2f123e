import { unknownIds } from "../../generators/index.ts";
import { type Answer, NeedMissing, rule } from "../kit.ts";
import { endInFlightWithdrawals } from "../fixtures/in-flight-withdrawals.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import { givenFunds } from "../fixtures/funds.ts";
import {
  type Allocation,
  givenAllocation,
  givenReversal,
  sendReversal,
} from "../fixtures/money-movements.ts";
import { givenTwoMarketplaces } from "../fixtures/vendor-conditions.ts";
import { heldBy, totalOf } from "../fixtures/wallets.ts";
import { expectHeld, expectTotal } from "../expect/balances.ts";
import { observing } from "../expect/observing.ts";
import { expectAcceptance, expectRefusal, requireRefused } from "../expect/refusals.ts";
import { foreignAndLive } from "./observations.ts";
import { givenForeignVendorWithOwner, givenLiveVendor } from "../fixtures/unreachable-vendors.ts";

/** Requests that name other marketplaces' vendors and allocations have no effect (§7.3). */
export default [
  /** Reads the vendor's balance with its own marketplace's key. */
  rule("connect-targets/allocation-to-foreign-credits-nothing", async (check) => {
    const { merchant } = await givenVendor(check);
    const foreign = await givenForeignVendorWithOwner(check);
    const before = totalOf(await heldBy(check, foreign));
    for (const amount of [check.profile.ordinary.amount, check.profile.ordinary.amount * 2]) {
      await merchant.api.createAllocation({ body: { destination: foreign.acct, amount } });
    }
    await expectTotal(check, foreign, before, "after another marketplace tried to allocate");
    const { amount } = await givenAllocation(check, foreign);
    await expectTotal(check, foreign, before + amount, "after its own marketplace's allocation alone");
  }),

  /** Reads the live vendor's balance with the live key. */
  rule("connect-targets/allocation-to-live-vendor-credits-nothing", async (check) => {
    const vendor = await givenVendor(check);
    const { merchant } = vendor;
    if (merchant.liveKey === null) throw new NeedMissing("key.live");
    const acct = await givenLiveVendor(check, merchant);
    const live: Vendor = { acct, merchant: { ...merchant, api: check.as(merchant.liveKey) } };
    const before = totalOf(await heldBy(check, live));
    const amount = check.profile.ordinary.amount;
    for (const parts of [{}, keyed()]) {
      const answer = await merchant.api.createAllocation({ body: { destination: acct, amount }, ...parts });
      requireRefused(answer, "an allocation to a live vendor");
    }
    await expectTotal(check, live, before, "after allocations with a test key");
    await givenAllocation(check, vendor);
  }),

  /** Allocates to the marketplace's own account, then to a vendor. */
  observing(
    rule("connect-targets/allocation-to-oneself", async (check) => {
      const vendor = await givenVendor(check);
      const { requested } = await givenAllocation(check, vendor);
      const { accountId, api } = vendor.merchant;
      const answer = await api.createAllocation({ body: { destination: accountId, amount: requested } });
      check.expect(answer).toAnswer(403);
      check.observe("self-allocation-body", answer.summary);
    }),
    foreignAndLive,
  ),

  /** Another marketplace requests the reversal, then the owner does. */
  rule("connect-targets/foreign-allocation-cannot-be-reversed", async (check) => {
    const [here, there] = await givenTwoMarketplaces(check);
    const foreign = await givenAllocation(check, there);
    for (const amount of [100, undefined]) {
      const answer = await reverseAs(here, foreign, amount);
      expectRefusal(answer, "another marketplace's allocation");
      check.observe("reversal-unknown-allocation", `another's: ${answer.status}`);
    }
    await givenReversal(check, foreign, 100);
  }),

  /** The owner then reverses the full amount. */
  rule("connect-targets/foreign-reversal-moves-no-money", async (check) => {
    const [here, there] = await givenTwoMarketplaces(check);
    await givenAllocation(check, here);
    const foreign = await givenAllocation(check, there);
    await reverseAs(here, foreign, 100);
    await reverseAs(here, foreign, undefined);
    const whole = await sendReversal(foreign);
    expectAcceptance(whole, "the full amount of an allocation that no other merchant could reverse");
    check.expect.that("the amount of the full reversal", whole.field("amount"), whole).toBe(foreign.amount);
  }),

  /** Uses unknown ids of the same form as an allocation's id. */
  rule("connect-targets/unknown-allocation-cannot-be-reversed", async (check) => {
    const known = await givenAllocation(check, await givenVendor(check));
    await givenReversal(check, known, 100);
    await check.property({
      effort: 0.4,
      from: unknownIds("ctr_", { like: known.id }),
      holds: async (id) => {
        const answer = await reverseAs(known.vendor, { ...known, id }, 100);
        expectRefusal(answer, "an unknown allocation");
        check.observe("reversal-unknown-allocation", `unknown: ${answer.status}`);
      },
    });
  }),

  /** Reads the vendor's available balance with its own marketplace's key. */
  rule("connect-targets/withdrawal-of-foreign-pays-nothing", async (check) => {
    const { merchant } = await givenVendor(check);
    const foreign = await givenForeignVendorWithOwner(check);
    await givenFunds(check, foreign);
    const before = await heldBy(check, foreign);
    for (const _attempt of [1, 2]) {
      await merchant.api.createWithdrawal({ path: { acct: foreign.acct }, ...keyed() });
    }
    // A withdrawal may debit the balance only when it ends.
    if (check.has("control.settleWithdrawal")) await endInFlightWithdrawals(check, foreign);
    await expectHeld(check, foreign, before, "after another marketplace tried to withdraw");
  }),
];

/** Sends a reversal with the key of another merchant than the allocation's. */
function reverseAs(
  { merchant }: Vendor,
  allocation: Allocation,
  amount: number | undefined,
): Promise<Answer> {
  return merchant.api.createAllocationReversal({
    path: { allocationId: allocation.id },
    body: amount === undefined ? {} : { amount },
  });
}
