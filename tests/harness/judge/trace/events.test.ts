import { arrives, begins, call, during, inOrder, loses, MERCHANT, testRule } from "./history.ts";

const create = { operation: "createAllocation" };
const made = (id: unknown) => call(create, { id }, 201);
const about = (id: unknown, more: object = {}) => ({ id, controllerAccountId: MERCHANT.account, ...more });
const TYPE = "connect.transfer.created";
const event = (id: unknown, more?: { id?: string; address?: string }) => arrives(TYPE, about(id), more);

testRule("connect-events/every-event-has-its-request", {
  first: made("ctr_0"),
  violated: { "about a refused request, before its answer": during(create, [{}, 422], event("ctr_1")) },
  violatedAlone: { "about nothing": event("ctr_1") },
  permitted: {
    "after the answer": [made("ctr_1"), event("ctr_1")],
    "before the answer": during(create, [{ id: "ctr_1" }, 201], event("ctr_1")),
    "before an answer that never comes": [begins(create), event("ctr_1")],
    "after a lost answer": [loses(create), event("ctr_1")],
    "after a server's failure": [call(create, {}, 504), event("ctr_1")],
    "after an answer that does not show the id": [made(null), event("ctr_1")],
    "without an id": event(undefined),
    "about another account": arrives(TYPE, about("ctr_1", { controllerAccountId: "acct_x" })),
    "about no account": arrives(TYPE, { id: "ctr_1" }),
    "of another type": arrives("connect.funds.available", about("ctr_1")),
  },
});

const again = { id: "evt_2" };
testRule("connect-events/one-event-for-each-request", {
  first: made("ctr_1"),
  violated: { "again with another id": [event("ctr_1"), event("ctr_1", again)] },
  permitted: {
    "again with the same id: a redelivery": [event("ctr_1"), event("ctr_1")],
    "at another endpoint": [event("ctr_1"), event("ctr_1", { ...again, address: "second" })],
    "the second without an id of its own": [event("ctr_1"), event("ctr_1", { id: "" })],
    "the first without an id of its own": [event("ctr_1", { id: "" }), event("ctr_1", again)],
    "about another object": [made("ctr_2"), event("ctr_1"), event("ctr_2", again)],
    "about objects that are not shown": [event(undefined), event(undefined, again)],
  },
});

const hook = (accountId: string) =>
  call({
    control: "registerWebhookEndpoint",
    path: { accountId },
    body: {
      url: `http://inbox.test/${accountId}`,
      events: ["connect.funds.available", "connect.transfer.reversed"],
    },
  });
const available = (address: string, account: unknown, type = "connect.funds.available", more: object = {}) =>
  arrives(type, { account, ...more }, { address, account: "acct_v" });

testRule("connect-events/account-is-a-party", {
  first: inOrder(hook(MERCHANT.account), hook("acct_v")),
  violated: {
    "another vendor, at the marketplace": available(MERCHANT.account, "acct_w"),
    "another vendor, with its controller": available("acct_v", "acct_w", "connect.transfer.reversed", {
      controllerAccountId: MERCHANT.account,
    }),
  },
  permitted: {
    "the vendor": available(MERCHANT.account, "acct_v"),
    "the marketplace": available(MERCHANT.account, MERCHANT.account),
    "an object": available(MERCHANT.account, { id: "acct_w" }),
    "at the vendor, who may not know the marketplace": available("acct_v", "acct_w"),
    "at an endpoint that is unknown": available("other", "acct_w"),
  },
});
