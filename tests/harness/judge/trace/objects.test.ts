import { describe, expect, test } from "vitest";
import {
  arrives,
  begins,
  call,
  inOrder,
  loses,
  MERCHANT,
  OTHER,
  pause,
  type Play,
  readsAgain,
  during,
  testRule,
  UNKNOWN_KEY,
  violatedBy,
  violatedInShared,
} from "./history.ts";

const INTENT = { id: "pi_1", amount: 5_000, currency: "xaf", label: "payment_intent" };
const readsIntent = (answer: object, { key = MERCHANT.test, status = 200 } = {}) =>
  call({ operation: "retrievePaymentIntent", path: { id: "pi_1" }, key }, answer, status);
const intent = (change: object) =>
  inOrder(call({ operation: "createPaymentIntent" }, INTENT), readsIntent({ ...INTENT, ...change }));
const PAYOUT = { id: "wt_1", amount: 700, country: "cg", createdAt: "2030-01-01T10:00:00+01:00" };
const payout = (createdAt: string) =>
  inOrder(
    call({ operation: "createDisbursement" }, PAYOUT),
    call({ operation: "retrieveDisbursement", path: { id: "wt_1" } }, { ...PAYOUT, createdAt }),
  );

const vendor = (operation: string, controller: unknown) =>
  call({ operation, path: { acct: "acct_v" } }, { id: "acct_v", controller });

testRule("*/same-everywhere", {
  violated: {
    "vendors with another controller, where the profile locates it": [
      vendor("createAccount", "acct_1"),
      vendor("retrieveAccount", "acct_2"),
    ],
    "payment-intents whose amount changes": intent({ amount: 4_999 }),
    "payment-intents whose currency changes": intent({ currency: "xof" }),
    "payment-intents with a text in another casing": intent({ label: "Payment_Intent" }),
    "disbursements whose time changes": payout("2030-01-01T10:00:05+01:00"),
    "disbursements whose time is in another zone": payout("2030-01-01T10:00:00Z"),
  },
  permitted: {
    equal: intent({}),
    "a controller as an object": [vendor("createAccount", "acct_1"), vendor("retrieveAccount", { id: 1 })],
    "a currency in another casing": intent({ currency: "XAF" }),
    "a number as text": intent({ amount: "5000" }),
    null: intent({ amount: null }),
    "not shown": intent({ amount: undefined }),
    "an object instead of a value": intent({ label: { de: "x" } }),
    "another offset": payout("2030-01-01T09:00:00.400Z"),
    "a coarser time": payout("2030-01-01T10:00+01:00"),
    "a time without its zone": payout("2030-01-01T10:00:00"),
    "no time": payout("yesterday"),
    "one id of objects of two accounts or modes": [MERCHANT.test, MERCHANT.live, OTHER.test, UNKNOWN_KEY].map(
      (key, amount) => readsIntent({ ...INTENT, amount }, { key }),
    ),
    "a failed read": [intent({}), readsIntent({ ...INTENT, amount: 1 }, { status: 500 })],
  },
});

const ALLOCATION = { id: "ctr_1", destination: "acct_v", amount: 900, fee: 10, available_at: null };
const transfer = (change: object) =>
  arrives("connect.transfer.created", {
    ...{ id: "ctr_1", connectedAccountId: "acct_v", amount: 900, fee: 10, availableAt: "2030-01-01" },
    ...change,
  });
testRule("connect-events/agrees-with-answers", {
  first: call({ operation: "createAllocation" }, ALLOCATION, 201),
  violated: {
    "another amount": transfer({ amount: 901 }),
    "another account": transfer({ connectedAccountId: "acct_w" }),
  },
  permitted: {
    "the values of the answer": transfer({}),
    "fields that are not shown": transfer({ amount: undefined, fee: null }),
  },
});

const createRemittance = { operation: "createRemittance" };
const made = (id: unknown, step: object = {}, status = 200) =>
  call({ ...createRemittance, ...step }, { id }, status);
testRule("remittances/ids-are-never-reused", {
  violated: { "for two requests": inOrder(made("rem_1"), made("rem_1", { key: OTHER.test })) },
  permitted: {
    "a repetition by idempotency key": [
      made("rem_1", { idempotencyKey: "k" }, 201),
      made("rem_1", { idempotencyKey: "k" }),
    ],
    "an object of each mode": [made("rem_1"), made("rem_1", { key: MERCHANT.live })],
    "a read": [
      made("rem_1"),
      call({ operation: "retrieveRemittance", path: { id: "rem_1" } }, { id: "rem_1" }),
    ],
    "answers without ids": [null, 7, "", undefined].flatMap((id) => [made(id), made(id)]),
    "a reset of the target between them": [
      made("rem_1"),
      call({ control: "reset" }, { reset: true }),
      made("rem_1"),
    ],
    "an answer from before a reset": [
      during(createRemittance, [{ id: "rem_1" }], call({ control: "reset" }, { reset: true })),
      made("rem_1"),
    ],
  },
});

