import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { routeOf } from "../../harness/routes/routes.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { canCreateVendors, sendCreation } from "../connect/creations.ts";
import { keyed } from "../connect/keys.ts";
import { givenFunds } from "../connect/maturity.ts";
import { makeVendor } from "../connect/vendor-making.ts";
import { ordinaryDisbursement, ordinaryIntent, ordinaryRemittance, sessionFor } from "../shared/requests.ts";
import { givenCustomer, givenOwnCustomer, givenSubscription } from "../subscriptions/given.ts";

/** One request of a merchant, in order but for its credential; the merchant's own without one. */
export type Sending = (authorization?: string) => Promise<Answer>;

/** As many requests as a check sends to one route. */
const POOL = 6;
const DAY_MS = 86_400_000;
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19)}Z`;

/**
 * Requests to every documented route that this merchant can use: what it cannot make is left out, and what destroys comes
 * last. No request depends on the effect of another.
 */
export async function everyRoute(check: Check, merchant: Merchant): Promise<readonly Sending[]> {
  const { api } = merchant;
  const auth = (authorization?: string) => (authorization === undefined ? {} : { authorization });
  const made = async (create: () => Promise<Answer>): Promise<string> => {
    const { id } = (check.succeeded(await create()).body ?? {}) as { id?: unknown };
    return String(id);
  };
  const sendings: Sending[] = [];
  const add = async (routes: () => Promise<readonly Sending[]> | readonly Sending[]): Promise<void> => {
    try {
      sendings.push(...(await routes()));
    } catch (error) {
      if (!(error instanceof NeedMissing)) throw error;
    }
  };
  await add(async () => {
    const id = await made(() => api.createPaymentIntent({ body: ordinaryIntent(check) }));
    return [
      (a) => api.createPaymentIntent({ ...auth(a), body: ordinaryIntent(check) }),
      (a) => api.retrievePaymentIntent({ ...auth(a), path: { id } }),
    ];
  });
  await add(async () => {
    const body = sessionFor(check, merchant.accountId);
    const id = await made(() => api.createSession({ body }));
    return [
      (a) => api.createSession({ ...auth(a), body }),
      (a) => api.retrieveSession({ ...auth(a), path: { id } }),
    ];
  });
  await add(async () => {
    const id = await made(() => api.createDisbursement({ body: ordinaryDisbursement(check) }));
    return [
      (a) => api.createDisbursement({ ...auth(a), body: ordinaryDisbursement(check) }),
      (a) => api.retrieveDisbursement({ ...auth(a), path: { id } }),
    ];
  });
  await add(async () => {
    const id = await made(() => api.createRemittance({ body: ordinaryRemittance(check) }));
    return [
      (a) => api.createRemittance({ ...auth(a), body: ordinaryRemittance(check) }),
      (a) => api.retrieveRemittance({ ...auth(a), path: { id } }),
      (a) => api.listRemittances({ ...auth(a), query: { page: 1 } }),
    ];
  });
  await add(() => [
    (a) => api.retrieveActivation(auth(a)),
    (a) => api.retrievePayoutSchedule(auth(a)),
    (a) => api.retrieveOverview(auth(a)),
    (a) => api.listAccounts(auth(a)),
  ]);
  await add(async () => {
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    const acct = await makeVendor(check, merchant);
    const { amount } = check.profile.ordinary;
    const allocationId = await made(() => api.createAllocation({ body: { destination: acct, amount } }));
    return [
      (a) => api.retrieveAccount({ ...auth(a), path: { acct } }),
      (a) => api.listAccountTransactions({ ...auth(a), path: { acct } }),
      (a) => api.retrieveAccountCompliance({ ...auth(a), path: { acct } }),
      (a) => api.createAllocation({ ...auth(a), body: { destination: acct, amount } }),
      (a) => api.createAllocationReversal({ ...auth(a), path: { allocationId }, body: { amount: 1 } }),
      (a) => api.replacePayoutSchedule({ ...auth(a), json: { cadence: "daily" } }),
    ];
  });
  await add(async () => {
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    const vendor = { acct: await makeVendor(check, merchant), merchant };
    await givenFunds(check, vendor);
    // The same key each time, so that the right credential gets the first answer again.
    const { headers } = keyed();
    return [(a) => api.createWithdrawal({ ...auth(a), path: { acct: vendor.acct }, headers })];
  });
  await add(async () => {
    if (!(await canCreateVendors(check))) throw new NeedMissing("port.createVendor");
    return [
      async (a) => {
        const headers = a === undefined ? {} : { Authorization: a };
        const call = { headers, ...(a === undefined ? {} : { key: null }) };
        return (await sendCreation(check, merchant, call)).answer;
      },
    ];
  });
  await add(async () => {
    const id = await made(() =>
      api.createTestClock({ body: { frozenTime: inDays(1), name: check.name("clock") } }),
    );
    check.cleanUp(() => api.deleteTestClock({ path: { id } }));
    const body = { frozenTime: inDays(1) };
    const clocks = () =>
      pool(async () => {
        const each = await made(() => api.createTestClock({ body }));
        check.cleanUp(() => api.deleteTestClock({ path: { id: each } }));
        return each;
      });
    const still = await clocks();
    const doomed = await clocks();
    return [
      (a) => api.listTestClocks(auth(a)),
      (a) => api.retrieveTestClock({ ...auth(a), path: { id } }),
      // A clock that is advancing may refuse to be moved again.
      (a) =>
        api.advanceTestClock({
          ...auth(a),
          path: { id: still() },
          body: { frozenTime: inDays(3) },
        }),
      (a) => api.createTestClock({ ...auth(a), body }),
      (a) => api.deleteTestClock({ ...auth(a), path: { id: doomed() } }),
    ];
  });
  await add(async () => {
    const id = await made(() => api.createTestClock({ body: { frozenTime: inDays(1) } }));
    check.cleanUp(() => api.deleteTestClock({ path: { id } }));
    const customers = await pool(async () => (await givenOwnCustomer(check, merchant)).id);
    return [(a) => api.attachTestClock({ ...auth(a), path: { id }, body: { customerId: customers() } })];
  });
  await add(async () => {
    const customer = await givenCustomer(check, merchant);
    const subscriptions = await pool(async () => (await givenSubscription(check, { customer })).id);
    return [
      (a) =>
        api.simulateTestClock({
          ...auth(a),
          body: { subscriptionId: subscriptions(), advanceTo: inDays(3) },
        }),
    ];
  });
  return sendings;
}

/** Things of which each request takes one: what was done with one may not be done with it again. */
async function pool(make: () => Promise<string>): Promise<() => string> {
  const stock: string[] = [];
  while (stock.length < POOL) stock.push(await make());
  return () => stock.pop() ?? "";
}

/** Whether a request succeeds; that its route is not there is another rule's matter. */
export async function isAccepted(send: (...parts: []) => Promise<Answer>): Promise<boolean> {
  try {
    return (await send()).succeeded;
  } catch (error) {
    if (error instanceof NeedMissing && routeOf(error.need) !== undefined) return false;
    throw error;
  }
}
