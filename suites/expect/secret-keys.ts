import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/api.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";

/** Changes to an otherwise valid request. */
export interface Oddity {
  /** Replaces the right key; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request, valid except for the oddity. */
export type Attempt = (oddity: Oddity) => Promise<Answer>;

/** An operation that requires a key. */
export interface Guarded {
  /** Creates the object of the request, so that only the oddity is invalid. */
  readonly prepare: (check: Check) => Promise<Attempt>;
  /** Whether the request may fail even with the right key, e.g. for missing objects. Then a refusal other than 401 is not judged. */
  readonly mayFailOtherwise?: boolean | ((check: Check) => boolean);
}

/** Sends the same request without a key and with the right one. `note` gets the 401. */
export function refusesNoKey(
  id: RuleId,
  guarded: Guarded,
  note: (check: Check, refused: Answer) => void = () => undefined,
): RuleCheck {
  return rule(id, async (check) => note(check, await refusesKey(check, guarded, null)));
}

/** Sends the same request with an unknown key of the same form and with the right one. */
export function refusesUnknownKey(id: RuleId, guarded: Guarded): RuleCheck {
  return rule(id, async (check) => {
    await refusesKey(check, guarded, unknownKey(check, await ownKey(check)));
  });
}

/** @returns the 401 */
async function refusesKey(check: Check, guarded: Guarded, key: string | null): Promise<Answer> {
  const attempt = await guarded.prepare(check);
  const refused = await attempt({ key });
  const { mayFailOtherwise = false } = guarded;
  const otherwise = typeof mayFailOtherwise === "function" ? mayFailOtherwise(check) : mayFailOtherwise;
  if (otherwise && refused.status !== 401 && refused.status >= 400 && refused.status < 500) {
    throw new Inconclusive(`another refusal took precedence, which is permitted: ${refused.summary}`);
  }
  // An operation that the target does not offer may answer anything, but it does not succeed with the right key.
  if (refused.succeeded || refused.status === 401) check.expect(refused).toAnswer(401);
  const counterpart = await attempt({});
  if (!otherwise && refused.status !== 401) check.succeeded(counterpart);
  check.expect(refused).toAnswer(401);
  if (!otherwise) check.succeeded(counterpart);
  else if (counterpart.status === 401)
    throw new Inconclusive(`the right key is refused as well: ${counterpart.summary}`);
  return refused;
}

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
function unknownKey(check: Check, key = ""): string {
  const long = key.length >= "sk_test_".length + 12;
  const keys = unknownIds("sk_test_", long ? { like: key } : {});
  const [made] = fc.sample(keys, { numRuns: 1, seed: check.seed });
  if (made === undefined) throw new Error("no key was generated");
  return made;
}
