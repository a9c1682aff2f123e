import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { makeVendor } from "./vendor-making.ts";

/** Who bears the fee of an allocation (§2.10). */
export type FeePayer = "controller" | "account";

const MODES = ["marketplace", "platform"] as const;
type Mode = (typeof MODES)[number];

/** Whether every check can have a marketplace of its own, with vendors. */
export function canMakeMarketplaces(check: Check): boolean {
  return (
    check.has("control.createMerchant") &&
    (check.has("control.createVendor") || check.has("port.createVendor"))
  );
}

/** A funded marketplace of this check alone, made by control; vendors of a wished kind pay or do not pay the fee. */
export async function ownMarketplace(check: Check, feePayer?: FeePayer): Promise<Merchant> {
  const connectMode = feePayer === undefined ? "marketplace" : await modeWith(check, feePayer);
  return check.ownMerchant({ connectMode });
}

const payers = new WeakMap<Profile, Promise<ReadonlyMap<FeePayer, Mode>>>();

/** Which mode gives which payer is open: each is tried once a run. */
async function modeWith(check: Check, feePayer: FeePayer): Promise<Mode> {
  let known = payers.get(check.profile);
  if (known === undefined) {
    known = learnPayers(check);
    payers.set(check.profile, known);
    known.catch(() => payers.delete(check.profile));
  }
  const mode = (await known).get(feePayer);
  if (mode === undefined) throw new NeedMissing(`fixture.merchant-fee-on-${feePayer}`);
  return mode;
}

async function learnPayers(check: Check): Promise<ReadonlyMap<FeePayer, Mode>> {
  const found = new Map<FeePayer, Mode>();
  for (const mode of MODES) {
    const merchant = await check.ownMerchant({ connectMode: mode });
    const payer = await feePayerOf(check, merchant, await makeVendor(check, merchant));
    if (payer !== null) found.set(payer, mode);
  }
  return found;
}

/** Who pays the fee for a vendor, as the vendor shows it; null when it shows nothing of the kind. */
export async function feePayerOf(check: Check, merchant: Merchant, acct: string): Promise<FeePayer | null> {
  const read = check.succeeded(await merchant.api.retrieveAccount({ path: { acct } }));
  const { fee_payer: payer } = read.body as { fee_payer?: unknown };
  return payer === "controller" || payer === "account" ? payer : null;
}

/** Whether a vendor's marketplace is of one check alone. */
export function isOwn({ merchant }: { readonly merchant: Merchant }): boolean {
  return merchant.own;
}
