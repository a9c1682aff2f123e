import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { lease } from "../connect/broker.ts";
import { fixtureList, ownerFound, type Vendor } from "../connect/given.ts";
import { canMakeMarketplaces, ownMarketplace } from "../connect/merchants.ts";
import { allocationOf, sendAllocation, sendReversal } from "../connect/money.ts";
import { makeVendor } from "../connect/vendor-making.ts";

/** Vendors that a merchant cannot reach. */

/** One of another marketplace: by control, else the fixture's. @throws NeedMissing */
export async function givenForeign(check: Check): Promise<string> {
  const [listed] = fixtureList(check, "vendor-foreign");
  if (listed !== undefined) return listed;
  if (!canMakeMarketplaces(check)) throw new NeedMissing("fixture.vendor-foreign");
  return makeVendor(check, await ownMarketplace(check));
}

/** One of another marketplace with the merchant whose it is, for this check alone. @throws NeedMissing */
export async function givenForeignWithOwner(check: Check): Promise<Vendor> {
  if (canMakeMarketplaces(check)) {
    const merchant = await ownMarketplace(check);
    return { acct: await makeVendor(check, merchant), merchant };
  }
  const listed = fixtureList(check, "vendor-foreign");
  const [acct = ""] = await lease(check, { need: "fixture.vendor-foreign", count: 1, stock: () => listed });
  const vendor = await ownerFound(check, acct);
  // Read by the default key, it would be none of another's.
  if (vendor.merchant.testKey === (await check.merchant()).testKey)
    throw new NeedMissing("key.second-merchant");
  return vendor;
}

/** A deleted one of the merchant's own: by control, else the fixture's. @throws NeedMissing */
export async function givenDeleted(check: Check, merchant: Merchant): Promise<string> {
  const [listed] = fixtureList(check, "vendor-deleted");
  if (listed !== undefined && !merchant.own) return listed;
  check.require("control.deleteVendor");
  const acct = await makeVendor(check, merchant);
  if (merchant.own) await givePast(check, { acct, merchant });
  await check.control.call("deleteVendor", { path: { accountId: merchant.accountId, id: acct } });
  return acct;
}

/** The same, or null where there is none to be had. */
export async function deletedOrNone(check: Check, merchant: Merchant): Promise<string | null> {
  try {
    return await givenDeleted(check, merchant);
  } catch (error) {
    if (error instanceof NeedMissing) return null;
    throw error;
  }
}

/** Something that happened to a vendor, and left it nothing: with a past it is as much out of reach as without. */
async function givePast(check: Check, vendor: Vendor): Promise<void> {
  const { amount } = check.profile.ordinary;
  const made = await sendAllocation(check, vendor, amount);
  if (made.succeeded) await sendReversal(allocationOf(vendor, amount, made));
}

/** A live one of the merchant's own: by control, else the fixture's. @throws NeedMissing */
export async function givenLive(check: Check, merchant: Merchant): Promise<string> {
  const [listed] = fixtureList(check, "vendor-live");
  if (listed !== undefined && !merchant.own) return listed;
  return makeVendor(check, merchant, { mode: "live" });
}
