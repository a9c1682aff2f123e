import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { addressOf } from "../shared/addresses.ts";
import { readInstant } from "./instants.ts";

/** The customer of one check. */
export interface GivenCustomer {
  readonly merchant: Merchant;
  /** Null where no route makes customers: the profile's own customer subscribes then, as for other checks too. */
  readonly id: string | null;
  readonly email: string;
}

/** A subscription of one check, as its creation answered. */
export interface GivenSubscription {
  readonly merchant: Merchant;
  readonly customer: GivenCustomer;
  readonly id: string;
  /** The customer that the answer names, or the one that was asked for. */
  readonly customerId: string | null;
  readonly priceId: string | null;
  readonly quantity: number;
  readonly created: PortAnswer;
}

/** Days of a trial that checks ask for; a target may give others. */
const TRIAL_DAYS = 10;

/** A new customer, or the profile's where no route makes any. */
export async function givenCustomer(check: Check, merchant?: Merchant): Promise<GivenCustomer> {
  const owner = merchant ?? (await check.ownMerchant());
  const name = check.name("customer");
  const email = addressOf(name);
  if (!check.ports.bound("createCustomer")) return { merchant: owner, id: null, email };
  const made = await check.ports.call("createCustomer", { inputs: { name, email }, key: owner.testKey });
  check.succeeded(made.answer);
  return { merchant: owner, id: made.text("customerId"), email };
}

/** A customer of the check's own. @throws NeedMissing */
export async function givenOwnCustomer(
  check: Check,
  merchant?: Merchant,
): Promise<GivenCustomer & { id: string }> {
  check.require("port.createCustomer");
  const { id, ...others } = await givenCustomer(check, merchant);
  if (id === null) throw new NeedMissing("port.createCustomer");
  return { ...others, id };
}

type Way =
  "createSubscription" | "createTrialSubscription" | "checkoutSubscription" | "checkoutTrialSubscription";

