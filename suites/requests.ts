import { type Answer, type Check, NeedMissing, type RequestParts, textOf } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { type OperationName, operationRows } from "../spec/index.ts";
import { commissionRate } from "./fixtures/charges.ts";
import { freshKey } from "./fixtures/idempotency-keys.ts";
import { ordinaryCreation } from "./fixtures/ordinary-creations.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  sessionFor,
} from "./fixtures/ordinary-requests.ts";
import { inDays } from "./fixtures/times.ts";
import { canCreateVendors, sendCreation } from "./fixtures/vendor-creations.ts";
import { apiOf, type RequestSubject, type Subject } from "./subjects.ts";

/** Changes to an otherwise valid request. */
export interface Oddity {
  /** Replaces the right key; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the whole Authorization header. */
  readonly authorization?: string;
  /** Added to the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** Members that replace or join those of the body. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

type Values = Subject["values"];
type Send = (check: Check, subject: Subject, oddity: Oddity) => Promise<Answer>;

/** How a valid request of an operation is made. Its path and the inputs of a port are the values of its subject. */
interface Request {
  readonly given: RequestSubject;
  readonly body?: (values: Values, check: Check) => unknown;
  readonly query?: RequestParts["query"];
  /** Whether it has an idempotency key. */
  readonly keyed?: true;
  /** Whether a second request about the same subject may be refused. */
  readonly once?: true;
  /** Whether it may be refused even with the right key, e.g. for missing objects. Then a refusal other than 401 is not judged. */
  readonly mayFail?: boolean | ((check: Check) => boolean);
  /** How it is sent, if that is more than a call. */
  readonly send?: Send;
}

const withoutSubscriptions = (check: Check): boolean => !check.has("port.createSubscription");

/** The request of every operation, from which derive the rules about routes, keys, the reserved header and unreachable vendors. */
export const REQUESTS: Readonly<Record<OperationName, Request>> = {
  createPaymentIntent: { given: "nothing", body: (_values, check) => ordinaryIntent(check) },
  retrievePaymentIntent: { given: "intent" },
  createSession: { given: "account", body: ({ accountId }, check) => sessionFor(check, textOf(accountId)) },
  retrieveSession: { given: "session" },
  createDisbursement: { given: "nothing", body: (_values, check) => ordinaryDisbursement(check) },
  retrieveDisbursement: { given: "disbursement" },
  createRemittance: { given: "nothing", body: (_values, check) => ordinaryRemittance(check) },
  retrieveRemittance: { given: "remittance" },
  /** Without a remittance, the list has no first page. */
  listRemittances: { given: "remittance", query: { page: 1 } },

  createAllocation: {
    given: "vendor",
    body: ({ acct }, check) => ({ destination: acct, amount: check.profile.ordinary.amount }),
    mayFail: true,
  },
  createAllocationReversal: { given: "allocation", body: () => ({ amount: 1 }) },
  retrieveActivation: { given: "nothing" },
  retrievePayoutSchedule: { given: "nothing" },
  replacePayoutSchedule: { given: "schedule", body: ({ schedule }) => schedule },
  retrieveOverview: { given: "nothing" },
  createAccount: { given: "marketplace", send: sendVendorCreation },
  listAccounts: { given: "nothing" },
  retrieveAccount: { given: "readable-vendor" },
  listAccountTransactions: { given: "readable-vendor" },
  retrieveAccountCompliance: { given: "readable-vendor" },
  createWithdrawal: { given: "wallet", keyed: true, mayFail: true },
  createOnboardingLink: { given: "vendor" },
  createDirectCharge: {
    given: "vendor",
    body: ({ acct }, check) => ({
      amount: check.profile.ordinary.amount,
      currency: check.profile.ordinary.currency.toLowerCase(),
      onBehalfOf: acct,
      applicationFeeRate: commissionRate(check),
    }),
  },

  createTestClock: {
    given: "nothing",
    body: (_values, check) => ({ frozenTime: inDays(1), name: check.name("clock") }),
  },
  listTestClocks: { given: "nothing" },
  retrieveTestClock: { given: "clock" },
  attachTestClock: {
    given: "clock-to-attach",
    body: ({ subscriptionId, customerId }) =>
      subscriptionId === undefined ? { customerId } : { subscriptionId },
    once: true,
    mayFail: (check) => withoutSubscriptions(check) && !check.has("port.createCustomer"),
  },
  advanceTestClock: { given: "clock", body: () => ({ frozenTime: inDays(3) }), once: true },
  simulateTestClock: {
    given: "possible-subscription",
    body: ({ subscriptionId }) => ({ subscriptionId, advanceTo: inDays(3) }),
    once: true,
    mayFail: withoutSubscriptions,
  },
  deleteTestClock: { given: "clock", once: true },
  createSubscription: { given: "customer", once: true, send: sendSubscription },
  cancelSubscription: { given: "new-subscription" },
  pauseSubscription: { given: "new-subscription" },
  resumeSubscription: { given: "paused-subscription" },
  retryPayment: { given: "unpaid-subscription" },
  voidInvoice: { given: "issued-invoice" },
};

const NAMES = Object.keys(REQUESTS) as OperationName[];

/** The operations whose keys an area guards, in the order of the table, each with its name in the ids of rules. */
export function guardedIn(area: string): readonly { readonly name: OperationName; readonly row: string }[] {
  return NAMES.flatMap((name) => {
    const { guards, row = "" } = operationRows[name];
    return guards === area ? [{ name, row }] : [];
  });
}

/** Sends the valid request of an operation about a subject, with an oddity. */
export function request(
  check: Check,
  name: OperationName,
  { subject, oddity = {} }: { readonly subject: Subject; readonly oddity?: Oddity },
): Promise<Answer> {
  const { send } = REQUESTS[name];
  if (send !== undefined) return send(check, subject, oddity);
  return contractOperations.has(name)
    ? callOperation(check, name, { subject, oddity })
    : callPort(check, name, { subject, oddity });
}

function callOperation(
  check: Check,
  name: OperationName,
  { subject, oddity }: { readonly subject: Subject; readonly oddity: Oddity },
): Promise<Answer> {
  const { body, query, keyed } = REQUESTS[name];
  const { key, headers, authorization, extra } = oddity;
  const json = body?.(subject.values, check);
  const sent = extra === undefined ? json : { ...(json ?? {}), ...extra };
  const asked = { ...query, ...oddity.query };
  const api = key === undefined ? apiOf(check, subject) : check.as(key);
  const call = api[name as keyof typeof api] as (parts: RequestParts) => Promise<Answer>;
  return call({
    path: pathOf(subject),
    headers: { ...(keyed === true ? { "Idempotency-Key": freshKey() } : {}), ...headers },
    ...(sent === undefined ? {} : { json: sent }),
    ...(Object.keys(asked).length === 0 ? {} : { query: asked }),
    ...(authorization === undefined ? {} : { authorization }),
  });
}

/** A subject's values as parameters of a path. */
export const pathOf = ({ values }: Subject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));

