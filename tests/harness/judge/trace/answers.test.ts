import { call, MERCHANT, testRule, UNKNOWN_KEY } from "./history.ts";

const reads = (operation: string, id: string, answer: object) => call({ operation, path: { id } }, answer);
const page = (query: Readonly<Record<string, string>>, meta: object) =>
  call({ operation: "listRemittances", query, key: UNKNOWN_KEY }, { data: [], meta: { page: 1, ...meta } });
const overview = (query: Readonly<Record<string, string>>, period: object, more: object = {}) =>
  call({ operation: "retrieveOverview", query }, { period, ...more });
const leader = (value: number, previous_value: number, delta: unknown, account = "acct_v") => ({
  ...{ account, value, previous_value, delta },
});
const attach = (body: object, ids: readonly string[]) =>
  call(
    { operation: "attachTestClock", path: { id: "clock_1" }, body: { ...body } },
    { testClock: { id: "clock_1" }, attached: ids.map((id) => ({ type: "any", id })) },
  );
const [TEN, ELEVEN] = ["2030-01-01T10:00:00Z", "2030-01-01T11:00:00Z"];
const advance = (frozenTime: string, advancedFrom: string, advancedTo: string, id = "clock_1") =>
  call(
    { operation: "advanceTestClock", path: { id: "clock_1" }, body: { frozenTime } },
    { testClock: { id }, advancedFrom, advancedTo },
  );
const simulate = (answer: object) =>
  call({ operation: "simulateTestClock", body: { startFrom: TEN, advanceTo: ELEVEN } }, answer);
const reverse = (allocation: string, idempotencyKey?: string) =>
  call(
    {
      ...{ operation: "createAllocationReversal", path: { allocationId: "ctr_1" } },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
    { allocation },
  );
const reading = (account: string, key = MERCHANT.test) =>
  call({ operation: "retrieveActivation", key }, { id: account, object: "connect_activation" });
const intent = (accountId: string, body: object = {}) =>
  call({ operation: "createPaymentIntent", body: { ...body } }, { id: "pi_1", accountId });

testRule("*/agrees-with-its-request", {
  violated: {
    "payment-intents that are others": reads("retrievePaymentIntent", "pi_1", { id: "pi_2" }),
    "payment-intents of another account": intent("acct_x"),
    "overview with another change": overview({}, {}, { top_growth: [leader(30, 20, 60)] }),
    "test-clocks that go back": advance(TEN, ELEVEN, TEN),
    "test-clocks that are others": advance(ELEVEN, TEN, ELEVEN, "clock_2"),
    "activation of another account": reading("acct_x"),
  },
  permitted: {
    "a page after the last": page({ page: "9" }, { page: 1, limit: 10, total: 11, pages: 2 }),
    "no remittances on one page": page({}, { limit: 10, total: 0, pages: 1 }),
    "a limit that is not valid": page({ limit: "500" }, { limit: 100, total: 0 }),
    "days by default": overview({ range: "30d" }, { range: "30d", granularity: "day" }),
    "a range that is unknown": overview({ range: "1y" }, { range: "12m" }),
    "a change that is rounded": overview({}, {}, { top_growth: [leader(10, 3, 233)] }),
    "a change from nothing": overview({}, {}, { top_growth: [leader(10, 0, null)] }),
    "more than was asked for": attach({ customerId: "cus_1" }, ["cus_1", "sub_1"]),
    "one that was asked for in two ways": attach({ subscriptionId: "sub_1" }, ["sub_1", "sub_1"]),
    "within a second that is truncated": advance("2030-01-01T10:00:00.500Z", TEN, TEN),
    "a time in another zone": advance(ELEVEN, TEN, "2030-01-01T12:00:00+01:00"),
    "a time without its zone": advance("2030-01-01T11:00:00", TEN, ELEVEN),
    "a key of which nothing is known": reading("acct_x", UNKNOWN_KEY),
    "on behalf of a vendor": intent("acct_v", { on_behalf_of: "acct_v" }),
    "a refusal": call({ operation: "retrieveActivation" }, { id: "acct_x" }, 401),
    "what is not shown": [
      reads("retrievePaymentIntent", "pi_1", {}),
      advance(ELEVEN, "", ""),
      overview({}, {}),
      call({ operation: "attachTestClock", body: { subscriptionId: "sub_1" } }, {}),
    ],
  },
});

// Claims that have a rule of their own.
testRule("*", {
  violated: {
    "remittances/list-meta-echoes-limit": page({ limit: "3" }, { limit: 10, total: 0 }),
    "remittances/list-meta-echoes-page": page(
      { limit: "3", page: "2" },
      { limit: 3, page: 1, total: 9, pages: 3 },
    ),
    "remittances/list-meta-pages-arithmetic": page({}, { limit: 10, total: 11, pages: 1 }),
    "overview/range-as-asked": overview({ range: "6m" }, { range: "12m" }),
    "overview/granularity-by-default": overview({}, { range: "12m", granularity: "day" }),
    "overview/comparison-by-default": overview({}, { comparison: "previous_period" }),
    "overview/leaders-are-distinct": overview(
      {},
      {},
      { top_volume: [leader(1, 0, null), leader(1, 0, null)] },
    ),
    "test-clocks/attach-names-the-subscription": attach({ subscriptionId: "sub_1" }, ["sub_2"]),
    "test-clocks/advance-tells-whither": advance(ELEVEN, TEN, "2030-01-01T12:00:00Z"),
    "overview/granularity-of-six-months-by-default": overview({ range: "6m" }, { granularity: "week" }),
    "overview/range-by-default": overview({}, { range: "6m" }),
    "overview/granularity-as-asked": overview({ granularity: "week" }, { granularity: "month" }),
    "overview/comparison-as-asked": overview(
      { comparison: "previous_period" },
      { comparison: "previous_year" },
    ),
    "overview/delta-is-the-change-in-percent": overview({}, {}, { top_volume: [leader(30, 20, null)] }),
    "test-clocks/attach-names-the-customer": attach({ customerId: "cus_1" }, ["sub_1"]),
    "test-clocks/simulate-tells-whither": simulate({ advancedFrom: TEN, advancedTo: TEN }),
    "test-clocks/simulate-starts-where-told": simulate({ advancedFrom: ELEVEN, advancedTo: ELEVEN }),
    "reversals/echoes-allocation": reverse("ctr_2"),
  },
  permitted: {
    "bounds in milliseconds": simulate({
      advancedFrom: Date.parse(TEN ?? ""),
      advancedTo: Date.parse(ELEVEN ?? ""),
    }),
    "an allocation's first answer again": reverse("ctr_2", "a key"),
  },
});
