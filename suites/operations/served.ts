import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import type { Api } from "../../harness/api.ts";
import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import { contractOperations } from "../../harness/contract.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { routeOf } from "../../harness/judge/routes.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import type { operations } from "../../spec/generated/openapi.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { sendCreation } from "../fixtures/vendor-creations.ts";
import { givenReadableVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey, keyed } from "../fixtures/idempotency-keys.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { createdId, ordinaryObject, type Resource } from "../expect/creations.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";
import { sessionFor } from "../fixtures/ordinary-requests.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";
import { requestSubscription, givenCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { givenClock } from "../fixtures/test-clocks.ts";
import { inDays } from "../fixtures/times.ts";

/** The operations of the target, without the events, which it sends. */
type OperationId = Exclude<keyof operations, `receive${string}`>;

/** Prepares the object of a request, and returns the request. */
type Trial = (check: Check) => Promise<() => Promise<Answer>>;

/** The object of a request, and its merchant. */
interface Given {
  readonly api: Api;
  readonly id: string;
}

/** The request that tries each route. Its documented answer differs from the answer of a missing route. */
const TRIALS: Readonly<Record<OperationId, Trial>> = {
  createPaymentIntent: creates(intents),
  retrievePaymentIntent: retrieves(intents),
  createSession: about(
    orNobodys("acct_", false, async (check) => ({ api: check.api, id: (await check.merchant()).accountId })),
    async ({ api, id }, check) => api.createSession({ body: sessionFor(check, id) }),
  ),
  retrieveSession: retrieves(sessions, "host.checkout"),
  createDisbursement: creates(disbursements),
  retrieveDisbursement: retrieves(disbursements),
  listRemittances: plain((check) => check.api.listRemittances({ query: { page: 1 } })),
  createRemittance: creates(remittances),
  retrieveRemittance: retrieves(remittances),
  createAllocation: about(vendor(givenVendor), ({ api, id }, check) =>
    api.createAllocation({ body: { destination: id, amount: check.profile.ordinary.amount } }),
  ),
  createAllocationReversal: about(
    orNobodys("ctr_", true, async (check) => {
      const { acct, merchant } = await vendorOrRoute(check);
      const { id } = await givenAllocation(check, { acct, merchant });
      return { api: merchant.api, id };
    }),
    ({ api, id }) => api.createAllocationReversal({ path: { allocationId: id }, body: { amount: 1 } }),
  ),
  retrieveActivation: plain((check) => check.api.retrieveActivation()),
  retrievePayoutSchedule: plain((check) => check.api.retrievePayoutSchedule()),
  // Without a cadence it is refused, so nothing changes.
  replacePayoutSchedule: plain((check) => check.api.replacePayoutSchedule({ json: {} })),
  retrieveOverview: plain((check) => check.api.retrieveOverview()),
  listAccounts: plain((check) => check.api.listAccounts()),
  createAccount: plain(async (check) => {
    if (check.ports.bound("createVendor")) return (await sendCreation(check, await check.merchant())).answer;
    // Without a key it is refused, whatever its body.
    return check.api.createAccount({ json: {} });
  }),
  retrieveAccount: about(vendor(givenReadableVendor), ({ api, id }) =>
    api.retrieveAccount({ path: { acct: id } }),
  ),
  listAccountTransactions: about(vendor(givenReadableVendor), ({ api, id }) =>
    api.listAccountTransactions({ path: { acct: id } }),
  ),
  retrieveAccountCompliance: about(vendor(givenReadableVendor), ({ api, id }) =>
    api.retrieveAccountCompliance({ path: { acct: id } }),
  ),
  createWithdrawal: about(vendor(givenVendor), ({ api, id }) =>
    api.createWithdrawal({ path: { acct: id }, ...keyed(freshKey()) }),
  ),
  createSubscription: plain(async (check) => {
    check.require("port.createSubscription");
    return (
      await requestSubscription(check, { customer: await givenCustomer(check, await check.merchant()) })
    ).port.answer;
  }),
  listTestClocks: plain((check) => check.api.listTestClocks()),
  createTestClock: plain((check) =>
    check.api.createTestClock({ body: { frozenTime: inDays(1), name: check.name("clock") } }),
  ),
  simulateTestClock: about(
    orNobodys("sub_", false, async (check) => {
      const { id, merchant } = await givenSubscription(check, {
        customer: await givenCustomer(check, await check.merchant()),
      });
      return { api: merchant.api, id };
    }),
    ({ api, id }) => api.simulateTestClock({ body: { subscriptionId: id, advanceTo: inDays(35) } }),
  ),
  retrieveTestClock: about(clock(), ({ api, id }) => api.retrieveTestClock({ path: { id } })),
  deleteTestClock: about(clock(), ({ api, id }) => api.deleteTestClock({ path: { id } })),
  advanceTestClock: about(clock(), ({ api, id }) =>
    api.advanceTestClock({ path: { id }, body: { frozenTime: inDays(35) } }),
  ),
  attachTestClock: about(clock(), ({ api, id }, check) =>
    api.attachTestClock({ path: { id }, body: { subscriptionId: nobodys(check, "sub_") } }),
  ),
};

/** Sends a valid request. Its answer must not be that of a missing route. */
export default (Object.entries(TRIALS) as [OperationId, Trial][]).map(([operation, trial]): RuleCheck => {
  const id = ruleIdOf(contractOperations.get(operation)?.servedRule);
  return rule(id, { tries: operation }, async (check) => {
    const send = await trial(check);
    await check.expectServed(operation, send);
  });
});

function plain(send: (check: Check) => Promise<Answer>): Trial {
  return (check) => Promise.resolve(() => send(check));
}

function about(
  given: (check: Check) => Promise<Given>,
  send: (given: Given, check: Check) => Promise<Answer>,
): Trial {
  return async (check) => {
    const what = await given(check);
    return () => send(what, check);
  };
}

function creates(resource: Resource): Trial {
  return plain((check) => ordinaryObject(check, resource));
}

/** Retrieves a new object, or an unknown one, which may be answered with 404. */
function retrieves(resource: Resource, need?: string): Trial {
  const given = orNobodys(resource.prefix, true, async (check) => {
    if (need !== undefined) check.require(need);
    return { api: check.api, id: await createdId(check, resource) };
  });
  return about(given, ({ api, id }) => resource.retrieve(api, id));
}

/**
 * The object of a request, or an unknown id if there is none. If unknown ids are answered with 404, the unknown id is used only if nothing
 * can be created because a route is missing.
 */
function orNobodys(
  prefix: string,
  unknownMayBe404: boolean,
  make: (check: Check) => Promise<Given>,
): (check: Check) => Promise<Given> {
  return async (check) => {
    try {
      return await make(check);
    } catch (error) {
      const lacksRoute = error instanceof NeedMissing && routeOf(error.need) !== undefined;
      const lacks = error instanceof NeedMissing || error instanceof Inconclusive;
      if (lacksRoute || (lacks && !unknownMayBe404)) return { api: check.api, id: nobodys(check, prefix) };
      throw error;
    }
  };
}

/** A vendor to allocate to. If there is none, an allocation to an unknown vendor shows whether the route exists. */
async function vendorOrRoute(check: Check): Promise<Vendor> {
  try {
    return await givenVendor(check);
  } catch (error) {
    await check.api.createAllocation({ body: { destination: nobodys(check, "acct_"), amount: 1 } });
    throw error;
  }
}

/** A vendor, or an unknown id, which is refused with 403 (§7.3). */
function vendor(give: typeof givenReadableVendor): (check: Check) => Promise<Given> {
  return orNobodys("acct_", false, async (check) => {
    const { acct, merchant } = await give(check);
    return { api: merchant.api, id: acct };
  });
}

/** A test clock, or an unknown id, which is refused with a code (§7.9). */
function clock(): (check: Check) => Promise<Given> {
  return orNobodys("clock_", false, async (check) => {
    const { id, merchant } = await givenClock(check);
    return { api: merchant.api, id };
  });
}

function nobodys(check: Check, prefix: string): string {
  const [id] = fc.sample(unknownIds(prefix), { numRuns: 1, seed: check.seed });
  if (id === undefined) throw new Error("no id was generated");
  return id;
}
