import { type Check, NeedMissing } from "../kit.ts";
import { marketplaceTotal } from "../fixtures/wallets.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { givenFunds } from "../fixtures/funds.ts";
import {
  type Allocation,
  codeOf,
  givenAllocation,
  givenReversal,
  givenWithdrawal,
  sendReversal,
} from "../fixtures/money-movements.ts";
import { type Observer, summaryOf } from "../expect/observing.ts";

/** How amounts out of bounds are answered (§4.5). */
export const bounds: Observer = async (check) => {
  const allocation = await givenAllocation(check, await givenVendor(check));
  // A target that accepts such amounts returns them, so these answers are not judged.
  const ask = (amount: unknown) =>
    check.send({
      method: "POST",
      to: "/v1/connect/allocations/{allocationId}/reversals",
      path: { allocationId: allocation.id },
      json: { amount },
      key: allocation.vendor.merchant.testKey,
    });
  const observed: string[] = [];
  for (const amount of [-1, 0.5, 0]) observed.push(`${amount}: ${summaryOf(await ask(amount))}`);
  check.observe("reversal-amount-bounds", observed.join("; "));
  check.observe("reversal-null-amount", summaryOf(await ask(null)));
};

/** Open points about refusals for insufficient funds (§7.4, §7.5). */
export const insufficientFunds: Observer = async (check) => {
  const vendor = await givenVendor(check, { withdrawable: true });
  const allocation = await givenFunds(check, vendor);
  await givenWithdrawal(check, vendor);
  const refused = await sendReversal(allocation);
  const isLocked = codeOf(refused) === "E_PENDING_WITHDRAW";
  check.observe("withdrawal-flight-routes", isLocked ? "reversals too" : "not reversals");
  if (isLocked) return;
  const { currency } = refused.body as unknown as { currency?: unknown };
  check.observe("refusal-currency-casing", JSON.stringify(currency) ?? "absent");
  check.observe("reversal-precedence", summaryOf(await sendReversal(allocation, allocation.amount + 1)));
};

/** Whether a reversal returns the fee. Needs control. */
export const fee: Observer = async (check) => {
  check.require("control.readBalances");
  const allocation = await givenOwn(check);
  const before = await marketplaceTotal(check, allocation.vendor);
  await givenReversal(check, allocation);
  const credit = (await marketplaceTotal(check, allocation.vendor)) - before;
  check.observe("reversal-fee-return", credit > allocation.amount ? "returned" : "kept");
};

/** How a reversal is answered after the vendor was deleted. Needs control. */
export const deleted: Observer = async (check) => {
  check.require("control.deleteVendor");
  const allocation = await givenOwn(check);
  const { acct, merchant } = allocation.vendor;
  await check.control.call("deleteVendor", { path: { accountId: merchant.accountId, id: acct } });
  check.observe("reversal-deleted-vendor", summaryOf(await sendReversal(allocation)));
};

async function givenOwn(check: Check): Promise<Allocation> {
  const vendor = await givenVendor(check, { own: true });
  if (!vendor.merchant.own) throw new NeedMissing("control.createMerchant");
  return givenAllocation(check, vendor);
}
