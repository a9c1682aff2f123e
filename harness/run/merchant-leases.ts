import type { Api, Merchant } from "../api.ts";
import type { Check } from "../check.ts";
import type { Profile } from "../profile/types.ts";
import { Inconclusive, NeedMissing } from "../verdicts.ts";

/**
 * Whole francs in the wallet of a merchant that control creates, unless a check asks for another amount: enough for all
 * payouts.
 */
const FUNDS = 1_000_000_000;

export type MerchantLeases = ReturnType<typeof createMerchantLeases>;

/** What control is asked for. */
type Body = Readonly<Record<string, unknown>>;

/** Leases merchants: new ones if control can create them, otherwise the profile's. */
export function createMerchantLeases(options: {
  keys: Readonly<Partial<Record<string, string>>>;
  account: string | undefined;
  /** The fixtures of the profile. For a merchant in a condition, the value is the environment variable with its test key. */
  fixtures: Profile["fixtures"];
  env: NodeJS.ProcessEnv;
  liveKeyAllowed: boolean;
  /** `variable`: the environment variable that contains it. */
  learnSecret: (secret: string, variable?: string) => void;
}) {
  const { keys } = options;
  let learned: Promise<string> | undefined;

  const profileMerchant = async (check: Check): Promise<Merchant> => {
    if (keys["test"] === undefined) throw new NeedMissing("key.test");
    if (options.account === undefined) learned ??= learnAccount(check);
    const accountId = options.account ?? (await learned) ?? "";
    const liveKey = options.liveKeyAllowed ? (keys["live"] ?? null) : null;
    return { accountId, testKey: keys["test"], liveKey, api: check.api, own: false };
  };

  const fresh = async (check: Check, body: Body): Promise<Merchant> => {
    const answer = await check.control.call("createMerchant", { json: { funds: FUNDS, ...body } });
    const made = answer as { accountId: string; keys: { test: string; live?: string } };
    options.learnSecret(made.keys.test);
    if (made.keys.live !== undefined) options.learnSecret(made.keys.live);
    return {
      accountId: made.accountId,
      testKey: made.keys.test,
      liveKey: made.keys.live ?? null,
      api: check.as(made.keys.test),
      own: true,
    };
  };

  return {
    shared: profileMerchant,
    own: async (check: Check, body: Body): Promise<Merchant> => {
      if (check.has("control.createMerchant")) return fresh(check, body);
      if (Object.keys(body).length > 0) throw new NeedMissing("control.createMerchant");
      return profileMerchant(check);
    },
    other: async (check: Check): Promise<Merchant> => {
      if (check.has("control.createMerchant")) return fresh(check, {});
      const key = keys["otherTest"];
      if (key === undefined) throw new NeedMissing("key.second-merchant");
      const api = check.as(key);
      return { accountId: await learnAccount(check, api), testKey: key, liveKey: null, api, own: false };
    },
    /** The profile's merchant in a condition, by the name of the fixture, or a new one that control creates. */
    withCondition: async (check: Check, fixture: string, body: Body): Promise<Merchant> => {
      const named = options.fixtures[fixture];
      if (named === undefined) {
        if (check.has("control.createMerchant")) return fresh(check, body);
        throw new NeedMissing(`fixture.${fixture}`);
      }
      const variable = typeof named === "string" ? named : (named[0] ?? "");
      const key = options.env[variable]?.trim() ?? "";
      // The variable may contain a live key by mistake: send nothing with it.
      if (!key.startsWith("sk_test_")) throw new NeedMissing(`fixture.${fixture}`);
      options.learnSecret(key, variable);
      const api = check.as(key);
      return { accountId: await learnAccount(check, api), testKey: key, liveKey: null, api, own: false };
    },
  };
}

/** Learns the account id from a new intent, if only the key is known. */
async function learnAccount(check: Check, api: Api = check.api): Promise<string> {
  const { amount, currency } = check.profile.ordinary;
  const answer = await api.createPaymentIntent({ body: { amount, currency: currency.toLowerCase() } });
  if (!answer.succeeded) {
    throw new Inconclusive(
      `the account id is unknown: creating an intent answered ${answer.summary}`,
      answer.hasNot("success"),
    );
  }
  const { accountId } = answer.body as { accountId?: unknown };
  if (typeof accountId !== "string")
    throw new Inconclusive(
      "the account id is unknown: a created intent does not contain it",
      answer.lacks("accountId"),
    );
  return accountId;
}
