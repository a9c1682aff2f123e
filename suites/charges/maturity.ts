import { rule } from "../kit.ts";
import { expectHeld } from "../expect/balances.ts";
import { expectPending } from "../expect/maturity.ts";
import { givenChargeCredit } from "../fixtures/charge-credits.ts";
import { matured, requireDelay, withDelay } from "../fixtures/funds.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { heldBy, totalOf } from "../fixtures/wallets.ts";

/** When the credit of a captured charge becomes available, by the date in the vendor's transactions (§2.10, §3). */
export default [
  /** Reads the balances right after the capture and half a minute before `available_at`. */
  rule("charges/credit-is-pending-until-available-at", async (check) => {
    await withDelay(check, async (vendor) => {
      const before = await heldBy(check, vendor);
      const credit = await givenChargeCredit(check, vendor);
      await requireDelay(check, credit);
      await expectPending(check, before, credit);
    });
  }),

  /** Reads the balances after that date. */
  rule("charges/credit-is-available-from-available-at", async (check) => {
    const vendor = await givenVendor(check);
    const before = await heldBy(check, vendor);
    const credit = await givenChargeCredit(check, vendor);
    await matured(check, [credit]);
    const expected = { pending: 0, available: totalOf(before) + credit.amount };
    await expectHeld(check, vendor, expected, "from available_at on");
  }),
];