const schedule = (cadence: unknown, enabled = true) => ({ account: MERCHANT.account, cadence, enabled });
const replace = { operation: "replacePayoutSchedule" };
const replaces = (body: object, answer: object, { key = MERCHANT.test, status = 200 } = {}) =>
  call({ ...replace, body: { ...body }, key }, answer, status);
const read = { operation: "retrievePayoutSchedule" };
const reads = (...shown: Parameters<typeof schedule>) => call(read, schedule(...shown));
const daily = replaces({ cadence: "daily" }, schedule("daily"));
const asClock = (operation: string, id = "clock_1") => ({ operation, path: { id } });
testRule("payout-schedule/changed-as-requested", {
  violated: {
    "its answer shows another value": replaces({ cadence: "daily" }, schedule("weekly")),
    "the default is not applied": replaces({ cadence: "daily" }, schedule("daily", false)),
    "a second replacement shows at no read": [
      daily,
      replaces({ cadence: "weekly" }, { account: MERCHANT.account }),
      reads("daily"),
    ],
  },
  permitted: {
    "the value": [
      replaces({ cadence: "daily", enabled: false }, schedule("daily", false)),
      reads("daily", false),
    ],
    "a refusal": [daily, replaces({ cadence: "weekly" }, {}, { status: 422 }), reads("daily")],
    "the other mode may have its own": [
      replaces({ cadence: "daily" }, schedule("daily"), { key: MERCHANT.live }),
      reads("weekly"),
    ],
    "a clock that is still advancing": call(
      { ...asClock("advanceTestClock"), body: { frozenTime: "2030-01-02T00:00:00Z" } },
      { testClock: { id: "clock_1", status: "advancing", frozenTime: "2030-01-01T00:00:00Z" } },
    ),
  },
});

const createsVendor = call({ operation: "createAccount" }, { id: "acct_v" }, 201);
const shows = (key: string) =>
  call({ operation: "retrieveAccount", path: { acct: "acct_v" }, key }, { id: "acct_v" });
const lists = (key: string) =>
  call({ operation: "listAccounts", key }, { data: [{ id: "acct_v" }], has_more: false });
const controlCreates = (mode: string) =>
  call({ control: "createVendor", body: { mode } }, { acct: "acct_v" }, 201);
test.each([
  ["another account", OTHER.test],
  ["the other mode", MERCHANT.live],
])("a vendor appears to %s", (_, key) => {
  expect(violatedBy(inOrder(createsVendor, shows(key)))).toEqual([
    "vendors/reached-by-the-owner-only",
    "vendors/shown-to-the-owner-only",
  ]);
});
const newKey = [shows(MERCHANT.test), call({ control: "regenerateKey" }, { key: "sk_test_new" })];
testRule("vendors/shown-to-the-owner-only", {
  violated: {
    "in the list of another account": [controlCreates("test"), shows(MERCHANT.test), lists(OTHER.test)],
  },
  permitted: {
    "to a new key of the owner": [...newKey, shows("sk_test_new")],
    "to a key of an unknown account": [...newKey, shows(UNKNOWN_KEY)],
    // A list may show the vendors of both modes.
    "in a list of the other mode after it was read": [
      controlCreates("live"),
      shows(MERCHANT.live),
      lists(MERCHANT.test),
    ],
    "in a list of the other mode before it is read": [
      controlCreates("live"),
      lists(MERCHANT.test),
      shows(MERCHANT.live),
    ],
  },
});

const rule = "payout-schedule/changed-by-request-only";
const replacesBy = (cadence: unknown) => call(replace, schedule(cadence));
testRule(rule, {
  violated: {
    "after a refused replacement": [reads(null), call(replace, {}, 422), reads("weekly")],
  },
  violatedAlone: { "by itself": [replacesBy("daily"), reads("weekly")] },
  permitted: Object.fromEntries(
    Object.entries({
      "a replacement": replacesBy("weekly"),
      "one without an answer": loses(replace),
      "one that failed": call(replace, {}, 502),
      "one in flight": begins(replace),
      "a port, which can do anything": call({ port: "/dashboard/schedule" }),
      "one with another key of the account": call({ ...replace, key: MERCHANT.live }),
    }).map(([what, change]) => [what, [reads("daily"), change, reads("weekly"), reads("weekly")]]),
  ),
});
test("reads at the same time as a replacement may show either", () => {
  expect(
    violatedBy((history) => {
      reads("daily")(history);
      const [early, change, late] = [history.begins(read), history.begins(replace), history.begins(read)];
      change.answers(schedule("weekly"));
      late.answers(schedule("weekly"));
      early.answers(schedule("daily"));
      reads("weekly")(history);
    }),
  ).toEqual([]);
});
describe("a target that shows changes a second late", () => {
  const consistencyMs = 1_000;
  testRule(rule, {
    first: inOrder(replacesBy("daily"), pause(2_000), replacesBy("weekly"), reads("daily"), pause(1_001)),
    consistencyMs,
    violated: { "is judged when it is read again": readsAgain(schedule("daily")) },
    permitted: { "is read again": readsAgain(schedule("weekly")) },
  });
  testRule(rule, {
    consistencyMs,
    violated: {
      "shows a change for good after a read that showed it early": [
        replacesBy("weekly"),
        pause(100),
        reads("weekly"),
        pause(2_000),
        reads("daily"),
      ],
    },
    permitted: {
      "may show a change after a read that did not": [
        reads("daily"),
        replacesBy("weekly"),
        reads("daily"),
        pause(2_000),
        reads("weekly"),
        reads("weekly"),
      ],
    },
  });
});

