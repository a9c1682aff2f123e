import { type Answer, type Api, type Check, Inconclusive, NeedMissing, rule, textOf } from "../kit.ts";
import { found } from "../fixtures/reading.ts";
import { expectAcceptance } from "../expect/refusals.ts";
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
