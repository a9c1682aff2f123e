import { givenVendor } from "../connect/given.ts";
import { canMakeMarketplaces, ownMarketplace } from "../connect/merchants.ts";
import { makeVendor } from "../connect/vendor-making.ts";
import { type Observer, told } from "../shared/observing.ts";

/** A vendor that is both another marketplace's and of the other mode, by control (§7.3). */
export const foreignAndLive: Observer = async (check) => {
  check.require("control.createVendor");
  if (!canMakeMarketplaces(check)) return;
  const { merchant } = await givenVendor(check);
  const acct = await makeVendor(check, await ownMarketplace(check), { mode: "live" });
  check.observe("cross-mode-foreign", told(await merchant.api.retrieveAccount({ path: { acct } })));
};
