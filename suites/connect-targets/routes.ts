import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { fixtureList, givenReadableVendor, givenVendor, type Vendor } from "../connect/given.ts";
import { keyed } from "../connect/keys.ts";

/** Causes for which a vendor is out of reach (§5, §7.3), as the rules call them. */
type Cause =
  | "malformed"
  | "unknown"
  | "deleted"
  | "foreign"
  | "answers-are-identical"
  | "outage-reveals-nothing"
  | "says-forbidden"
  | "of-live-vendor"
  | "of-test-vendor";

type RouteName =
  "account-read" | "transactions" | "compliance" | "withdrawal" | "allocation" | "onboarding-link" | "charge";

/** A route that names a vendor, in its path or in its body. */
export interface Route {
  readonly name: RouteName;
  /** Sends a request about a vendor, in order but for it, with one of the merchant's keys. */
  readonly send: (check: Check, merchant: Merchant, acct: string, key?: string) => Promise<Answer>;
  /** A vendor that the merchant may name, for the twin. */
  readonly own: (check: Check) => Promise<Vendor>;
  /** Whether the body names the vendor, not the path. */
  readonly inBody?: true;
  /** Statuses that show that the vendor was reached, beside success. */
  readonly reached?: readonly number[];
}

/** The rule on a route and a cause; what does not exist is a mistake that the compiler finds where it can. */
export const idOf = (route: Route, cause: Cause): RuleId =>
  `connect-targets/${route.name}-${cause}` as RuleId;

export const routes: readonly Route[] = [
  {
    name: "account-read",
    send: (check, merchant, acct, key) =>
      check.as(key ?? merchant.testKey).retrieveAccount({ path: { acct } }),
    own: givenReadableVendor,
  },
  {
    name: "transactions",
    send: (check, merchant, acct, key) =>
      check.as(key ?? merchant.testKey).listAccountTransactions({ path: { acct } }),
    own: givenReadableVendor,
  },
  {
    name: "compliance",
    send: (check, merchant, acct, key) =>
      check.as(key ?? merchant.testKey).retrieveAccountCompliance({ path: { acct } }),
    own: givenReadableVendor,
  },
  {
    name: "withdrawal",
    send: (check, merchant, acct, key) =>
      check.as(key ?? merchant.testKey).createWithdrawal({ path: { acct }, ...keyed() }),
    own: givenVendor,
    // An empty balance, or no payout destination: both say that the vendor was found.
    reached: [422],
  },
  {
    name: "allocation",
    inBody: true,
    send: (check, merchant, acct, key) =>
      check.as(key ?? merchant.testKey).createAllocation({
        body: { destination: acct, amount: check.profile.ordinary.amount },
      }),
    own: givenVendor,
  },
];

/** Routes that the document does not show. A charge takes test keys only here: a live one would be real. */
export const portRoutes: readonly Route[] = [
  {
    name: "onboarding-link",
    send: async (check, merchant, acct, key = merchant.testKey) =>
      (await check.ports.call("createOnboardingLink", { inputs: { acct }, key })).answer,
    own: givenVendor,
  },
  {
    name: "charge",
    inBody: true,
    send: async (check, merchant, acct) => {
      const { amount, currency } = check.profile.ordinary;
      const [rate] = fixtureList(check, "commission-rates");
      if (rate === undefined) throw new NeedMissing("fixture.commission-rates");
      const inputs = {
        amount,
        currency: currency.toLowerCase(),
        onBehalfOf: acct,
        applicationFeeRate: Number(rate),
      };
      const call = await check.ports.call("createDirectCharge", { inputs, key: merchant.testKey });
      return call.answer;
    },
    own: givenVendor,
  },
];

/**
 * The twin: the same request about a vendor of the merchant's own reaches it.
 * @throws Inconclusive when it does not
 */
export async function givenReached(check: Check, route: Route): Promise<Vendor> {
  const vendor = await route.own(check);
  const twin = await route.send(check, vendor.merchant, vendor.acct);
  if (!twin.succeeded && route.reached?.includes(twin.status) !== true) {
    throw new Inconclusive(`the same request about a vendor in reach was refused: ${twin.summary}`);
  }
  return vendor;
}
