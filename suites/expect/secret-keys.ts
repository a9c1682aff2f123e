import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/api.ts";

/** Invalid credentials: none, and the test key plus a letter. */
export function invalidKeys({ testKey }: Merchant): readonly (string | null)[] {
  // No digit: if keys are numbered, another digit may give a valid key.
  return [null, `${testKey}Q`];
}

/** Invalid keys of each kind: none, an unknown one and, if control can replace keys, a replaced one (§5.3, §5.6). */
export async function invalidKeysOf(check: Check): Promise<readonly (string | null)[]> {
  const keys = [null, unknownKey(check)];
  const canReplace = check.has("control.createMerchant") && check.has("control.regenerateKey");
  return canReplace ? [...keys, await check.once("authentication/replaced-key", replacedKey)] : keys;
}

/** A key that was valid until it was replaced. */
async function replacedKey(check: Check): Promise<string> {
  const merchant = await check.ownMerchant();
  await regenerate(check, merchant);
  return merchant.testKey;
}

/** Replaces the test key of a merchant. @returns the new key */
export async function regenerate(check: Check, merchant: Merchant): Promise<string> {
  const answer = await check.control.call("regenerateKey", {
    path: { accountId: merchant.accountId },
    json: { mode: "test" },
  });
  return (answer as { key: string }).key;
}

/** The default merchant's test key. */
export async function ownKey(check: Check): Promise<string> {
  return (await check.merchant()).testKey;
}

/** An unknown test key, of the form of `key` if that is given. If keys are short, a longer one, because a short one may exist. */
export function unknownKey(check: Check, key = ""): string {
  const long = key.length >= "sk_test_".length + 12;
  const keys = unknownIds("sk_test_", long ? { like: key } : {});
  const [made] = fc.sample(keys, { numRuns: 1, seed: check.seed });
  if (made === undefined) throw new Error("no key was generated");
  return made;
}
