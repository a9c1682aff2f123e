import { describe, expect, test } from "vitest";
import { type History, MERCHANT, OTHER, UNKNOWN_KEY, violatedBy, violatedInShared } from "./history.ts";

const VENDOR = "acct_v";
const EXCEEDS = "connect.reversal_exceeds_remaining";

describe("totals of reversals", () => {
  const rule = "reversals/totals-add-up-everywhere";
  const reverse = (key = MERCHANT.test) => ({
    ...{
      operation: "createAllocationReversal",
      path: { allocationId: "ctr_1" },
      key,
      body: { amount: null },
    },
  });
  const reversal = (id: string, amount: unknown, total: unknown) => ({ id, amount, reversed_total: total });
  /** A reversal of 300 of an allocation of 1000, and what follows. */
  const after = (play: (history: History) => void) => (history: History) => {
    history.call({ operation: "createAllocation" }, { id: "ctr_1", amount: 1_000 }, 201);
    history.call(reverse(), reversal("ctrr_1", 300, 300), 201);
    play(history);
  };
  const next = (amount: unknown, total: unknown) =>
    after((history) => history.call(reverse(), reversal("ctrr_2", amount, total), 201));
  const refused = (remaining: unknown) =>
    after((history) => history.call(reverse(), { code: EXCEEDS, remaining }, 422));

  test.each([
    ["a total that forgets", next(200, 200)],
    ["a total above the allocation", next(900, 1_200)],
    ["a remainder above what is left", refused(701)],
  ])("%s", (_, play) => {
    expect(violatedBy(play)).toEqual([rule]);
    expect(violatedInShared(play)).toEqual([rule]);
  });

  test.each([
    ["a total that adds", next(200, 600)],
    ["a remainder below what is left", refused(699)],
  ])("%s, unless another user has reversed", (_, play) => {
    expect(violatedBy(play)).toEqual([rule]);
    expect(violatedInShared(play)).toEqual([]);
  });

  const SECOND = "sk_test_second";
  const also = (key: string) =>
    after((history) => {
      history.call(
        { control: "createMerchant" },
        { accountId: MERCHANT.account, keys: { second: SECOND } },
        201,
      );
      history.call(reverse(key), reversal("ctrr_2", 200, 500), 201);
      history.call(reverse(), reversal("ctrr_3", 100, 600), 201);
    });
  test.each([
    ["the sum", next(200, 500)],
    ["numbers as text", next("200", "500.0")],
    ["no amount", next(null, 900)],
    ["no total", next(200, undefined)],
    ["a remainder", refused(700)],
    ["a remainder as text", refused("700")],
    [
      "a reversal without an amount that leaves nothing",
      after((history) => history.call({ ...reverse(), body: {} }, reversal("ctrr_2", 700, 1_000), 201)),
    ],
    ["another refusal", after((history) => history.call(reverse(), { remaining: 9 }, 402))],
    ["those with another key of the account", also(SECOND)],
    ["those with an unknown key", also(UNKNOWN_KEY)],
    [
      "an allocation of the same id in the other mode",
      after((history) => history.call(reverse(MERCHANT.live), reversal("ctrr_2", 5, 5), 201)),
    ],
    [
      "a repetition by idempotency key",
      after((history) => {
        const repeated = { ...reverse(), idempotencyKey: "k" };
        history.call(repeated, reversal("ctrr_2", 100, 400), 201);
        history.call(reverse(), reversal("ctrr_3", 100, 500), 201);
        history.call(repeated, reversal("ctrr_2", 100, 400), 201);
        history.call(reverse(), reversal("ctrr_4", 100, 600), 201);
      }),
    ],
    [
      "one whose answer was lost",
      after((history) => {
        history.begins(reverse()).isLost();
        history.call(reverse(), reversal("ctrr_3", 100, 400), 201);
        history.call(reverse(), reversal("ctrr_4", 100, 700), 201);
      }),
    ],
    [
      "one that failed",
      after((history) => {
        history.call(reverse(), {}, 500);
        history.call(reverse(), { code: EXCEEDS, remaining: 500 }, 422);
      }),
    ],
    [
      "one at the same time",
      after((history) => {
        const [one, two] = [history.begins(reverse()), history.begins(reverse())];
        two.answers(reversal("ctrr_3", 100, 600), 201);
        one.answers(reversal("ctrr_2", 200, 500), 201);
      }),
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(play)).toEqual([]);
  });

  test("permitted: one that begins before the answer of its allocation", () => {
    expect(
      violatedBy((history) => {
        const allocation = history.begins({ operation: "createAllocation" });
        const early = history.begins(reverse());
        allocation.answers({ id: "ctr_1", amount: 1_000 }, 201);
        early.answers(reversal("ctrr_1", 300, 300), 201);
        history.call(reverse(), reversal("ctrr_2", 200, 500), 201);
      }),
    ).toEqual([]);
  });
});

