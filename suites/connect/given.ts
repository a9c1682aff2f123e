import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { lease, leaseFree } from "./broker.ts";
import { canMakeMarketplaces, type FeePayer, feePayerOf, ownMarketplace } from "./merchants.ts";
import { makeVendor } from "./vendor-making.ts";

/** A vendor that no other check uses, with the marketplace that it belongs to. */
export interface Vendor {
  readonly acct: string;
  readonly merchant: Merchant;
}

/** What a check wants of its vendors. */
export interface VendorWish {
  /** Who bears the fee; either without. */
  readonly feePayer?: FeePayer;
  /** It has a payout destination, and what it is allocated becomes available during the run. */
  readonly withdrawable?: boolean;
  /** Of a marketplace of this check alone, where control can make one. */
  readonly own?: true;
  /** False leaves the compliance file of a vendor that is made for the check as it is. */
  readonly approved?: false;
}

/** The ids that a fixture of the profile lists. */
export function fixtureList(check: Check, name: string): readonly string[] {
  const listed = check.profile.fixtures[name];
  return listed === undefined ? [] : typeof listed === "string" ? [listed] : listed;
}

/** One vendor, as `givenVendors`. */
export async function givenVendor(check: Check, wish: VendorWish = {}): Promise<Vendor> {
  const [vendor] = await givenVendors(check, 1, wish);
  if (vendor === undefined) throw new NeedMissing("fixture.vendor");
  return vendor;
}

/**
 * Vendors of one funded marketplace, for this check alone: leased from those that the profile names, where as many are free,
 * else of a marketplace of its own by control, else leased once they are free, else made through the port.
 * @throws NeedMissing when nothing supplies them
 */
export async function givenVendors(
  check: Check,
  count: number,
  wish: VendorWish = {},
): Promise<readonly Vendor[]> {
  // What the port makes need not have a payout destination: nobody onboarded it.
  const makes = wish.withdrawable !== true || check.has("control.createVendor");
  if (canMakeMarketplaces(check) && makes) {
    const named = await namedVendors(check, count, wish);
    if (named !== null) return named;
    const merchant = await ownMarketplace(check, wish.feePayer);
    const vendors: Vendor[] = [];
    while (vendors.length < count)
      vendors.push({ acct: await makeVendor(check, merchant, {}, wish.approved), merchant });
    return vendors;
  }
  return fromProfile(check, count, wish);
}

/** Vendors that the profile names for a wish; null where too few are free, or where control has to act on their marketplace. */
async function namedVendors(
  check: Check,
  count: number,
  { feePayer, withdrawable, own, approved }: VendorWish,
): Promise<readonly Vendor[] | null> {
  // Nobody knows whose file a named vendor has.
  const isMade = own === true || approved === false || (withdrawable === true && feePayer !== undefined);
  if (isMade || check.rule.needs.some((need) => need.startsWith("control."))) return null;
  const fixture =
    feePayer !== undefined
      ? `merchant-fee-on-${feePayer}`
      : withdrawable === true
        ? "vendor-withdrawable"
        : "vendor";
  const accts = leaseFree(check, fixtureList(check, fixture), count);
  if (accts === null) return null;
  const merchant = await check.merchant();
  for (const acct of feePayer === undefined ? [] : accts)
    if (!(await merchant.api.retrieveAccount({ path: { acct } })).succeeded) return null;
  return accts.map((acct) => ({ acct, merchant }));
}

/** One more vendor of the same marketplace where that costs nothing, else the same one again: for rounds of a property. */
export async function anotherVendor(check: Check, vendor: Vendor): Promise<Vendor> {
  if (!vendor.merchant.own || !check.has("control.createVendor")) return vendor;
  return { acct: await makeVendor(check, vendor.merchant), merchant: vendor.merchant };
}

/** How many vendors a run makes through the API for its checks to share: creations are limited (§8). */
const MOST_MADE = 9;
const made = new WeakMap<Profile, string[]>();

async function fromProfile(check: Check, count: number, wish: VendorWish): Promise<readonly Vendor[]> {
  const listed = wish.withdrawable === true ? "vendor-withdrawable" : "vendor";
  const payers = wish.feePayer === undefined ? [] : fixtureList(check, `merchant-fee-on-${wish.feePayer}`);
  if (payers.length > 0 && wish.withdrawable !== true) {
    const accts = await lease(check, {
      need: `fixture.merchant-fee-on-${wish.feePayer}`,
      count,
      stock: () => payers,
    });
    return Promise.all(accts.map((acct) => ownerFound(check, acct)));
  }
  const merchant = await check.merchant();
  const own = fixtureList(check, listed);
  // Creations through the API are limited (§8), so other vendors of the profile come first.
  const fixtures = own.length > 0 ? own : fixtureList(check, "vendor-withdrawable");
  const grown = made.get(check.profile) ?? [];
  made.set(check.profile, grown);
  const makes = fixtures.length === 0 && listed === "vendor" && canMakeVendors(check);
  const accts = await lease(check, {
    need: `fixture.${listed}`,
    count,
    stock: () => (makes ? grown : fixtures),
    ...(makes
      ? {
          grow: async () => {
            if (grown.length >= MOST_MADE) return false;
            grown.push(await makeVendor(check, merchant));
            return true;
          },
        }
      : {}),
  });
  const vendors = accts.map((acct): Vendor => ({ acct, merchant }));
  if (wish.feePayer !== undefined) {
    for (const { acct } of vendors) {
      const payer = await feePayerOf(check, merchant, acct);
      if (payer !== wish.feePayer) throw new NeedMissing(`fixture.merchant-fee-on-${wish.feePayer}`);
    }
  }
  return vendors;
}

function canMakeVendors(check: Check): boolean {
  return check.has("control.createVendor") || check.has("port.createVendor");
}

/**
 * A vendor of the profile with the merchant, of those whose keys the run has, that can read it.
 * @throws NeedMissing when no key of the run can
 */
export async function ownerFound(check: Check, acct: string): Promise<Vendor> {
  const first = await check.merchant();
  if ((await first.api.retrieveAccount({ path: { acct } })).succeeded) return { acct, merchant: first };
  const second = await check.otherMerchant();
  if ((await second.api.retrieveAccount({ path: { acct } })).succeeded) return { acct, merchant: second };
  throw new NeedMissing("key.second-merchant");
}

/** A vendor that can be read and is otherwise left alone: any of the account will do. @throws NeedMissing */
export async function givenReadableVendor(check: Check): Promise<Vendor> {
  if (canMakeMarketplaces(check) || check.has("fixture.vendor")) return givenVendor(check);
  const merchant = await check.merchant();
  const listed = await merchant.api.listAccounts();
  const { data } = (listed.succeeded ? listed.body : {}) as { data?: readonly { id?: unknown }[] };
  const found = data?.find((entry) => typeof entry.id === "string" && entry.id !== "")?.id;
  if (typeof found !== "string") throw new NeedMissing("found.vendor");
  return { acct: found, merchant };
}
