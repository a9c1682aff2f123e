import { messageOf } from "../../harness/errors.ts";
import { createParts, manualTime } from "../../emulator/index.ts";
import { requestSchemaOf } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import { createExecution } from "../../harness/engine/execution.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { openSession } from "../../harness/session/open.ts";
import { type Mutant, partsOf } from "../../mutants/mutant.ts";
import { catalogue } from "../../spec/index.ts";
import { inProcess, inThisProcess } from "../in-process-target.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const SEED = 1;

/** By request: the status, content type and bytes of its answer, or the emitted events. */
type Observed = ReadonlyMap<string, string>;

let ordinary: Promise<Observed> | undefined;

/**
 * The first of the simplest requests that shows a mutant; null if none does, so that the mutant is subtle. The simplest requests for an
 * operation are one that succeeds, one without each required field, and one without a key. While the emulator's time stands still, its
 * answers are always the same bytes.
 */
export async function shownBy(mutant: Mutant): Promise<string | null> {
  ordinary ??= simplestAnswers(null);
  const expected = await ordinary;
  const observed = await simplestAnswers(mutant);
  for (const [request, answer] of expected) {
    if (observed.get(request) !== answer) return request;
  }
  return null;
}

async function simplestAnswers(mutant: Mutant | null): Promise<Observed> {
  const parts = mutant === null ? createParts() : partsOf(mutant);
  const target = inProcess(
    inThisProcess({ seed: SEED, parts, time: manualTime(NOON), onFault: () => undefined }),
  );
  const session = await openSession({ ...target, seed: SEED, runs: 1, liveKeyAllowed: true });
  const [rule] = catalogue;
  if (rule === undefined) throw new Error("the catalogue is empty");
  const { check } = createExecution({ session, rule, signal: new AbortController().signal, attempt: 1 });
  const observed = new Map<string, string>();
  const ask = async (
    name: string,
    request: () => Promise<Answer | { answer: Answer }>,
  ): Promise<Answer | null> => {
    try {
      const made = await request();
      const answer = "answer" in made ? made.answer : made;
      const type = answer.headers("content-type").join();
      observed.set(name, `${answer.status} ${type} ${Buffer.from(answer.bytes).toString("latin1")}`);
      return answer.succeeded ? answer : null;
    } catch (error) {
      observed.set(name, messageOf(error));
      return null;
    }
  };
  try {
    await core(check, ask);
    await connect(check, ask);
    await billing(check, ask);
  } catch (error) {
    // A mutant that breaks the setup of a later request is shown by that, too.
    observed.set("end", messageOf(error));
  } finally {
    await session.close();
    await target.close();
  }
  return observed;
}

type Ask = (name: string, request: () => Promise<Answer | { answer: Answer }>) => Promise<Answer | null>;

