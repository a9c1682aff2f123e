import { type Answer, type Api, type Check, type Merchant, NeedMissing } from "./kit.ts";
import type { SubjectName as RuleSubject } from "../spec/generated/rule-ids.ts";
import { createdId } from "./fixtures/created-objects.ts";
import { type Resource } from "./fixtures/resources.ts";
import { availabilityUnknown, fundsUnknown, type Unknown, verificationUnknown } from "./expect/unknowns.ts";
import { sessions } from "./fixtures/checkout-session-creation.ts";
import { givenFunds } from "./fixtures/funds.ts";
import { codeOf, givenAllocation } from "./fixtures/money-movements.ts";
import { makeVendor } from "./fixtures/new-vendors.ts";
import { intents } from "./fixtures/payment-intent-creation.ts";
import { disbursements, remittances } from "./fixtures/payout-creation.ts";
import { givenScheduler, stated } from "./fixtures/payout-schedules.ts";
import {
  givenCustomer,
  givenOwnCustomer,
  givenPaused,
  givenPrice,
  givenRetryable,
  type GivenSubscription,
  givenSubscription,
} from "./fixtures/subscriptions.ts";
import { advance, givenClock, givenClockFor, withinPeriod } from "./fixtures/test-clocks.ts";
import { DAY, written } from "./fixtures/times.ts";
import { canCreateVendors } from "./fixtures/vendor-creations.ts";
import { givenReadableVendor, givenVendor, type Vendor, type VendorWish } from "./fixtures/vendors.ts";
import { sentWhenFree } from "./fixtures/withdrawals.ts";
import { withIssuedInvoice } from "./scenarios/invoices.ts";

/** What must be there before a request: its merchant, and the values for its path, its body, and the templates of rules. */
export interface Subject {
  /** The default merchant if it is absent. */
  readonly merchant?: Merchant;
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether it was just created, so that it may not be found yet. */
  readonly fresh?: boolean;
  /** Undeclared properties of the target that may explain a refusal. */
  readonly unknowns?: readonly Unknown[];
  /** Repeats the request while the state that another check left behind prevents it. */
  readonly sent?: (send: () => Promise<Answer>) => Promise<Answer>;
}

/** Creates a subject of this merchant, or of one of the check's choice. */
type Make = (check: Check, merchant?: Merchant) => Promise<Subject>;

/** The subjects of the requests in the table of operations. A request is about any merchant that a check names. */
export type RequestSubject =
  | "nothing"
  | "account"
  | "allocation"
  | "clock"
  | "clock-to-attach"
  | "customer"
  | "disbursement"
  | "intent"
  | "issued-invoice"
  | "marketplace"
  | "new-subscription"
  | "paused-subscription"
  | "possible-subscription"
  | "readable-vendor"
  | "remittance"
  | "schedule"
  | "session"
  | "unpaid-subscription"
  | "vendor"
  | "wallet";

/** The other subjects that `accepts.about` can name. Their merchant is one that can have them. */
type AcceptedSubject = Exclude<RuleSubject, RequestSubject>;

/** Every subject of a request. */
export const SUBJECTS: Readonly<
  Record<RequestSubject, Make> & Record<AcceptedSubject, (check: Check) => Promise<Subject>>
