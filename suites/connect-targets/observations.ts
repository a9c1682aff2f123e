import { givenVendor } from "../fixtures/vendors.ts";
import { canMakeMarketplaces, ownMarketplace } from "../fixtures/marketplaces.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { type Observer, summaryOf } from "../expect/observing.ts";

/** How a vendor is refused that belongs to another marketplace and to the other mode (§7.3). Needs control. */
export const foreignAndLive: Observer = async (check) => {
  check.require("control.createVendor");
  if (!canMakeMarketplaces(check)) return;
  const { merchant } = await givenVendor(check);
  const acct = await makeVendor(check, await ownMarketplace(check), { mode: "live" });
  check.observe("cross-mode-foreign", summaryOf(await merchant.api.retrieveAccount({ path: { acct } })));
};