const idIn = (answer: Answer | null): string => {
  const { id } = (answer?.body ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : "absent";
};

/** The request without each of its required fields. */
async function withoutEach(
  ask: Ask,
  operation: string,
  body: Record<string, unknown>,
  send: (body: unknown) => Promise<Answer>,
): Promise<void> {
  const { required = [] } = requestSchemaOf(operation) as { required?: readonly string[] };
  for (const field of required) {
    const { [field]: _left, ...rest } = body;
    await ask(`${operation} without ${field}`, () => send(rest));
  }
}

async function core(check: Check, ask: Ask): Promise<void> {
  const { api } = check;
  const { accountId } = await check.merchant();
  const intent = { amount: 5000, currency: "xaf", description: "Order 1", metadata: { order: "1" } };
  const created = await ask("createPaymentIntent", () => api.createPaymentIntent({ body: intent }));
  await ask("retrievePaymentIntent", () => api.retrievePaymentIntent({ path: { id: idIn(created) } }));
  await ask("retrievePaymentIntent, unknown", () =>
    api.retrievePaymentIntent({ path: { id: "pi_unknown" } }),
  );
  await withoutEach(ask, "createPaymentIntent", intent, (json) => api.createPaymentIntent({ json }));
  await ask("createPaymentIntent without key", () => check.as(null).createPaymentIntent({ body: intent }));

  const session = {
    total: 5000,
    currency: "xaf",
    accountId,
    successUrl: "https://example.com/a",
    cancelUrl: "https://example.com/b",
  };
  const opened = await ask("createSession", () => api.createSession({ body: session }));
  await ask("retrieveSession", () => api.retrieveSession({ path: { id: idIn(opened) } }));
  await withoutEach(ask, "createSession", session, (json) => api.createSession({ json }));
  await ask("createSession without key", () => check.as(null).createSession({ body: session }));

  const momo = {
    type: "momo",
    momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" },
  } as const;
  const payout = {
    amount: 5000,
    currency: "XAF",
    first_name: "Ada",
    last_name: "Okemba",
    payment_method_data: momo,
  };
  const paid = await ask("createDisbursement", () => api.createDisbursement({ body: payout }));
  await ask("retrieveDisbursement", () => api.retrieveDisbursement({ path: { id: idIn(paid) } }));
  await ask("retrieveDisbursement, unknown", () => api.retrieveDisbursement({ path: { id: "wt_unknown" } }));
  await withoutEach(ask, "createDisbursement", payout, (json) => api.createDisbursement({ json }));
  await ask("createDisbursement without key", () => check.as(null).createDisbursement({ body: payout }));

  const remittance = { ...payout, amount: "5000" };
  const sent = await ask("createRemittance", () => api.createRemittance({ body: remittance }));
  await ask("retrieveRemittance", () => api.retrieveRemittance({ path: { id: idIn(sent) } }));
  await ask("retrieveRemittance, unknown", () => api.retrieveRemittance({ path: { id: "rem_unknown" } }));
  await ask("listRemittances", () => api.listRemittances());
  await withoutEach(ask, "createRemittance", remittance, (json) => api.createRemittance({ json }));
  await ask("createRemittance without key", () => check.as(null).createRemittance({ body: remittance }));
}

async function connect(check: Check, ask: Ask): Promise<void> {
  const merchant = await check.ownMerchant({ connectMode: "marketplace" });
  const { api } = merchant;
  const path = { accountId: merchant.accountId };
  await ask("retrieveActivation", () => api.retrieveActivation());
  await ask("retrievePayoutSchedule", () => api.retrievePayoutSchedule());
  await ask("replacePayoutSchedule", () => api.replacePayoutSchedule({ json: { cadence: "weekly" } }));
  await ask("replacePayoutSchedule without cadence", () => api.replacePayoutSchedule({ json: {} }));
  await check.control.call("fundMarketplace", { path, json: { amount: 1_000_000 } });
  const vendor = await ask("createAccount", () =>
    check.ports.call("createVendor", {
      inputs: { name: "Vendor", email: "vendor@example.com", country: "CG", currency: "XAF" },
      headers: { "idempotency-key": "simplest-vendor" },
      key: merchant.testKey,
    }),
  );
  const acct = idIn(vendor);
  await ask("retrieveAccount", () => api.retrieveAccount({ path: { acct } }));
  await ask("retrieveAccount, unknown", () => api.retrieveAccount({ path: { acct: "acct_unknown" } }));
  await ask("listAccounts", () => api.listAccounts());
  await ask("retrieveAccountCompliance", () => api.retrieveAccountCompliance({ path: { acct } }));
  const allocation = { destination: acct, amount: 10_000 };
  const allocated = await ask("createAllocation", () => api.createAllocation({ body: allocation }));
  await withoutEach(ask, "createAllocation", allocation, (json) => api.createAllocation({ json }));
  await ask("createAllocationReversal", () =>
    api.createAllocationReversal({
      path: { allocationId: idIn(allocated) },
      json: { amount: 1_000 },
    }),
  );
  await ask("listAccountTransactions", () => api.listAccountTransactions({ path: { acct } }));
  const matured = { milliseconds: 40 * 24 * 3_600_000 };
  await check.control.call("moveWallClock", { path, json: matured });
  await ask("createWithdrawal", () =>
    api.createWithdrawal({ path: { acct }, headers: { "idempotency-key": "simplest-withdrawal" } }),
  );
  await ask("createWithdrawal without a key", () => api.createWithdrawal({ path: { acct } }));
  await ask("retrieveOverview", () => api.retrieveOverview());
  await ask("Service-Account", () => api.retrieveActivation({ headers: { "service-account": acct } }));
  await events(check, ask, merchant, "Connect");
}

async function billing(check: Check, ask: Ask): Promise<void> {
  const merchant = await check.ownMerchant();
  const { api, testKey: key } = merchant;
  const call = (name: string, inputs: Record<string, unknown>): Promise<{ answer: Answer }> =>
    check.ports.call(name, { inputs, key });
  const customer = await ask("createCustomer", () =>
    call("createCustomer", { name: "Ada", email: "ada@example.com" }),
  );
  const price = await ask("createPrice", () => call("createPrice", {}));
  const clock = await ask("createTestClock", () =>
    api.createTestClock({ body: { frozenTime: new Date(NOON).toISOString(), name: "Clock" } }),
  );
  const inputs = { customerId: idIn(customer), priceId: idIn(price), quantity: 1 };
  const made = await ask("createSubscription", () => call("createSubscription", inputs));
  const id = idIn(clock);
  const subscriptionId = idIn(made);
  await ask("retrieveTestClock", () => api.retrieveTestClock({ path: { id } }));
  await ask("retrieveTestClock, unknown", () => api.retrieveTestClock({ path: { id: "clock_unknown" } }));
  await ask("attachTestClock", () => api.attachTestClock({ path: { id }, json: { subscriptionId } }));
  await ask("listTestClocks", () => api.listTestClocks());
  await ask("advanceTestClock", () =>
    api.advanceTestClock({ path: { id }, json: { frozenTime: "2026-02-20T12:00:00.000Z" } }),
  );
  await ask("advanceTestClock without frozenTime", () => api.advanceTestClock({ path: { id }, json: {} }));
  await ask("createTestClock without frozenTime", () => api.createTestClock({ json: {} }));
  await ask("pauseSubscription", () => call("pauseSubscription", { subscriptionId }));
  await ask("resumeSubscription", () => call("resumeSubscription", { subscriptionId }));
  await ask("cancelSubscription", () => call("cancelSubscription", { subscriptionId }));
  await ask("deleteTestClock", () => api.deleteTestClock({ path: { id } }));
  await events(check, ask, merchant, "billing");
}

async function events(check: Check, ask: Ask, merchant: Merchant, what: string): Promise<void> {
  const emitted = await check.control.call("listEvents", { path: { accountId: merchant.accountId } });
  await ask(`events of ${what}`, () => Promise.reject(new Error(JSON.stringify(emitted))));
}
