import type { Api } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { givenReadableVendor, givenVendor, type Vendor } from "../connect/given.ts";
import { givenFunds } from "../connect/maturity.ts";
import { codeOf, givenAllocation } from "../connect/money.ts";
import { givenScheduler } from "../payout-schedule/schedule.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  ordinarySession,
} from "../shared/requests.ts";
import {
  type GivenSubscription,
  givenCustomer,
  givenOwnCustomer,
  givenSubscription,
} from "../subscriptions/given.ts";
import { DAY, HOUR, written } from "../subscriptions/instants.ts";
import { advance, givenClock, givenClockFor, periodOf } from "../test-clocks/given.ts";
import { sentWhenFree } from "../withdrawals/sending.ts";
import { availabilityUnknown, fundsUnknown, type Unknown, verificationUnknown } from "./unknowns.ts";

/** What a request is about: whose key it takes, and the values that its templates and its path name. */
export interface Subject {
  readonly api: Api;
  readonly values: Readonly<Record<string, string | number>>;
  /** It was created a moment ago, so it may not be found yet. */
  readonly fresh?: boolean;
  /** For what nobody said of it, a refusal may be right. */
  readonly unknowns?: readonly Unknown[];
  /** Sends the request until nothing that another check left is in its way. */
  readonly sent?: (send: () => Promise<Answer>) => Promise<Answer>;
}

/** Everything that a request of an acceptance can be about, by the name that `accepts.about` has for it. */
export const SUBJECTS: Readonly<Record<string, (check: Check) => Promise<Subject>>> = {
  account: async (check) => {
    const { api, accountId } = await check.merchant();
    return { api, values: { accountId } };
  },
  intent: (check) => created(check, check.api.createPaymentIntent({ body: ordinaryIntent(check) })),
  session: async (check) => created(check, check.api.createSession({ body: await ordinarySession(check) })),
  disbursement: (check) =>
    created(check, check.api.createDisbursement({ body: ordinaryDisbursement(check) })),
  remittance: (check) => created(check, check.api.createRemittance({ body: ordinaryRemittance(check) })),
  /** One that has the funds for a payout, as far as that can be known. */
  payer: async (check) => {
    const own = check.has("control.createMerchant") ? await check.ownMerchant() : null;
    return { api: own?.api ?? check.api, values: {}, unknowns: fundsUnknown(check, own) };
  },
  vendor: async (check) => toCredit(check, await givenVendor(check)),
  "vendor-with-fee-on-account": async (check) =>
    toCredit(check, await givenVendor(check, { feePayer: "account" })),
  "vendor-with-fee-on-controller": async (check) =>
    toCredit(check, await givenVendor(check, { feePayer: "controller" })),
  "readable-vendor": async (check) => ofVendor(await givenReadableVendor(check)),
  "available-funds": async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    await givenFunds(check, vendor);
    return {
      ...ofVendor(vendor),
      unknowns: [...verificationUnknown(check, vendor), ...availabilityUnknown(check)],
      sent: (send) => sentWhenFree(check, vendor, send),
    };
  },
  allocation: async (check) => {
    const vendor = await givenVendor(check);
    const { id, amount } = await givenAllocation(check, vendor);
    const values = { allocationId: id, part: Math.ceil(amount / 2) };
    return { api: vendor.merchant.api, values, fresh: true };
  },
  scheduler: async (check) => ({ api: (await givenScheduler(check)).api, values: {} }),
  clock: async (check) => {
    const { id, merchant, at } = await givenClock(check);
    return { api: merchant.api, values: { id, ...after(at) }, fresh: true };
  },
  "advanced-clock": async (check) => {
    const clock = await givenClock(check);
    const at = clock.at + DAY;
    await advance(check, clock, at);
    return {
      api: clock.merchant.api,
      values: { id: clock.id, ...after(at) },
      fresh: true,
      unknowns: [
        {
          what: "what completes a clock is not shown",
          explains: (answer) => codeOf(answer) === "TEST_CLOCK_COMPLETED",
        },
      ],
    };
  },
  "clock-with-subscription": async (check) => {
    const subscription = await givenSubscription(check, { customer: await givenCustomer(check) });
    const { id, merchant, at } = await givenClockFor(check, subscription);
    return { api: merchant.api, values: { id, ...after(at) }, fresh: true };
  },
  subscription: async (check) => {
    const subscription = await givenSubscription(check, { customer: await givenCustomer(check) });
    const start = await startOf(check, subscription);
    const values = {
      subscriptionId: subscription.id,
      startFrom: written(start),
      advanceTo: written(start + DAY),
      ...after(start),
    };
    return { api: subscription.merchant.api, values, fresh: true };
  },
  "subscription-and-clock": async (check) =>
    withClock(check, await givenSubscription(check, { customer: await givenCustomer(check) }), {}),
  "customer-and-clock": async (check) => {
    const customer = await givenOwnCustomer(check);
    return withClock(check, await givenSubscription(check, { customer }), { customerId: customer.id });
  },
};

/** Times after the one at which a clock stands. */
function after(at: number): { readonly aSecondLater: string; readonly later: string } {
  const whole = Math.ceil(at / 1_000) * 1_000;
  return { aSecondLater: written(whole + 1_000), later: written(whole + DAY) };
}

async function created(check: Check, sent: Promise<Answer>): Promise<Subject> {
  const answer = check.succeeded((await sent) as Answer<{ readonly id: string }>);
  return { api: check.api, values: { id: String(answer.field("id")) }, fresh: true };
}

function ofVendor({ acct, merchant }: Vendor): Subject {
  return { api: merchant.api, values: { acct } };
}

/** A vendor that is to be allocated to. */
function toCredit(check: Check, vendor: Vendor): Subject {
  const unknowns = [...fundsUnknown(check, vendor.merchant), ...verificationUnknown(check, vendor)];
  return { ...ofVendor(vendor), unknowns };
}

async function withClock(
  check: Check,
  subscription: GivenSubscription,
  values: Subject["values"],
): Promise<Subject> {
  const at = await startOf(check, subscription);
  const { id, merchant } = await givenClock(check, { merchant: subscription.merchant, at });
  return { api: merchant.api, values: { ...values, id, subscriptionId: subscription.id }, fresh: true };
}

/** An hour into the period: what happens on clocks before the period or the present is open. */
async function startOf(check: Check, subscription: GivenSubscription): Promise<number> {
  const { start } = await periodOf(check, subscription);
  return Math.max(start, Date.now()) + HOUR;
}
