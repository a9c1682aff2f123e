import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { Inconclusive } from "../../harness/verdicts.ts";

/** A merchant to try things on: a new marketplace if control can create one, else any new merchant, else the profile's. */
export async function triedMerchant(check: Check): Promise<Merchant> {
  if (!check.has("control.createMerchant")) return check.ownMerchant();
  try {
    return await check.ownMerchant({ connectMode: "marketplace" });
  } catch (error) {
    // A server without Connect may refuse the mode.
    if (error instanceof Inconclusive) return check.ownMerchant();
    throw error;
  }
}
