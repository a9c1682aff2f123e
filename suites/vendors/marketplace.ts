import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { sendCreation } from "../connect/creations.ts";
import { type Held, held } from "../connect/holds.ts";

/** On an account that others use too, a creation may have to wait for its turn (§8). */
export const PATIENT = { deadlineMs: 200_000 };

/** A marketplace that creates vendors: the check's own by control, else the profile's. */
export async function givenMarketplace(check: Check): Promise<Merchant> {
  if (!check.has("control.createMerchant")) return check.merchant();
  return check.ownMerchant({ connectMode: "marketplace" });
}

/** Another marketplace than the given one. @throws NeedMissing */
export async function anotherMarketplace(check: Check): Promise<Merchant> {
  if (check.has("control.createMerchant")) return givenMarketplace(check);
  return check.otherMerchant();
}

/** A creation that control holds in flight (§7.6). */
export function heldCreation(check: Check, merchant: Merchant): Promise<Held<unknown>> {
  const inputs = { name: check.name("vendor") };
  return held(
    check,
    merchant,
    "createAccount",
    async (idempotencyKey) => (await sendCreation(check, merchant, { inputs, idempotencyKey })).answer,
  );
}

/** @throws NeedMissing when the profile's creation does not take this input, so that nothing could be seen of it */
export function requireInput(check: Check, input: string): void {
  const template = JSON.stringify(check.profile.ports["createVendor"]?.body ?? null);
  if (!template.includes(`{${input}}`)) throw new NeedMissing("port.createVendor");
}
