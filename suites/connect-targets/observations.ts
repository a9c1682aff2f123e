import { givenVendor } from "../fixtures/vendors.ts";
import { canMakeMarketplaces, ownMarketplace } from "../fixtures/marketplaces.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { type Observer, summaryOf } from "../expect/observing.ts";

/** A vendor that is both another marketplace's and of the other mode, by control (§7.3). */
export const foreignAndLive: Observer = async (check) => {
  check.require("control.createVendor");
  if (!canMakeMarketplaces(check)) return;
  const { merchant } = await givenVendor(check);
  const acct = await makeVendor(check, await ownMarketplace(check), { mode: "live" });
  check.observe("cross-mode-foreign", summaryOf(await merchant.api.retrieveAccount({ path: { acct } })));
};
