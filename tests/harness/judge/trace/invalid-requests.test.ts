import { expect, test } from "vitest";
import { type History, MERCHANT, violatedBy } from "./history.ts";

type Play = (history: History) => void;

const advance = { operation: "advanceTestClock", path: { id: "clock_1" } };
const clockAt = (history: History, time: string): void =>
  history.call(
    { operation: "retrieveTestClock", path: { id: "clock_1" } },
    { id: "clock_1", frozenTime: time },
  );

test.each<[string, string, Play]>([
  [
    "a missing member",
    "payment-intents",
    (history) => history.call({ operation: "createPaymentIntent", body: { amount: 5 } }),
  ],
  [
    "no key",
    "vendors",
    (history) => history.call({ operation: "createAccount", body: { name: "a" } }, {}, 201),
  ],
  [
    "a key of 256 characters",
    "withdrawals",
    (history) =>
      history.call(
        { operation: "createWithdrawal", path: { acct: "acct_v" }, idempotencyKey: "k".repeat(256) },
        {},
        201,
      ),
  ],
  [
    "a member that is refused",
    "vendors",
    (history) =>
      history.call({ operation: "createAccount", body: { phone: "" }, idempotencyKey: "k" }, {}, 201),
  ],
  [
    "no francs",
    "allocations",
    (history) =>
      history.call({ operation: "createAllocation", body: { destination: "acct_v", amount: 0 } }, {}, 201),
  ],
  [
    "the own account",
    "allocations",
    (history) =>
      history.call(
        { operation: "createAllocation", body: { destination: MERCHANT.account, amount: 5 } },
        {},
        201,
      ),
  ],
  [
    "another word",
    "payout-schedule",
    (history) => history.call({ operation: "replacePayoutSchedule", body: { cadence: "monthly" } }),
  ],
  [
    "days of a year",
    "overview",
    (history) => history.call({ operation: "retrieveOverview", query: { range: "12m", granularity: "day" } }),
  ],
  [
    "a live key",
    "test-clocks",
    (history) => history.call({ operation: "listTestClocks", key: MERCHANT.live }, []),
  ],
  [
    "a time that is not later",
    "test-clocks",
    (history) => {
      clockAt(history, "2030-01-01T00:00:00Z");
      history.call({ ...advance, body: { frozenTime: "2030-01-01T01:00:00+01:00" } });
    },
  ],
])("%s is accepted", (_, area, play) => {
  expect(violatedBy(play, { invalid: true })).toEqual([`${area}/invalid-never-accepted`]);
});

test.each<[string, Play]>([
  [
    "it is refused",
    (history) => history.call({ operation: "createPaymentIntent", body: { amount: 5 } }, {}, 422),
  ],
  ["a recording without the body", (history) => history.call({ operation: "createPaymentIntent" })],
  [
    "a repetition gets the first answer",
    (history) => {
      const key = { idempotencyKey: "k" };
      history.call(
        { operation: "createAllocation", body: { destination: "acct_v", amount: 5 }, ...key },
        { id: "ctr_1" },
        201,
      );
      history.call({ operation: "createAllocation", body: {}, ...key }, { id: "ctr_1" }, 201);
    },
  ],
  [
    "another notation",
    (history) => history.call({ operation: "replacePayoutSchedule", body: { cadence: "DAILY " } }),
  ],
  [
    "null in place of nothing",
    (history) =>
      history.call({ operation: "createAccount", body: { phone: null }, idempotencyKey: "k" }, {}, 201),
  ],
  [
    "a time beside another advance",
    (history) => {
      clockAt(history, "2030-01-01T00:00:00Z");
      const read = history.begins({ operation: "retrieveTestClock", path: { id: "clock_1" } });
      history.call({ ...advance, body: { frozenTime: "2030-02-01T00:00:00Z" } });
      read.answers({ id: "clock_1", frozenTime: "2030-01-01T00:00:00Z" });
    },
  ],
])("permitted: %s", (_, play) => {
  expect(violatedBy(play, { invalid: true })).toEqual([]);
});
