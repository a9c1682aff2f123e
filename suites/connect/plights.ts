import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { lease } from "./broker.ts";
import { fixtureList, givenVendor, ownerFound, type Vendor } from "./given.ts";
import { canMakeMarketplaces, ownMarketplace } from "./merchants.ts";
import { codeOf } from "./money.ts";
import { makeVendor, type VendorCondition } from "./vendor-making.ts";

/**
 * A vendor of a merchant in some plight: by control, or the fixture's, which is the variable that holds the merchant's test
 * key and a vendor of it.
 * @throws NeedMissing
 */
export async function givenPlight(
  check: Check,
  fixture: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Vendor> {
  const listed = fixtureList(check, fixture);
  const acct = listed.find((entry) => entry.startsWith("acct_"));
  if (acct === undefined) {
    check.require("control.createVendor");
    const merchant = await check.ownMerchant(options);
    return { acct: await makeVendor(check, merchant), merchant };
  }
  await lease(check, { need: `fixture.${fixture}`, count: 1, stock: () => [acct] });
  const named = listed.some((entry) => !entry.startsWith("acct_"));
  return named ? { acct, merchant: await check.merchantLike(fixture, options) } : ownerFound(check, acct);
}

/**
 * A vendor of a merchant that never activated Connect, as the activation tells.
 * @throws NeedMissing where it tells a mode: what the target was asked for is not what it made
 */
export async function givenDormant(check: Check): Promise<Vendor> {
  const fixture = "vendor-of-unactivated-merchant";
  const vendor = await givenPlight(check, fixture, { connectMode: null });
  const read = await vendor.merchant.api.retrieveActivation();
  const { connect_mode: mode } = (read.succeeded ? read.body : {}) as { connect_mode?: unknown };
  if (typeof mode === "string") throw new NeedMissing(`fixture.${fixture}`);
  return vendor;
}

/**
 * A vendor in a condition: the fixture's, else one that control makes, of the same marketplace as an ordinary one.
 * @throws NeedMissing without a fixture where control cannot make it: an empty condition is none that it could
 */
export async function givenVendorIn(
  check: Check,
  fixture: string,
  condition: VendorCondition,
): Promise<Vendor> {
  const listed = fixtureList(check, fixture);
  const makes = check.has("control.createVendor") && Object.keys(condition).length > 0;
  if (listed.length === 0 && makes) {
    const merchant = canMakeMarketplaces(check) ? await ownMarketplace(check) : await check.merchant();
    return { acct: await makeVendor(check, merchant, condition), merchant };
  }
  const [acct] = await lease(check, { need: `fixture.${fixture}`, count: 1, stock: () => listed });
  if (acct === undefined) throw new NeedMissing(`fixture.${fixture}`);
  return { acct, merchant: await check.merchant() };
}

/** An ordinary vendor beside one in a condition: of the same marketplace, so that only the condition differs. */
export async function givenTwin(check: Check, { merchant }: Vendor): Promise<Vendor> {
  if (merchant.own) return { acct: await makeVendor(check, merchant), merchant };
  return givenVendor(check);
}

/** Two vendors of two marketplaces, the first that of the test key. @throws NeedMissing */
export async function givenTwoMarketplaces(
  check: Check,
  wish: { readonly withdrawable?: boolean } = {},
): Promise<readonly [Vendor, Vendor]> {
  const first = await givenVendor(check, { ...wish, own: true });
  if (first.merchant.own) return [first, await givenVendor(check, { ...wish, own: true })];
  check.require("key.second-merchant");
  const listed = fixtureList(check, "vendor-of-second-merchant");
  const [acct] = await lease(check, {
    need: "fixture.vendor-of-second-merchant",
    count: 1,
    stock: () => listed,
  });
  const merchant: Merchant = await check.otherMerchant();
  return [first, { acct: acct ?? "", merchant }];
}

/** Makes a service fail for a vendor's merchant until the check ends, or until the returned function is called. */
export async function outage(
  check: Check,
  { merchant }: Vendor,
  service: string,
): Promise<() => Promise<void>> {
  const path = { accountId: merchant.accountId };
  let ended = false;
  const end = async (by: Check): Promise<void> => {
    if (ended) return;
    ended = true;
    await by.control.call("endOutage", { path: { ...path, service } });
  };
  await check.control.call("declareOutage", { path, json: { service } });
  check.cleanUp(end);
  return () => end(check);
}

/** The statuses that the document gives with the codes of outages (§7.7). */
const OUTAGES: Readonly<Record<string, 502 | 503>> = {
  E_CONNECT_PRICING_UNAVAILABLE: 503,
  E_CONNECT_AVAILABILITY_DELAY_UNSET: 503,
  E_SSO_UNAVAILABLE: 503,
  E_SERVICE_UNAVAILABLE: 503,
  E_IDENTITY_UNAVAILABLE: 503,
  E_CONNECT_ONBOARDING_UNSUPPORTED: 502,
  E_REFERENTIAL_COUNTRY_MISSING: 502,
};

/**
 * The answer is the documented refusal. A 504 may come from anything on the way, but not with the code of an outage.
 * @throws Inconclusive when something kept the target from answering
 */
export function expectOutage(check: Check, answer: Answer, code: string): void {
  const told = OUTAGES[String(codeOf(answer))];
  if (told !== undefined)
    check.expect.that(`the status of ${answer.what} with its code`, answer.status, answer).toBe(told);
  check.expect(answer).toRefuse({ status: OUTAGES[code] ?? 503, code });
}
