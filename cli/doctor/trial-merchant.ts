import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/api.ts";
import { Inconclusive } from "../../harness/verdicts.ts";

/** An address on which nothing listens. A webhook endpoint with it is deleted before any event is sent. */
export const UNUSED_ENDPOINT = "http://127.0.0.1:9/payconform-doctor";

/** The merchant for trials: a new marketplace if control can create one, else another new merchant, else the profile's. */
export async function trialMerchant(check: Check): Promise<Merchant> {
  if (!check.has("control.createMerchant")) return check.ownMerchant();
  try {
    return await check.ownMerchant({ connectMode: "marketplace" });
  } catch (error) {
    // A server without Connect may refuse the mode.
    if (error instanceof Inconclusive) return check.ownMerchant();
    throw error;
  }
}
