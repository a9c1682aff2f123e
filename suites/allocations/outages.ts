import { rule, type RuleCheck, type RuleId } from "../kit.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { codeOf, givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import { feePayerOf } from "../fixtures/marketplaces.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { expectOutage } from "../expect/outages.ts";
import { marketplaceFunds } from "../scenarios/blocked-refunds.ts";
import { heldBy, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { observing } from "../expect/observing.ts";
import { outageKey } from "./observations.ts";

interface Service {
  readonly service: "pricing" | "availability-delay";
  readonly code: string;
}

const pricing: Service = { service: "pricing", code: "E_CONNECT_PRICING_UNAVAILABLE" };
const delay: Service = { service: "availability-delay", code: "E_CONNECT_AVAILABILITY_DELAY_UNSET" };

/** Allocations during outages of pricing and of the availability delay are refused (§7.7) and move no money. */
export default [
  refusedDuring("allocations/pricing-outage-refused", pricing),
  refusedDuring("allocations/delay-unset-refused", delay),
  keepsBalancesDuring("allocations/pricing-outage-moves-no-money", pricing),
  keepsBalancesDuring("allocations/delay-unset-moves-no-money", delay),

  /** Repeats the same allocation during and after the outage, under new keys. */
  observing(
    rule("allocations/pricing-outage-recovery", { alone: true }, async (check) => {
      const vendor = await givenVendor(check);
      await givenAllocation(check, vendor);
      const end = await outage(check, vendor, pricing.service);
      const { amount } = check.profile.ordinary;
      check.expect(await sendAllocation(check, vendor, amount)).toAnswer(503);
      await end();
      const then = await check.eventually({
        expected: "allocations to succeed after the outage of pricing",
        withinMs: check.profile.deadlines.consistencyMs,
        read: () => sendAllocation(check, vendor, amount, freshKey()),
        holds: (answer) => codeOf(answer) !== pricing.code,
        show: (answer) => answer.summary,
      });
      check.expect(then).toAnswer(201);
    }),
    outageKey,
  ),
];

/**
 * Sends the same allocations before and during the outage, for each fee payer that control can supply. The small ones may be refused for what
 * they leave to the vendor.
 */
function refusedDuring(id: RuleId, { service, code }: Service): RuleCheck {
  return rule(id, { alone: true }, async (check) => {
    const { amount } = check.profile.ordinary;
    const judge = async (vendor: Vendor): Promise<void> => {
      await givenAllocation(check, vendor);
      const small: number[] = [];
      for (const some of [1, 100, 500, 999])
        if ((await sendAllocation(check, vendor, some)).succeeded) small.push(some);
      await outage(check, vendor, service);
      for (const some of [amount, amount * 3, ...small])
        expectOutage(check, await sendAllocation(check, vendor, some), code);
    };
    const vendor = await givenVendor(check);
    const payer = await feePayerOf(check, vendor.merchant, vendor.acct);
    await judge(vendor);
    const feePayer = payer === "account" ? "controller" : "account";
    const other = await ifPossible(() => givenVendor(check, { feePayer, own: true }));
    if (other?.merchant.own === true) await ifPossible(() => judge(other));
  });
}

/** Compares balances before and after refused allocations, then allocates once after the outage. */
function keepsBalancesDuring(id: RuleId, { service }: Service): RuleCheck {
  return rule(id, { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    const before = totalOf(await heldBy(check, vendor));
    const funds = await marketplaceFunds(check, vendor);
    const end = await outage(check, vendor, service);
    for (const _attempt of [1, 2]) await sendAllocation(check, vendor, check.profile.ordinary.amount);
    await expectTotal(check, vendor, before, "during the outage");
    check.expect
      .that("the marketplace's balance after refused allocations", await marketplaceFunds(check, vendor))
      .toBe(funds);
    await end();
    const { amount } = await givenAllocation(check, vendor);
    await expectTotal(check, vendor, before + amount, "after one successful allocation");
  });
}
