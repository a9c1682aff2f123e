import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import { type Answer, type Api, type Check, Inconclusive, type Merchant } from "../kit.ts";
import { NeedMissing, rule, textOf, Violation } from "../kit.ts";
import { found } from "../fixtures/reading.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { givenLiveActivation } from "../fixtures/marketplaces.ts";
import { givenAllocation, sendReversal } from "../fixtures/money-movements.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { without } from "../fixtures/resources.ts";
import { givenFundedLiveVendor } from "../fixtures/unreachable-vendors.ts";
import { sendCreation } from "../fixtures/vendor-creations.ts";
import { expectAcceptance } from "../expect/refusals.ts";
import { expectChoices } from "../expect/choices.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  sessionFor,
} from "../fixtures/ordinary-requests.ts";

/** What applies to all routes (§1, §9). */
export default [
  /**
   * Uses the routes with both keys of one merchant. Routes that move money are used only for a merchant of the check's own. The profile
   * permits the live key the same requests as the test key.
   */
  rule("conventions/live-key-finds-the-same-routes", async (check) => {
    const merchant = check.has("control.createMerchant") ? await check.ownMerchant() : await check.merchant();
    if (merchant.liveKey === null) throw new NeedMissing("key.live");
    const live = check.as(merchant.liveKey);
    if ((await live.createPaymentIntent({ body: ordinaryIntent(check) })).status === 401) {
      throw new Inconclusive("the live key is not accepted here; the profile's URL may be a sandbox");
    }
    for (const [what, send] of Object.entries(routes(check))) {
      check.succeeded(await send(merchant.api));
      expectRoute(await send(live), `${what} with a live key`);
    }
    if (merchant.own) await expectMoneyRoutes(check, merchant.api, live);
    const created = check.succeeded(await live.createPaymentIntent({ body: ordinaryIntent(check) }));
    check.observe("live-mode-of-live-keys", `liveMode is ${textOf(created.field("liveMode"))}`);
  }),

  /** Sends requests that are refused for what they say, with both keys of one merchant. What the test key is not refused for is another rule's. */
  rule("conventions/live-key-gets-the-same-refusals", async (check) => {
    const merchant = await merchantWithLiveKey(check);
    const { api, accountId, liveKey } = merchant;
    const live = check.as(liveKey);
    if ((await live.createPaymentIntent({ body: ordinaryIntent(check) })).status === 401)
      throw new Inconclusive("the live key is not accepted here; the profile's URL may be a sandbox");
    if ((await expectAlike(check, refusalsOf(check, accountId), [api, live])) === 0)
      throw new Inconclusive("no request was refused with the test key as the document says");
    if (!merchant.own || (await ifPossible(() => givenLiveActivation(check, merchant))) === null) return;
    await expectAlike(check, connectRefusalsOf(check, accountId), [api, live]);
    for (const expected of creationRefusals(check))
      await expectAlike(check, [expected], [merchant, { ...merchant, testKey: liveKey, api: live }]);
    const accts = await ifPossible(async () => [
      await makeVendor(check, merchant),
      await makeVendor(check, merchant, { mode: "live" }),
    ]);
    const [acct = "", liveAcct = ""] = accts ?? [];
    if (accts === null) return;
    await expectAlike(check, vendorRefusals(), [
      { api, acct },
      { api: live, acct: liveAcct },
    ]);
    const funded = await ifPossible(async () => [
      await givenAllocation(check, { acct, merchant }),
      await givenAllocation(check, await givenFundedLiveVendor(check, { acct, merchant })),
    ]);
    const [credit, liveCredit] = funded ?? [];
    if (credit === undefined || liveCredit === undefined) return;
    await expectAlike(
      check,
      [
        {
          send: (allocation) => sendReversal(allocation, allocation.amount + 1),
          judge: refuses({ status: 422, code: "connect.reversal_exceeds_remaining" }),
        },
      ],
      [credit, liveCredit],
    );
  }),
];

