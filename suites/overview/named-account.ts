import { type Api, Inconclusive, rule } from "../kit.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { ACCOUNT_NAMES } from "../fixtures/ordinary-requests.ts";
import { shownCapture } from "../scenarios/overview-changes.ts";

const FIGURES = ["gross_volume", "new_accounts"] as const;
type Figure = (typeof FIGURES)[number];

/** Whose overview is read (§4.6). */
export default [
  /** Names another merchant, whose volume differs, in the query. The target may refuse the request. */
  rule("overview/named-account-is-not-read", { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    const other = await check.otherMerchant();
    await shownCapture(check, vendor);
    const figure = async (api: Api, of: Figure, query: Readonly<Record<string, string>>) => {
      const read = await api.retrieveOverview({ query });
      if (!read.succeeded) expectAnyRefusal(check, read);
      return { read, total: read.succeeded ? read.field(of).total : null };
    };
    let judged = 0;
    for (const of of FIGURES) {
      const own = (await figure(other.api, of, {})).total;
      const theirs = (await figure(vendor.merchant.api, of, {})).total;
      if (own === null || own === theirs) continue;
      judged += 1;
      for (const name of ACCOUNT_NAMES) {
        const { read, total } = await figure(other.api, of, { [name]: vendor.merchant.accountId });
        if (total === null || total === own) continue;
        if (!other.own && (await figure(other.api, of, {})).total !== own)
          throw new Inconclusive("other clients changed the merchant's figures during the check");
        check.expect.that(`the total of ${of}`, total, read).toBe(own);
      }
    }
    if (judged === 0) throw new Inconclusive("the figures of both merchants are equal");
  }),
];
