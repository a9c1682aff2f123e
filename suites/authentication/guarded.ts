import type { Api } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Guarded } from "../shared/keys.ts";
import { readBack } from "../shared/reading.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  ordinarySession,
} from "../shared/requests.ts";
import { givenCustomer, givenPrice, givenSubscription } from "../subscriptions/given.ts";

/** How operations of the core resources and of test clocks are tried, by the name that their rules have for them. */
export const GUARDED = {
  "create-payment-intent": creation(ordinaryIntent, (api, body) => api.createPaymentIntent({ body })),
  "retrieve-payment-intent": retrieval(
    (check) => check.api.createPaymentIntent({ body: ordinaryIntent(check) }),
    (api, id) => api.retrievePaymentIntent({ path: { id } }),
  ),
  "create-session": creation(ordinarySession, (api, body) => api.createSession({ body })),
  "retrieve-session": retrieval(
    async (check) => check.api.createSession({ body: await ordinarySession(check) }),
    (api, id) => api.retrieveSession({ path: { id } }),
  ),
  "create-disbursement": creation(ordinaryDisbursement, (api, body) => api.createDisbursement({ body })),
  "retrieve-disbursement": retrieval(
    (check) => check.api.createDisbursement({ body: ordinaryDisbursement(check) }),
    (api, id) => api.retrieveDisbursement({ path: { id } }),
  ),
  "create-remittance": creation(ordinaryRemittance, (api, body) => api.createRemittance({ body })),
  "retrieve-remittance": retrieval(
    (check) => check.api.createRemittance({ body: ordinaryRemittance(check) }),
    (api, id) => api.retrieveRemittance({ path: { id } }),
  ),
  "list-remittances": {
    prepare: async (check) => {
      check.succeeded(await check.api.createRemittance({ body: ordinaryRemittance(check) }));
      return (key) => withKey(check, key).listRemittances({ query: { page: 1 } });
    },
  },
  "create-test-clock": {
    prepare: (check) =>
      Promise.resolve(async (key) => {
        const answer = await withKey(check, key).createTestClock({ body: ordinaryClock(check) });
        if (answer.succeeded) deletesLater(check, (answer.body as { id?: unknown }).id);
        return answer;
      }),
  },
  "list-test-clocks": plain((api) => api.listTestClocks()),
  "retrieve-test-clock": aboutClock((api, id) => api.retrieveTestClock({ path: { id } })),
  "delete-test-clock": aboutClock((api, id) => api.deleteTestClock({ path: { id } })),
  "advance-test-clock": aboutClock((api, id) =>
    api.advanceTestClock({ path: { id }, body: { frozenTime: inDays(35) } }),
  ),
  "attach-test-clock": {
    prepare: async (check) => {
      const subscriptionId = await subscriptionOf(check);
      return aboutClock((api, id) => api.attachTestClock({ path: { id }, body: { subscriptionId } })).prepare(
        check,
      );
    },
    mayFailOtherwise: (check) => !check.has("port.createSubscription"),
  },
  "simulate-test-clock": {
    prepare: async (check) => {
      const subscriptionId = await subscriptionOf(check);
      return async (key) => {
        const body = { subscriptionId, advanceTo: inDays(35) };
        const answer = await withKey(check, key).simulateTestClock({ body });
        if (answer.succeeded)
          deletesLater(check, (answer.body as { testClock?: { id?: unknown } }).testClock?.id);
        return answer;
      };
    },
    mayFailOtherwise: (check) => !check.has("port.createSubscription"),
  },
  "create-subscription": {
    prepare: async (check) => {
      check.require("port.createSubscription");
      const merchant = await check.merchant();
      const { id: customerId } = await givenCustomer(check, merchant);
      const priceId = await givenPrice(check, merchant, false);
      const inputs = {
        ...(customerId === null ? {} : { customerId }),
        ...(priceId === null ? {} : { priceId }),
        quantity: 1,
      };
      return async (key) => {
        const created = await check.ports.call("createSubscription", {
          inputs,
          ...(key === undefined ? {} : { key }),
        });
        const subscriptionId = created.output("subscriptionId");
        if (typeof subscriptionId === "string" && check.ports.bound("cancelSubscription")) {
          const parts = { inputs: { subscriptionId, cancelImmediately: true } };
          check.cleanUp((cleaning) => cleaning.ports.call("cancelSubscription", parts));
        }
        return created.answer;
      };
    },
  },
} as const satisfies Record<string, Guarded>;

/** A subscription of the default merchant, where one can be made; else the id of none. */
async function subscriptionOf(check: Check): Promise<string> {
  if (!check.has("port.createSubscription")) return "sub_00000000000000000000";
  const customer = await givenCustomer(check, await check.merchant());
  return (await givenSubscription(check, { customer })).id;
}

function withKey(check: Check, key: string | null | undefined): Api {
  return key === undefined ? check.api : check.as(key);
}

function plain(send: (api: Api) => Promise<Answer>): Guarded {
  return { prepare: (check) => Promise.resolve((key) => send(withKey(check, key))) };
}

function creation<B>(
  bodyOf: (check: Check) => B | Promise<B>,
  send: (api: Api, body: B) => Promise<Answer>,
): Guarded {
  return {
    prepare: async (check) => {
      const body = await bodyOf(check);
      return (key) => send(withKey(check, key), body);
    },
  };
}

function retrieval(
  create: (check: Check) => Promise<Answer>,
  retrieve: (api: Api, id: string) => Promise<Answer>,
): Guarded {
  return {
    prepare: async (check) => {
      const created = check.succeeded((await create(check)) as Answer<{ readonly id: string }>);
      const id = created.field("id");
      await readBack(check, () => retrieve(check.api, id));
      return (key) => retrieve(withKey(check, key), id);
    },
  };
}

/** A whole second so many days from now: how far a clock reaches is open. */
function inDays(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
}

function ordinaryClock(check: Check): { frozenTime: string; name: string } {
  return { frozenTime: inDays(1), name: check.name("clock") };
}

function aboutClock(send: (api: Api, id: string) => Promise<Answer>): Guarded {
  return {
    prepare: async (check) => {
      const clock = check.succeeded(await check.api.createTestClock({ body: ordinaryClock(check) }));
      const id = clock.field("id");
      deletesLater(check, id);
      return (key) => send(withKey(check, key), id);
    },
  };
}

function deletesLater(check: Check, id: unknown): void {
  if (typeof id === "string") check.cleanUp((cleaning) => cleaning.api.deleteTestClock({ path: { id } }));
}