/** A request that is refused for what it says, sent by either side, and what the document says of its refusal. */
interface Refused<Side> {
  readonly send: (side: Side) => Promise<Answer>;
  readonly judge: (check: Check, answer: Answer) => void;
}

const refuses =
  (refusal: Parameters<ReturnType<Check["expect"]>["toRefuse"]>[0]) => (check: Check, answer: Answer) =>
    check.expect(answer).toRefuse(refusal);

async function merchantWithLiveKey(check: Check): Promise<Merchant & { readonly liveKey: string }> {
  const merchant = check.has("control.createMerchant")
    ? await check.ownMerchant({ connectMode: "marketplace" })
    : await check.merchant();
  const { liveKey } = merchant;
  if (liveKey === null) throw new NeedMissing("key.live");
  return { ...merchant, liveKey };
}

/** Expects of the live side what is true of the test side. @returns of how many requests */
async function expectAlike<Side>(
  check: Check,
  all: readonly Refused<Side>[],
  [test, live]: readonly [Side, Side],
): Promise<number> {
  let judged = 0;
  for (const { send, judge } of all) {
    // A route that is not offered refuses in its own way.
    const refused = await ifPossible(() => send(test));
    if (refused === null || !isTrue(() => judge(check, refused))) continue;
    judge(check, await send(live));
    judged += 1;
  }
  return judged;
}

function isTrue(judge: () => void): boolean {
  try {
    judge();
    return true;
  } catch (error) {
    if (error instanceof Violation || error instanceof Inconclusive) return false;
    throw error;
  }
}

function unknownId(check: Check, prefix: string): string {
  const [id = ""] = fc.sample(unknownIds(prefix, {}), { numRuns: 1, seed: check.seed });
  return id;
}

/** Creations without a required parameter and reads of unknown objects (§4.1 to §4.4, §7.1). */
const refusalsOf = (check: Check, accountId: string): readonly Refused<Api>[] => [
  {
    send: (api) => api.createPaymentIntent({ json: without(ordinaryIntent(check), "amount") }),
    judge: refuses({ status: 422 }),
  },
  {
    send: (api) => api.createSession({ json: without(sessionFor(check, accountId), "total") }),
    judge: refuses({ status: 400 }),
  },
  {
    send: (api) => api.createDisbursement({ json: without(ordinaryDisbursement(check), "amount") }),
    judge: refuses({ status: 400 }),
  },
  {
    send: (api) => api.createRemittance({ json: without(ordinaryRemittance(check), "amount") }),
    judge: refuses({ status: 400 }),
  },
  {
    send: (api) => api.retrievePaymentIntent({ path: { id: unknownId(check, "pi_") } }),
    judge: refuses({ status: 404 }),
  },
  {
    send: (api) => api.retrieveDisbursement({ path: { id: unknownId(check, "wt_") } }),
    judge: refuses({ status: 404 }),
  },
  {
    send: (api) => api.retrieveRemittance({ path: { id: unknownId(check, "rem_") } }),
    judge: refuses({ status: 404 }),
  },
];

/** Settings outside the enumerations, and vendors that the account does not have (§4.6, §7.3, §7.4). */
function connectRefusalsOf(check: Check, accountId: string): readonly Refused<Api>[] {
  const path = { acct: unknownId(check, "acct_") };
  const { amount } = check.profile.ordinary;
  const body = { destination: path.acct, amount };
  const forbidden = refuses({ status: 403, body: { message: "Forbidden" } });
  return [
    {
      send: (api) => api.retrieveOverview({ query: { range: "6m", granularity: "day" } }),
      judge: refuses({ status: 422, rule: "compatible_with_range" }),
    },
    {
      send: (api) => api.replacePayoutSchedule({ json: { cadence: "yearly" } }),
      judge: (_check, answer) => {
        check.expect(answer).toRefuse({ status: 422 });
        expectChoices(check, answer, ["daily", "weekly"]);
      },
    },
    { send: (api) => api.retrieveAccount({ path }), judge: forbidden },
    { send: (api) => api.listAccountTransactions({ path }), judge: forbidden },
    { send: (api) => api.retrieveAccountCompliance({ path }), judge: forbidden },
    { send: (api) => api.createWithdrawal({ path, ...keyed() }), judge: forbidden },
    { send: (api) => api.createAllocation({ body }), judge: forbidden },
    {
      send: (api) => api.createAllocation({ body: { destination: accountId, amount } }),
      judge: refuses({ status: 403 }),
    },
  ];
}

