import { arrives, call, during, inOrder, loses, testRule } from "./history.ts";

const invoice = { invoiceId: "inv_1" };
const finalized = (id: string, address?: string) =>
  arrives("invoice.finalized", invoice, { id, ...(address !== undefined && { address }) });
const fee = (id: string) => arrives("connect.application_fee.created", { id: "afee_1", amount: 100 }, { id });

testRule("connect-events/one-event-for-each-request", {
  violated: {
    "two creations of a fee": [fee("evt_1"), fee("evt_2")],
    "two issues of an invoice": [finalized("evt_1"), finalized("evt_2")],
  },
  permitted: {
    "a second delivery": [finalized("evt_1"), finalized("evt_1")],
    "two endpoints": [finalized("evt_1", "one"), finalized("evt_2", "two")],
    "what is delivered at least once": [
      arrives("invoice.paid", invoice, { id: "evt_1" }),
      arrives("invoice.paid", invoice, { id: "evt_2" }),
    ],
  },
});

const register = (address: string, accountId: string) =>
  call({
    control: "registerWebhookEndpoint",
    path: { accountId },
    body: { url: `http://inbox.test/${address}`, events: ["subscription.updated", "subscription.paused"] },
  });
const updated = (address: string, change: object = {}, id = "evt_1") =>
  arrives("subscription.updated", { subscriptionId: "sub_1", status: "active", ...change }, { id, address });

testRule("connect-events/equal-ids-equal-content", {
  first: inOrder(register("one", "acct_a"), register("two", "acct_a"), register("other", "acct_b")),
  violated: {
    "another status at the same endpoint": [updated("one"), updated("one", { status: "paused" })],
    "another status at the account's second endpoint": [updated("one"), updated("two", { status: "paused" })],
    "another type": [updated("one"), arrives("subscription.paused", {}, { id: "evt_1", address: "one" })],
    "another part of the data": [
      updated("one", { items: [{ a: 1 }] }),
      updated("two", { items: [{ a: 2 }] }),
    ],
  },
  permitted: {
    "the same again": [updated("one"), updated("one"), updated("two")],
    "another id": [updated("one"), updated("two", { status: "paused" }, "evt_2")],
    "no id": [updated("one", {}, ""), updated("one", { status: "paused" }, "")],
    "at another account's endpoint": [updated("one"), updated("other", { status: "paused" })],
    "a later time of its delivery": [updated("one", { updatedAt: "a" }), updated("one", { updatedAt: "b" })],
    "fewer values": [updated("one", { reason: "late" }), updated("two"), updated("two", { reason: null })],
    "an allocation as it is by then": [
      arrives("connect.transfer.created", { id: "ctr_1", reversedAmount: 0 }, { id: "evt_1" }),
      arrives("connect.transfer.created", { id: "ctr_1", reversedAmount: 90 }, { id: "evt_1" }),
    ],
  },
});

const refunded = (id: string, amount: number, total: number) =>
  arrives(
    "connect.application_fee.refunded",
    { application_fee: "afee_1", amount, refunded_amount: total },
    { id },
  );

testRule("connect-events/refunded-fees-add-up", {
  first: fee("evt_0"),
  violated: {
    "more than the fee": refunded("evt_1", 10, 101),
    "less than this refund": refunded("evt_1", 10, 9),
    "without an earlier one": [refunded("evt_1", 10, 10), refunded("evt_2", 20, 20)],
    "the same total twice": [refunded("evt_1", 10, 30), refunded("evt_2", 10, 30)],
  },
  permitted: {
    "each in its order": [refunded("evt_1", 10, 10), refunded("evt_2", 20, 30)],
    "in another order": [refunded("evt_2", 20, 30), refunded("evt_1", 10, 10)],
    "one delivered twice": [refunded("evt_1", 10, 10), refunded("evt_1", 10, 10)],
    "one that was not delivered between them": [refunded("evt_1", 10, 10), refunded("evt_3", 20, 60)],
  },
});

const reverse = { operation: "createAllocationReversal", path: { allocationId: "ctr_1" } };
const figures = { required: 90, seller_available: 20, shortfall: 70, currency: "xaf" };
const refuses = call(reverse, { code: "connect.insufficient_funds_for_reversal", ...figures }, 402);
const blocked = (id: string, change: object = {}) =>
  arrives(
    "connect.reversal.blocked_insufficient_funds",
    { account: "acct_v", allocation: "ctr_1", ...figures, ...change },
    { id },
  );

testRule("connect-events/every-refusal-has-its-event", {
  violatedAlone: {
    "another shortfall": [refuses, blocked("evt_1", { shortfall: 71 })],
    "two events of one refusal": [refuses, blocked("evt_1"), blocked("evt_2")],
  },
  permitted: {
    "one event of each refusal": [refuses, refuses, blocked("evt_1"), blocked("evt_2")],
    "a second delivery": [refuses, blocked("evt_1"), blocked("evt_1")],
    "a currency in another casing": [refuses, blocked("evt_1", { currency: "XAF" })],
    "before the answer": during(reverse, [figures, 402], blocked("evt_1")),
    "after a call without an answer": [refuses, loses(reverse), blocked("evt_1", { shortfall: 5 })],
    "of an allocation without a refusal": blocked("evt_1"),
  },
});