/** What a creation is asked for; `extra` is added to the body. */
export interface Wanted {
  readonly customer: GivenCustomer;
  readonly way?: Way;
  readonly quantity?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Asks for a subscription, monthly. What comes of it is cancelled when the check ends, where that can be done. */
export async function askSubscription(
  check: Check,
  { customer, way = "createSubscription", quantity = 1, extra }: Wanted,
): Promise<{ port: PortAnswer; priceId: string | null }> {
  check.require(`port.${way}`);
  const key = customer.merchant.testKey;
  const priceId = await givenPrice(check, customer.merchant, way.includes("Trial"));
  const port = await check.ports.call(way, {
    inputs: {
      ...(customer.id === null ? {} : { customerId: customer.id }),
      ...(priceId === null ? {} : { priceId }),
      quantity,
    },
    key,
    ...(extra === undefined ? {} : { extra }),
  });
  const subscriptionId = port.output("subscriptionId");
  if (typeof subscriptionId === "string" && check.ports.bound("cancelSubscription"))
    check.cleanUp((cleaning) =>
      cleaning.ports.call("cancelSubscription", { inputs: { subscriptionId, cancelImmediately: true }, key }),
    );
  return { port, priceId };
}

/** A new subscription, of a new customer unless told. */
export async function givenSubscription(
  check: Check,
  options: Partial<Wanted> = {},
): Promise<GivenSubscription> {
  check.require(`port.${options.way ?? "createSubscription"}`);
  const customer = options.customer ?? (await givenCustomer(check));
  const { port: created, priceId } = await askSubscription(check, { ...options, customer });
  check.succeeded(created.answer);
  const told = created.output("customerId");
  return {
    merchant: customer.merchant,
    customer,
    id: created.text("subscriptionId"),
    customerId: typeof told === "string" ? told : customer.id,
    priceId,
    quantity: options.quantity ?? 1,
    created,
  };
}

/** A monthly price of the ordinary amount, or null where no route makes prices. */
export async function givenPrice(check: Check, merchant: Merchant, trial: boolean): Promise<string | null> {
  if (!check.ports.bound("createPrice")) return null;
  const { amount, currency } = check.profile.ordinary;
  const made = await check.ports.call("createPrice", {
    inputs: { amount, currency, ...(trial ? { trialDays: TRIAL_DAYS } : {}) },
    key: merchant.testKey,
  });
  check.succeeded(made.answer);
  return made.text("priceId");
}

/** A subscription as it is read now, as far as the profile points to its members. */
export interface Reading {
  readonly port: PortAnswer;
  readonly status: string | null;
  /** Epoch ms. */
  readonly start: number | null;
  readonly end: number | null;
  readonly nextBilling: number | null;
  readonly cancelAt: unknown;
  readonly trialEnd: number | null;
}

/** Reads a subscription. @throws NeedMissing when no route reads it */
export async function readSubscription(check: Check, subscription: GivenSubscription): Promise<Reading> {
  const port = await callFor(check, subscription, "retrieveSubscription");
  check.succeeded(port.answer);
  return readingOf(port);
}

/** What the answer of a port says of a subscription. */
export function readingOf(port: PortAnswer): Reading {
  const status = port.output("status");
  return {
    port,
    status: typeof status === "string" ? status : null,
    start: readInstant(port.output("currentPeriodStart")),
    end: readInstant(port.output("currentPeriodEnd")),
    nextBilling: readInstant(port.output("nextBillingDate")),
    cancelAt: port.output("cancelAt"),
    trialEnd: readInstant(port.output("trialEnd")),
  };
}

/** The status of a subscription. @throws Inconclusive when it is not told */
export async function statusOf(check: Check, subscription: GivenSubscription): Promise<string> {
  const { status, port } = await readSubscription(check, subscription);
  if (status === null) throw new Inconclusive(`${port.answer.what} tells no status`);
  return status;
}

/** A subscription, of a new customer unless told, that was paused. */
export async function givenPaused(check: Check, customer?: GivenCustomer): Promise<GivenSubscription> {
  const subscription = await givenSubscription(check, customer === undefined ? {} : { customer });
  check.succeeded((await callFor(check, subscription, "pauseSubscription")).answer);
  return subscription;
}

/** A subscription, of a new customer unless told, whose payment was declined and would be approved now. */
export async function givenRetryable(check: Check, customer?: GivenCustomer): Promise<GivenSubscription> {
  const owner = customer ?? (await givenCustomer(check));
  await declineNext(check, owner);
  const subscription = await givenSubscription(check, { customer: owner });
  await approveAgain(check, owner);
  return subscription;
}

/** Calls a port about a subscription with its merchant's key. */
export function callFor(
  check: Check,
  subscription: GivenSubscription,
  port: string,
  call: {
    inputs?: Readonly<Record<string, unknown>>;
    extra?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<PortAnswer> {
  const { inputs, extra } = call;
  return check.ports.call(port, {
    inputs: { subscriptionId: subscription.id, ...inputs },
    key: subscription.merchant.testKey,
    ...(extra === undefined ? {} : { extra }),
  });
}

/** Has the next payment of a customer declined: exactly the next one by control, all from now on by a port. */
export async function declineNext(check: Check, customer: GivenCustomer): Promise<void> {
  await decide(check, customer, "declined");
}

/** Has the payments of a customer approved again. By control only single payments were declined, so nothing is left to do. */
export async function approveAgain(check: Check, customer: GivenCustomer): Promise<void> {
  if (!check.has("control.setNextPaymentOutcome")) await decide(check, customer, "approved");
}

async function decide(check: Check, customer: GivenCustomer, outcome: "approved" | "declined") {
  const { merchant, id } = customer;
  if (check.has("control.setNextPaymentOutcome")) {
    // On an account that others use, the next payment may be anybody's.
    if (id === null && !merchant.own) throw new NeedMissing("port.createCustomer");
    await check.control.call("setNextPaymentOutcome", {
      path: { accountId: merchant.accountId },
      json: { outcome, times: 1, ...(id === null ? {} : { customerId: id }) },
    });
    return;
  }
  const port = outcome === "declined" ? "declinePayments" : "approvePayments";
  if (id === null) throw new NeedMissing("port.createCustomer");
  if (!check.ports.bound(port)) throw new NeedMissing("fixture.declined-payment");
  const decided = await check.ports.call(port, { inputs: { customerId: id }, key: merchant.testKey });
  check.succeeded(decided.answer);
}
