import type { Check } from "../kit.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { canAdvanceTime, advanceTimeBy } from "../fixtures/funds.ts";
import { canMakeMarketplaces } from "../fixtures/marketplaces.ts";
import { marketplaceTotal } from "../fixtures/wallets.ts";
import { givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { formOf, type Observer, summaryOf } from "../expect/observing.ts";

type Look = (check: Check, vendor: Vendor) => Promise<void>;

/** An observer that uses the check's own vendor. */
const withVendor =
  (...looks: readonly Look[]): Observer =>
  async (check) => {
    const vendor = await givenVendor(check);
    for (const look of looks) await look(check, vendor);
  };

/** Open points about the fields of an allocation (§2.5, §4.5). */
export const figures: Observer = withVendor(
  async (check, vendor) => {
    const { answer } = await givenAllocation(check, vendor);
    const { available_at: at } = answer.body as { available_at?: unknown };
    check.observe("allocation-available-at-format", at === null ? "null" : formOf(at));
  },
  async (check, vendor) => {
    const observed: string[] = [];
    for (const factor of [1, 2]) {
      const { requested, fee } = await givenAllocation(check, vendor, check.profile.ordinary.amount * factor);
      observed.push(`${requested}: ${fee}`);
    }
    check.observe("allocation-fee-amount", observed.join("; "));
  },
  async (check, { acct, merchant }) => {
    const { amount } = check.profile.ordinary;
    // A target that accepts fractions returns them, so this answer is not judged.
    const answer = await check.send({
      method: "POST",
      to: "/v1/connect/allocations",
      json: { destination: acct, amount: amount + 0.5 },
      key: merchant.testKey,
    });
    const { amount: made } = answer.body as { amount?: unknown };
    check.observe("allocation-amount-fractions", `${summaryOf(answer)}, amount ${JSON.stringify(made)}`);
  },
  async (check, { acct, merchant }) => {
    const { amount } = check.profile.ordinary;
    const json = { destination: acct, amount, currency: "eur" };
    check.observe("allocation-currency-field", summaryOf(await merchant.api.createAllocation({ json })));
  },
  async (check, { merchant }) => {
    const json = { destination: 17, amount: check.profile.ordinary.amount };
    check.observe("required-destination-refusal", summaryOf(await merchant.api.createAllocation({ json })));
  },
);

/** The amount that a marketplace is debited if the vendor pays the fee. Needs control. */
export const debit: Observer = async (check) => {
  check.require("control.readBalances");
  const vendor = await givenVendor(check, { feePayer: "account", own: true });
  if (!vendor.merchant.own) return;
  const before = await marketplaceTotal(check, vendor);
  const { requested, amount } = await givenAllocation(check, vendor);
  const debited = before - (await marketplaceTotal(check, vendor));
  check.observe(
    "allocation-debit-on-account",
    debited === requested ? "the requested amount" : debited === amount ? "the net amount" : "something else",
  );
};

/** How an allocation is answered if the marketplace lacks funds. Needs control. */
export const insufficientFunds: Observer = async (check) => {
  if (!canMakeMarketplaces(check)) return;
  const merchant = await check.ownMerchant({ connectMode: "marketplace", funds: 1 });
  const vendor: Vendor = { acct: await makeVendor(check, merchant), merchant };
  const answer = await sendAllocation(check, vendor, check.profile.ordinary.amount);
  check.observe("allocation-marketplace-funds", summaryOf(answer));
};

/** Open points about keys (§4.5, §7.6). */
export const keys: Observer = withVendor(
  async (check, vendor) => {
    const { amount } = check.profile.ordinary;
    const long = `${freshKey()}${"k".repeat(256)}`.slice(0, 256);
    const observed = [
      `256 characters: ${summaryOf(await sendAllocation(check, vendor, amount, long))}`,
      `empty: ${summaryOf(await sendAllocation(check, vendor, amount, ""))}`,
    ];
    check.observe("allocation-key-limits", observed.join("; "));
  },
  async (check, vendor) => {
    if (!canAdvanceTime(check, vendor)) return;
    const { amount } = check.profile.ordinary;
    const key = freshKey();
    const first = check.succeeded(await sendAllocation(check, vendor, amount, key));
    await advanceTimeBy(check, vendor, 25 * 3_600_000);
    const again = await sendAllocation(check, vendor, amount, key);
    const same = again.succeeded && again.field("id") === first.field("id");
    check.observe(
      "allocation-replay-window",
      `after 25 hours: ${summaryOf(again)}${same ? ", the original" : ""}`,
    );
  },
);

/** Whether the key of an allocation that an outage refused can be used again. */
export const outageKey: Observer = async (check) => {
  const first = await givenVendor(check);
  if (!first.merchant.own) return;
  const vendor = await anotherVendor(check, first);
  const key = freshKey();
  const { amount } = check.profile.ordinary;
  const end = await outage(check, vendor, "pricing");
  await sendAllocation(check, vendor, amount, key);
  await end();
  check.observe("pricing-outage-key", summaryOf(await sendAllocation(check, vendor, amount, key)));
};
