import { describe, expect, test } from "vitest";
import { type History, MERCHANT, OTHER, violatedBy } from "./history.ts";

type Play = (history: History) => void;

const keyed = {
  operation: "createAllocation",
  body: { destination: "acct_v", amount: 5 },
  idempotencyKey: "k",
};
const refusal = (code: string): object => ({ code, message: "No" });
const activation = { operation: "retrieveActivation" };
const withdrawal = { operation: "createWithdrawal", path: { acct: "acct_v" } };
const month = { operation: "retrieveOverview", query: { range: "6m", granularity: "month" } };
const misfit = { errors: [{ rule: "compatible_with_range", field: "granularity", message: "No" }] };

describe("a refusal has the cause that the document gives its code", () => {
  test.each<[string, string, Play]>([
    [
      "a new key is used up",
      "allocations",
      (history) => history.call(keyed, refusal("E_DUPLICATE_OPERATION"), 409),
    ],
    [
      "a key whose request has ended is in progress",
      "allocations",
      (history) => {
        history.call(keyed, { id: "ctr_1" }, 201);
        history.pause(1);
        history.call(keyed, refusal("E_IDEMPOTENCY_CONFLICT"), 409);
      },
    ],
    [
      "Connect was activated",
      "allocations",
      (history) => {
        history.call(activation, { id: MERCHANT.account, connect_mode: "platform" });
        history.pause(1);
        history.call({ ...keyed, idempotencyKey: "l" }, refusal("connect.fee_payer_unset"), 422);
      },
    ],
    [
      "nothing was withdrawn",
      "withdrawals",
      (history) => history.call({ ...withdrawal, idempotencyKey: "k" }, refusal("E_PENDING_WITHDRAW"), 422),
    ],
    [
      "a test key",
      "test-clocks",
      (history) => history.call({ operation: "listTestClocks" }, refusal("TEST_CLOCK_NOT_AVAILABLE"), 403),
    ],
    [
      "a route without a limit",
      "connect-guards",
      (history) => history.call({ operation: "retrieveOverview" }, refusal("E_TOO_MANY_REQUESTS"), 429),
    ],
    ["months of half a year", "overview", (history) => history.call(month, misfit, 422)],
    [
      "less than what remains",
      "reversals",
      (history) => {
        history.call(keyed, { id: "ctr_1", amount: 5 }, 201);
        history.call(
          { operation: "createAllocationReversal", path: { allocationId: "ctr_1" }, body: { amount: 5 } },
          { code: "connect.reversal_exceeds_remaining", requested: 5, remaining: 5 },
          422,
        );
      },
    ],
  ])("%s", (_, area, play) => {
    expect(violatedBy(play)).toEqual([`${area}/refused-for-its-cause`]);
  });

  test.each<[string, Play]>([
    [
      "a key that was used on another route",
      (history) => {
        history.call({ operation: "createAccount", body: {}, idempotencyKey: "k", key: OTHER.test }, {}, 422);
        history.call(keyed, refusal("E_DUPLICATE_OPERATION"), 409);
      },
    ],
    [
      "a request without an answer may be in progress",
      (history) => {
        history.begins(keyed).isLost();
        history.pause(1);
        history.call(keyed, refusal("E_IDEMPOTENCY_CONFLICT"), 409);
      },
    ],
    [
      "a payout by schedule is in flight",
      (history) => {
        history.call({ operation: "replacePayoutSchedule", body: { cadence: "daily" } }, {});
        history.call({ ...withdrawal, idempotencyKey: "k" }, refusal("E_PENDING_WITHDRAW"), 422);
      },
    ],
    [
      "weeks are open",
      (history) => history.call({ ...month, query: { range: "6m", granularity: "week" } }, misfit, 422),
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(play)).toEqual([]);
  });
});

describe("a key that was accepted is accepted", () => {
  const read: Play = (history) => history.call({ operation: "retrievePayoutSchedule" }, {});
  const refused: Play = (history) =>
    history.call({ operation: "createDisbursement" }, { message: "Unauthorized" }, 401);

  test("by each request", () => {
    expect(
      violatedBy((history) => {
        read(history);
        refused(history);
      }),
    ).toEqual(["authentication/valid-keys-always"]);
  });

  test.each<[string, Play]>([
    ["before it was accepted", refused],
    [
      "once another may have replaced it",
      (history) => {
        read(history);
        history.begins({
          control: "regenerateKey",
          path: { accountId: MERCHANT.account },
          body: { mode: "test" },
        });
        refused(history);
      },
    ],
    [
      "of the other mode",
      (history) => {
        read(history);
        history.call(
          { operation: "createDisbursement", key: MERCHANT.live },
          { message: "Unauthorized" },
          401,
        );
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(play)).toEqual([]);
  });
});