const clock = (frozenTime: string, status = "ready") => ({ id: "clock_1", frozenTime, status });
const [MONDAY, TUESDAY] = ["2030-01-07T00:00:00Z", "2030-01-08T00:00:00Z"];
testRule("test-clocks/changed-by-request-only", {
  first: inOrder(
    call({ operation: "createTestClock" }, clock(MONDAY), 201),
    call(asClock("advanceTestClock", "clock_2"), { testClock: { id: "clock_2" } }),
  ),
  // In a shared account, too: this history created the clock.
  violatedInShared: {
    "a clock that another one moves": call(asClock("retrieveTestClock"), clock(TUESDAY)),
  },
  permitted: {
    "a clock that is advancing may show its time in steps": call(
      asClock("retrieveTestClock"),
      clock(TUESDAY, "advancing"),
    ),
  },
});
test("a change whose answer shows a clock's time late is not sent again", () => {
  const play = inOrder(
    call({ operation: "createTestClock" }, clock(MONDAY), 201),
    pause(2_000),
    call(asClock("advanceTestClock"), { testClock: clock(TUESDAY) }),
    call(asClock("retrieveTestClock"), clock(TUESDAY)),
    call(asClock("attachTestClock"), { testClock: clock(MONDAY) }),
    (history) => expect(history.doubts(() => ({}))).toBe(0),
  );
  expect(violatedBy(play, { consistencyMs: 1_000 })).toEqual([]);
});
test("another user may move a clock that was there before", () => {
  const play = inOrder(...[MONDAY, TUESDAY].map((time) => call(asClock("retrieveTestClock"), clock(time))));
  expect(violatedInShared(play)).toEqual([]);
});

const updated = (updatedAt: unknown) =>
  call({ operation: "createPaymentIntent" }, { id: "pi_1", createdAt: "2030-01-01T10:00:00Z", updatedAt });
testRule("conventions/times-of-one-object-agree", {
  violated: {
    "before its creation": updated("2030-01-01T09:59:00Z"),
    "before its creation, with an offset": updated("2030-01-01T10:30:00+01:00"),
  },
  permitted: {
    "at the same time": updated("2030-01-01T10:00:00Z"),
    "at the same time, with an offset": updated("2030-01-01T11:00:00+01:00"),
    "on the same day": updated("2030-01-01"),
    "by rounding in the second before": updated("2030-01-01T09:59:59Z"),
    "at a time without a zone": updated("2030-01-01T09:00:00"),
    null: updated(null),
    "a number": updated(1),
    "no time": updated("soon"),
  },
});

const facts = { subscriptionId: "sub_1", customerId: "cus_1", currency: "xaf" };
const differs: Readonly<Record<string, readonly [type: string, data: object]>> = {
  "the customer of a subscription": [
    "subscription.updated",
    { subscriptionId: "sub_1", customerId: "cus_2" },
  ],
  "the customer of an invoice": ["invoice.voided", { invoiceId: "in_1", customerId: "cus_2" }],
  "the currency of an invoice": ["invoice.paid", { invoiceId: "in_1", currency: "xof" }],
  "the subscription of an order": ["payment.failed", { orderId: "ord_1", subscriptionId: "sub_2" }],
};
const each = (play: (type: string, data: object) => Play) =>
  Object.fromEntries(Object.entries(differs).map(([what, event]) => [what, play(...event)]));
testRule("subscription-events/same-everywhere", {
  first: inOrder(
    arrives("subscription.created", facts),
    arrives("invoice.finalized", { ...facts, invoiceId: "in_1" }),
    arrives("payment.completed", { ...facts, orderId: "ord_1" }),
  ),
  violated: each((type, data) => arrives(type, { ...data })),
  permitted: {
    // Ids of other accounts may be the same. Casing is open, and what is not shown is not judged.
    ...each((type, data) => arrives(type, { ...data }, { address: "another" })),
    "a currency in another casing": arrives("invoice.paid", {
      ...{ invoiceId: "in_1", currency: "XAF", customerId: null },
    }),
    "a customer as an object": arrives("invoice.voided", { invoiceId: "in_1", customerId: { id: "cus_1" } }),
  },
});
