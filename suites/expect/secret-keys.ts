import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";

/** What is wrong about a request that is otherwise in order. */
export interface Oddity {
  /** Used instead of the right key; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request that is in order but for the oddity. */
export type Attempt = (oddity: Oddity) => Promise<Answer>;

/** An operation that requires a key. */
export interface Guarded {
  /** Makes the object of the request, so only the oddity is invalid. */
  readonly prepare: (check: Check) => Promise<Attempt>;
  /**
   * True when the request cannot succeed with the available objects: then a refusal other than 401 may have that reason and
   * judges nothing.
   */
  readonly mayFailOtherwise?: boolean | ((check: Check) => boolean);
}

/** The same request without and with the right key. */
export function refusesNoKey(id: RuleId, guarded: Guarded): RuleCheck {
  return rule(id, (check) => refusesKey(check, guarded, null));
}

/** A key of the right form, and the right one. */
export function refusesUnknownKey(id: RuleId, guarded: Guarded): RuleCheck {
  return rule(id, async (check) => refusesKey(check, guarded, unknownKey(check, await ownKey(check))));
}

async function refusesKey(check: Check, guarded: Guarded, key: string | null): Promise<void> {
  const attempt = await guarded.prepare(check);
  const refused = await attempt({ key });
  const { mayFailOtherwise = false } = guarded;
  const otherwise = typeof mayFailOtherwise === "function" ? mayFailOtherwise(check) : mayFailOtherwise;
  if (otherwise && refused.status !== 401 && refused.status >= 400 && refused.status < 500) {
    throw new Inconclusive(`another refusal was returned first, which is permitted: ${refused.summary}`);
  }
  // The answer of an operation that is not offered is open: the right key then does not succeed either.
  if (refused.succeeded || refused.status === 401) check.expect(refused).toAnswer(401);
  const counterpart = await attempt({});
  if (!otherwise && refused.status !== 401) check.succeeded(counterpart);
  check.expect(refused).toAnswer(401);
  if (!otherwise) check.succeeded(counterpart);
  else if (counterpart.status === 401)
    throw new Inconclusive(`the right key is refused as well: ${counterpart.summary}`);
}

/** Credentials without a merchant's key: none, and its test key with one more letter. */
export function invalidKeys({ testKey }: Merchant): readonly (string | null)[] {
  // No digit: if keys are numbered, the next one may be a valid key.
  return [null, `${testKey}Q`];
}

/** The default merchant's test key. */
export async function ownKey(check: Check): Promise<string> {
  return (await check.merchant()).testKey;
}

/** An unknown test key of the same form as the given one; longer if keys are short, as those may exist. */
function unknownKey(check: Check, key: string): string {
  const long = key.length >= "sk_test_".length + 12;
  const keys = unknownIds("sk_test_", long ? { like: key } : {});
  const [made] = fc.sample(keys, { numRuns: 1, seed: check.seed });
  if (made === undefined) throw new Error("no key was generated");
  return made;
}