> = {
  nothing: (_check, merchant) => Promise.resolve(ofMerchant(merchant, {})),
  account: async (check, merchant) => {
    const owner = merchant ?? (await check.merchant());
    return { merchant: owner, values: { accountId: owner.accountId } };
  },
  intent: created(intents),
  /** Sessions are created on the checkout host. */
  session: (check, merchant) => {
    check.require("host.checkout");
    return created(sessions)(check, merchant);
  },
  disbursement: created(disbursements),
  remittance: created(remittances),
  /** A merchant that is known to have the funds for a payout, if possible. */
  payer: async (check) => {
    const own = check.has("control.createMerchant") ? await check.ownMerchant() : null;
    return { ...ofMerchant(own ?? undefined, {}), unknowns: fundsUnknown(check, own) };
  },
  vendor: async (check, merchant) => toCredit(check, await vendorOf(check, merchant)),
  "vendor-with-fee-on-account": async (check) =>
    toCredit(check, await givenVendor(check, { feePayer: "account" })),
  "vendor-with-fee-on-controller": async (check) =>
    toCredit(check, await givenVendor(check, { feePayer: "controller" })),
  "readable-vendor": async (check, merchant) =>
    ofVendor(await (merchant === undefined ? givenReadableVendor(check) : vendorOf(check, merchant))),
  /** A vendor that can withdraw if the profile says which one can. */
  wallet: async (check, merchant) => {
    const wish = { withdrawable: check.has("fixture.vendor-withdrawable") };
    const vendor = await vendorOf(check, merchant, wish);
    if (check.has("fixture.marketplace-funds")) await givenFunds(check, vendor);
    return ofVendor(vendor);
  },
  "available-funds": async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    await givenFunds(check, vendor);
    return {
      ...ofVendor(vendor),
      unknowns: [...verificationUnknown(check, vendor), ...availabilityUnknown(check)],
      sent: (send) => sentWhenFree(check, vendor, send),
    };
  },
  allocation: async (check, merchant) => {
    const vendor = await vendorOf(check, merchant);
    const { id, amount } = await givenAllocation(check, vendor);
    const values = { allocationId: id, part: Math.ceil(amount / 2) };
    return { merchant: vendor.merchant, values, fresh: true };
  },
  /** A marketplace that can create vendors, if the profile describes how. */
  marketplace: async (check, merchant) => {
    if (!(await canCreateVendors(check))) return ofMerchant(merchant ?? (await check.merchant()), {});
    const parts = check.has("control.createMerchant") ? ({ connectMode: "marketplace" } as const) : {};
    return { merchant: merchant ?? (await check.ownMerchant(parts)), values: {} };
  },
  scheduler: async (check) => ({ merchant: await givenScheduler(check), values: {} }),
  /** A valid schedule. If it may not be changed, the current one, so that the request has no effect. */
  schedule: async (check, merchant) => {
    const schedule = { cadence: "daily", enabled: false };
    if (merchant?.own === true) return { merchant, values: { schedule } };
    if (check.has("touch.payout-schedule"))
      return { merchant: await givenScheduler(check), values: { schedule } };
    const { api } = await check.merchant();
    const inForce = stated(check.succeeded(await api.retrievePayoutSchedule()));
    if (typeof inForce.cadence !== "string") throw new NeedMissing("touch.payout-schedule");
    return { values: { schedule: inForce } };
  },
  clock: async (check, owner) => {
    const { id, merchant, at } = await givenClock(check, owner === undefined ? {} : { merchant: owner });
    return { merchant, values: { id, ...after(at) }, fresh: true };
  },
  "advanced-clock": async (check) => {
    const clock = await givenClock(check);
    const at = clock.at + DAY;
    await advance(check, clock, at);
    return {
      merchant: clock.merchant,
      values: { id: clock.id, ...after(at) },
      fresh: true,
      unknowns: [
        {
          what: "the document does not say what completes a clock",
          explains: (answer) => codeOf(answer) === "TEST_CLOCK_COMPLETED",
        },
      ],
    };
  },
  "clock-with-subscription": async (check) => {
    const subscription = await givenSubscription(check);
    const { id, merchant, at } = await givenClockFor(check, subscription);
    return { merchant, values: { id, ...after(at) }, fresh: true };
  },
  subscription: async (check) => {
    const subscription = await givenSubscription(check);
    const start = await withinPeriod(check, subscription);
    const values = {
      subscriptionId: subscription.id,
      startFrom: written(start),
      advanceTo: written(start + DAY),
      ...after(start),
    };
    return { merchant: subscription.merchant, values, fresh: true };
  },
  "subscription-and-clock": async (check) => withClock(check, await givenSubscription(check), {}),
  "customer-and-clock": async (check) => {
    const customer = await givenOwnCustomer(check);
    return withClock(check, await givenSubscription(check, { customer }), { customerId: customer.id });
  },
  customer: async (check, merchant) => {
    const owner = merchant ?? (await check.merchant());
    const { id: customerId } = await givenCustomer(check, owner);
    const priceId = await givenPrice(check, owner, false);
    const values = {
      ...(customerId === null ? {} : { customerId }),
      ...(priceId === null ? {} : { priceId }),
      quantity: 1,
    };
    return { merchant: owner, values };
  },
  "new-subscription": async (check, merchant) =>
    ofSubscription(await givenSubscription(check, { customer: await givenCustomer(check, merchant) })),
  "paused-subscription": async (check, merchant) =>
    ofSubscription(await givenPaused(check, await givenCustomer(check, merchant))),
  "unpaid-subscription": async (check, merchant) =>
    ofSubscription(await givenRetryable(check, await givenCustomer(check, merchant))),
  /** A subscription, or an unknown id if none can be created. */
  "possible-subscription": async (check, merchant) => {
    const owner = merchant ?? (await check.merchant());
    if (!check.has("port.createSubscription"))
      return { merchant: owner, values: { subscriptionId: "sub_00000000000000000000" } };
    const customer = await givenCustomer(check, owner);
    return ofSubscription(await givenSubscription(check, { customer }));
  },
  /** A clock, and what can be attached to it: a subscription, a customer, or an unknown id if neither can be created. */
  "clock-to-attach": async (check, merchant) => {
    const isCustomer = !check.has("port.createSubscription") && check.has("port.createCustomer");
    const attached = await SUBJECTS[isCustomer ? "customer" : "possible-subscription"](check, merchant);
    const clock = await SUBJECTS.clock(check, attached.merchant);
    return { ...clock, values: { ...clock.values, ...attached.values } };
  },
  "issued-invoice": async (check, merchant) => {
    const { subscription, invoiceId } = await withIssuedInvoice(check, merchant);
    return { merchant: subscription.merchant, values: { invoiceId } };
  },
};

