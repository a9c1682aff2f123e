import type { Api } from "../../harness/api.ts";
import { rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { ACCOUNT_NAMES } from "../fixtures/ordinary-requests.ts";
import { shownCapture } from "../scenarios/overview-changes.ts";

/** Whose overview is read (§4.6). */
export default [
  /** Another merchant, whose volume differs, named in the query; to refuse that is permitted. */
  rule(
    "overview/named-account-is-not-read",
    async (check) => {
      const vendor = await givenVendor(check);
      const other = await check.otherMerchant();
      await shownCapture(check, vendor);
      const totals = async (api: Api, query: Readonly<Record<string, string>>) => {
        const read = await api.retrieveOverview({ query });
        if (!read.succeeded) expectAnyRefusal(check, read);
        return { read, total: read.succeeded ? read.field("gross_volume").total : null };
      };
      const own = (await totals(other.api, {})).total;
      const theirs = (await totals(vendor.merchant.api, {})).total;
      if (own === null || own === theirs) throw new Inconclusive("the volumes of both merchants are equal");
      for (const name of ACCOUNT_NAMES) {
        const { read, total } = await totals(other.api, { [name]: vendor.merchant.accountId });
        if (total === null || total === own) continue;
        if (!other.own && (await totals(other.api, {})).total !== own)
          throw new Inconclusive("other clients of the merchant changed its volume meanwhile");
        check.expect.that("the total of the gross volume", total, read).toBe(own);
      }
    },
    { alone: true },
  ),
];