describe("balances", () => {
  const rule = "allocations/balances-add-up";
  const read = { operation: "retrieveAccount", path: { acct: VENDOR } };
  const balances = (...amounts: readonly (readonly [pending: unknown, available: unknown])[]) => ({
    id: VENDOR,
    balances: amounts.map(([pending, available]) => ({ pending, available })),
  });
  const allocate = (destination = VENDOR) => ({ operation: "createAllocation", body: { destination } });
  const allocated = (history: History, id = "ctr_1"): void =>
    history.call({ ...allocate(), idempotencyKey: id }, { id, amount: 100, destination: VENDOR }, 201);
  const reversed = (history: History): void =>
    history.call(
      { operation: "createAllocationReversal", path: { allocationId: "ctr_1" } },
      { id: "ctrr_1", amount: 30 },
      201,
    );

  test.each<[string, (history: History) => void, number]>([
    ["change by nothing", () => undefined, 501],
    ["forget an allocation", (history) => allocated(history), 500],
    ["count one twice", (history) => allocated(history), 700],
    ["forget a reversal", (history) => [allocated(history), reversed(history)], 600],
    ["change by a refusal", (history) => history.call(allocate(), {}, 422), 600],
    ["change by an allocation to another", (history) => history.call(allocate("acct_w"), { amount: 1 }), 501],
    [
      "are paid out by an outage",
      (history) => {
        history.call({ control: "declareOutage", path: { accountId: MERCHANT.account } });
      },
      0,
    ],
  ])("that %s", (_, play, then) => {
    const all = (history: History): void => {
      history.call(read, balances([500, 0]));
      play(history);
      history.call(read, balances([0, then]));
    };
    expect(violatedBy(all)).toEqual([rule]);
    // Others may move it.
    expect(violatedInShared(all)).toEqual([]);
  });

  test.each<[string, (history: History) => void, ReturnType<typeof balances>]>([
    ["that move from pending to available", () => undefined, balances([0, 500])],
    ["as text", () => undefined, balances(["100", "400"])],
    ["that are not shown", () => undefined, balances([null, 0])],
    ["in several currencies", () => undefined, balances([1, 1], [2, 2])],
    ["after an allocation", (history) => allocated(history), balances([600, 0])],
    ["after its reversal", (history) => [allocated(history), reversed(history)], balances([570, 0])],
    [
      "after a repeated allocation",
      (history) => [allocated(history), allocated(history)],
      balances([600, 0]),
    ],
    ["after a repetition of an earlier one", (history) => allocated(history, "ctr_0"), balances([500, 0])],
    ["after a lost answer", (history) => history.begins(allocate()).isLost(), balances([600, 0])],
    [
      "after an answer that was not recorded",
      (history) => history.begins(allocate()).answersUnrecorded(201),
      balances([600, 0]),
    ],
    [
      "after a request that was not recorded",
      (history) => history.call({ operation: "createAllocation", isUnrecorded: true }, { amount: 100 }, 201),
      balances([600, 0]),
    ],
    ["after a failure", (history) => history.call(allocate(), {}, 500), balances([600, 0])],
    ["with one in flight", (history) => void history.begins(allocate()), balances([600, 0])],
    ["after a port", (history) => history.call({ port: "/capture" }), balances([7, 0])],
    [
      "after a withdrawal",
      (history) => history.call({ ...read, operation: "createWithdrawal" }),
      balances([0, 0]),
    ],
  ])("permitted: those %s", (_, play, then) => {
    expect(
      violatedBy((history) => {
        allocated(history, "ctr_0");
        history.call(read, balances([500, 0]));
        play(history);
        history.call(read, then);
      }),
    ).toEqual([]);
  });

  test.each([
    ["late", 600, []],
    ["never", 500, [rule]],
  ])("that show an allocation %s are read again", (_, then, rules) => {
    expect(
      violatedBy(
        (history) => {
          history.call(read, balances([500, 0]));
          allocated(history);
          history.call(read, balances([500, 0]));
          history.pause(1_001);
          expect(history.doubts(() => balances([then, 0]))).toBe(1);
        },
        { consistencyMs: 1_000 },
      ),
    ).toEqual(rules);
  });

  test("that another account's key reads are another vendor's", () => {
    expect(
      violatedBy((history) => {
        history.call(read, balances([500, 0]));
        history.call({ ...read, key: OTHER.test }, balances([1, 0]));
      }),
    ).not.toContain(rule);
  });
});
