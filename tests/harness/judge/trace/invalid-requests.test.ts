import { call, during, MERCHANT, testRule } from "./history.ts";

const key = { idempotencyKey: "k" };
const made = (operation: string, body: object, more: object = {}) =>
  call({ operation, body: { ...body }, ...more }, {}, 201);
const clock = { path: { id: "clock_1" } };
const shown = { id: "clock_1", frozenTime: "2030-01-01T00:00:00Z" };
const read = { operation: "retrieveTestClock", ...clock };
const advance = (frozenTime: string) =>
  call({ operation: "advanceTestClock", ...clock, body: { frozenTime } });
const cadence = (cadence: string) => call({ operation: "replacePayoutSchedule", body: { cadence } });

testRule("*/invalid-never-accepted", {
  invalid: true,
  violated: {
    "payment-intents without a member": call({ operation: "createPaymentIntent", body: { amount: 5 } }),
    "vendors without a key": made("createAccount", { name: "a" }),
    "withdrawals with a key of 256 characters": call(
      { operation: "createWithdrawal", path: { acct: "acct_v" }, idempotencyKey: "k".repeat(256) },
      {},
      201,
    ),
    "vendors with a member that is refused": made("createAccount", { phone: "" }, key),
    "allocations of no francs": made("createAllocation", { destination: "acct_v", amount: 0 }),
    "allocations to the own account": made("createAllocation", { destination: MERCHANT.account, amount: 5 }),
    "payout-schedule by another word": cadence("monthly"),
    "overview of the days of a year": call({
      operation: "retrieveOverview",
      query: { range: "12m", granularity: "day" },
    }),
    "test-clocks with a live key": call({ operation: "listTestClocks", key: MERCHANT.live }, []),
    "test-clocks at a time that is not later": [call(read, shown), advance("2030-01-01T01:00:00+01:00")],
  },
  permitted: {
    "it is refused": call({ operation: "createPaymentIntent", body: { amount: 5 } }, {}, 422),
    "a recording without the body": call({ operation: "createPaymentIntent" }),
    "a repetition gets the first answer": [
      made("createAllocation", { destination: "acct_v", amount: 5 }, key),
      made("createAllocation", {}, key),
    ],
    "another notation": cadence("DAILY "),
    "null in place of nothing": made("createAccount", { phone: null }, key),
    "a time beside another advance": [
      call(read, shown),
      during(read, [shown], advance("2030-02-01T00:00:00Z")),
    ],
  },
});