/** The operations with the test key of a subject's merchant. */
export const apiOf = (check: Check, { merchant }: Subject): Api => merchant?.api ?? check.api;

function ofMerchant(merchant: Merchant | undefined, values: Subject["values"]): Subject {
  return merchant === undefined ? { values } : { merchant, values };
}

/** A vendor of this merchant, which must be the check's own, or of one of the check's choice. */
async function vendorOf(check: Check, merchant: Merchant | undefined, wish?: VendorWish): Promise<Vendor> {
  if (merchant === undefined) return givenVendor(check, wish);
  if (!merchant.own) throw new NeedMissing("control.createMerchant");
  return { acct: await makeVendor(check, merchant), merchant };
}

/** Times after a clock's time. */
function after(at: number): { readonly aSecondLater: string; readonly later: string } {
  const whole = Math.ceil(at / 1_000) * 1_000;
  return { aSecondLater: written(whole + 1_000), later: written(whole + DAY) };
}

function created(resource: Resource): Make {
  return async (check, merchant) => {
    const id = await createdId(check, resource, merchant);
    return { ...ofMerchant(merchant, { id }), fresh: true };
  };
}

function ofSubscription({ id, merchant }: GivenSubscription): Subject {
  return { merchant, values: { subscriptionId: id } };
}

function ofVendor({ acct, merchant }: Vendor): Subject {
  return { merchant, values: { acct } };
}

/** A vendor that receives an allocation. */
function toCredit(check: Check, vendor: Vendor): Subject {
  const unknowns = [...fundsUnknown(check, vendor.merchant), ...verificationUnknown(check, vendor)];
  return { ...ofVendor(vendor), unknowns };
}

async function withClock(
  check: Check,
  subscription: GivenSubscription,
  values: Subject["values"],
): Promise<Subject> {
  const at = await withinPeriod(check, subscription);
  const { id, merchant } = await givenClock(check, { merchant: subscription.merchant, at });
  return { merchant, values: { ...values, id, subscriptionId: subscription.id }, fresh: true };
}
