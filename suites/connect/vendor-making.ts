import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { givenCreation } from "./creations.ts";

/** What control can give a vendor; see `createVendor` of the control protocol. */
export interface VendorCondition {
  readonly mode?: "test" | "live";
  readonly country?: string;
  readonly currency?: string;
  readonly wallet?: boolean;
  readonly payoutMethod?: boolean;
}

/**
 * Makes a vendor by control, or through the port when nothing special is asked of it. Where control can, it is approved,
 * unless told otherwise.
 * @throws NeedMissing when neither can
 */
export async function makeVendor(
  check: Check,
  merchant: Merchant,
  condition: VendorCondition = {},
  approved = true,
): Promise<string> {
  const acct = await anyVendor(check, merchant, condition);
  if (approved) await approve(check, { acct, merchant });
  return acct;
}

/** Whether a vendor's policy was made to allow everything: whether a missing operation prevents anything is open (§2.10). */
export function canApprove(check: Check, merchant: Merchant): boolean {
  return merchant.own && check.has("control.setComplianceFile");
}

/** Lets a vendor collect and withdraw, and says whether control did; what it then may not do is told by its own refusal. */
export async function approve(
  check: Check,
  { acct, merchant }: { readonly acct: string; readonly merchant: Merchant },
): Promise<boolean> {
  if (!canApprove(check, merchant)) return false;
  try {
    await check.control.call("setComplianceFile", {
      path: { accountId: merchant.accountId, id: acct },
      json: { status: "approved", allowedOperations: ["collect", "withdraw"] },
    });
    return true;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

async function anyVendor(check: Check, merchant: Merchant, condition: VendorCondition): Promise<string> {
  const name = check.name("vendor");
  if (check.has("control.createVendor")) {
    const made = await check.control.call("createVendor", {
      path: { accountId: merchant.accountId },
      json: { name, ...condition },
    });
    const { acct } = made as { acct?: unknown };
    if (typeof acct !== "string") throw new Inconclusive("control made a vendor without telling its acct");
    return acct;
  }
  if (Object.keys(condition).length > 0 || !check.has("port.createVendor")) {
    throw new NeedMissing("control.createVendor");
  }
  return (await givenCreation(check, merchant, { inputs: { name } })).acct;
}
