import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { Inconclusive } from "../../harness/verdicts.ts";

/** Nothing listens there: the webhook endpoint is deleted before any event is sent. */
export const UNUSED_ENDPOINT = "http://127.0.0.1:9/payconform-doctor";

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