/** Creations of vendors without a key, and with a member that is never supplied (§4.7, §7.4). */
const creationRefusals = (check: Check): readonly Refused<Merchant>[] => [
  {
    send: async (merchant) => (await sendCreation(check, merchant, { idempotencyKey: null })).answer,
    judge: refuses({ status: 422, field: "Idempotency-Key" }),
  },
  {
    send: async (merchant) => (await sendCreation(check, merchant, { extra: { type: "business" } })).answer,
    judge: refuses({ status: 422, rule: "unsupported", field: "type" }),
  },
];

/** What a vendor without funds refuses (§4.5, §4.7, §7.4). */
const vendorRefusals = (): readonly Refused<{ readonly api: Api; readonly acct: string }>[] => [
  {
    send: ({ api, acct }) => api.createWithdrawal({ path: { acct } }),
    judge: refuses({ status: 422, field: "Idempotency-Key" }),
  },
  {
    send: ({ api, acct }) => api.createWithdrawal({ path: { acct }, ...keyed(), json: { amount: 1 } }),
    judge: refuses({ status: 422, rule: "unsupported", field: "amount" }),
  },
  {
    send: ({ api, acct }) => api.createWithdrawal({ path: { acct }, ...keyed() }),
    judge: refuses({ status: 422, code: "E_CONNECT_VENDOR_EMPTY_BALANCE" }),
  },
  {
    send: ({ api, acct }) => api.createAllocation({ json: { destination: acct, amount: 0 } }),
    judge: refuses({ status: [400, 422] }),
  },
];

/** The statuses of a host that does not have a route, or not for this method. */
const NO_ROUTE = [404, 405, 501];

/** Expects that the route exists, even if it refuses the live merchant for another reason. @throws Inconclusive if it does */
function expectRoute(answer: Answer, what: string): void {
  if (answer.succeeded) return;
  if (NO_ROUTE.includes(answer.status)) expectAcceptance(answer, what);
  throw new Inconclusive(`${what} was refused for another reason: ${answer.summary}`);
}

/** Expects the payout routes, for a merchant of the check's own. Its live account may lack the money or other requirements of a payout. */
async function expectMoneyRoutes(check: Check, test: Api, live: Api): Promise<void> {
  const all: Record<string, (api: Api) => Promise<Answer>> = {
    "creating a disbursement": (api) => api.createDisbursement({ body: ordinaryDisbursement(check) }),
    "creating a remittance": (api) => api.createRemittance({ body: ordinaryRemittance(check) }),
    "listing remittances": (api) => api.listRemittances(),
  };
  for (const [what, send] of Object.entries(all)) {
    if (!(await send(test)).succeeded) continue;
    const answer = await send(live);
    if (NO_ROUTE.includes(answer.status)) expectAcceptance(answer, `${what} with a live key`);
  }
}

function routes(check: Check): Record<string, (api: Api) => Promise<Answer>> {
  /** The document does not say whether the keys of both modes belong to one account. */
  const accountOf = async (api: Api): Promise<string> => {
    const made = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
    return made.text("accountId");
  };
  const session = async (api: Api) => {
    const accountId = await accountOf(api);
    return api.createSession({ body: sessionFor(check, accountId) });
  };
  return {
    "creating an intent": (api) => api.createPaymentIntent({ body: ordinaryIntent(check) }),
    "retrieving an intent": async (api) => {
      const created = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
      return found(check, "a new intent", () =>
        api.retrievePaymentIntent({ path: { id: created.text("id") } }),
      );
    },
    "creating a session": session,
    "retrieving a session": async (api) => {
      const created = check.succeeded(await session(api));
      return found(check, "a new session", () => api.retrieveSession({ path: { id: created.text("id") } }));
    },
  };
}