async function callPort(
  check: Check,
  name: string,
  { subject, oddity }: { readonly subject: Subject; readonly oddity: Oddity },
): Promise<Answer> {
  const { body = (values: Values) => values } = REQUESTS[name as OperationName];
  const inputs = body(subject.values, check) as Values;
  const { answer } = await check.ports.call(name, {
    inputs,
    ...extraOf(oddity),
    ...credentialOf(subject, oddity),
  });
  return answer;
}

/** The key and the headers of a port's call. */
function credentialOf({ merchant }: Subject, { key = merchant?.testKey, headers, authorization }: Oddity) {
  if (authorization !== undefined)
    return { key: null, headers: { ...headers, Authorization: authorization } };
  return { ...(key === undefined ? {} : { key }), ...(headers === undefined ? {} : { headers }) };
}

const extraOf = ({ extra, query }: Oddity) => ({ ...(extra && { extra }), ...(query && { query }) });

/** Creates a subscription, which is canceled when the check ends, if possible. */
async function sendSubscription(check: Check, subject: Subject, oddity: Oddity): Promise<Answer> {
  const call = { inputs: subject.values, ...extraOf(oddity), ...credentialOf(subject, oddity) };
  const created = await check.ports.call("createSubscription", call);
  const subscriptionId = created.output("subscriptionId");
  if (typeof subscriptionId === "string" && check.ports.bound("cancelSubscription")) {
    const inputs = { subscriptionId, cancelImmediately: true };
    check.cleanUp((cleaning) =>
      cleaning.ports.call("cancelSubscription", { inputs, ...credentialOf(subject, {}) }),
    );
  }
  return created.answer;
}

/**
 * Creates a vendor, if the port describes its body. Without the port, the body is empty, and only refusals that precede validation count;
 * the right key then shows itself on the list of vendors.
 */
async function sendVendorCreation(check: Check, subject: Subject, oddity: Oddity): Promise<Answer> {
  const merchant = subject.merchant ?? (await check.merchant());
  const { key, headers, authorization } = oddity;
  const isInOrder = [key, headers, authorization, oddity.extra].every((one) => one === undefined);
  if (await canCreateVendors(check)) {
    if (isInOrder) return (await ordinaryCreation(check, merchant)).answer;
    return (await sendCreation(check, merchant, { ...extraOf(oddity), ...credentialOf(subject, oddity) }))
      .answer;
  }
  if (isInOrder) return merchant.api.listAccounts();
  const api = key === undefined ? merchant.api : check.as(key);
  const answer = await api.createAccount({
    headers: { "Idempotency-Key": freshKey(), ...headers },
    ...(authorization === undefined ? {} : { authorization }),
    json: {},
  });
  if (answer.status === 422) throw new NeedMissing("port.createVendor");
  return answer;
}
