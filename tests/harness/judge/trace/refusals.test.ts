import { describe, expect, test } from "vitest";
import { type History, MERCHANT, OTHER, UNKNOWN_KEY, violatedBy, violatedInShared } from "./history.ts";

describe("one refusal on each route", () => {
  const rule = "connect-targets/one-refusal-on-each-route";
  const refused = (acct: string, body: object, { status = 403, key = MERCHANT.test } = {}) => {
    const step = { operation: "retrieveAccount", path: { acct }, key };
    return (history: History): void => history.call(step, body, status);
  };
  const FORBIDDEN = { message: "Forbidden" };
  const OTHERWISE = { message: "Forbidden", why: "deleted" };

  test("other bytes for another vendor", () => {
    expect(
      violatedBy((history) => {
        refused("acct_unknown", FORBIDDEN)(history);
        refused("acct_foreign", OTHERWISE, { key: OTHER.test })(history);
      }),
    ).toEqual([rule]);
  });

  test.each([
    ["the same bytes", refused("acct_foreign", FORBIDDEN)],
    [
      "a body that was not recorded",
      (history: History) =>
        history
          .begins({ operation: "retrieveAccount", path: { acct: "acct_foreign" } })
          .answersUnrecorded(403),
    ],
    ["another status", refused("acct_foreign", OTHERWISE, { status: 401 })],
    ["the account itself", refused(MERCHANT.account, OTHERWISE)],
    ["a caller whose account is unknown", refused("acct_foreign", OTHERWISE, { key: UNKNOWN_KEY })],
    ["production, which may be another server", refused("acct_foreign", OTHERWISE, { key: MERCHANT.live })],
    [
      "another route",
      (history: History) => {
        const operation = "listAccountTransactions";
        history.call({ operation, path: { acct: "acct_unknown" } }, OTHERWISE, 403);
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(
      violatedBy((history) => {
        refused("acct_unknown", FORBIDDEN)(history);
        play(history);
      }),
    ).toEqual([]);
  });
});

test("the refusal of a vendor of the caller is not compared", () => {
  const violated = violatedBy((history) => {
    const own = { operation: "createAllocation", body: { destination: "acct_own" } };
    history.call({ operation: "createAccount" }, { id: "acct_own" }, 201);
    history.call({ ...own, body: { destination: "acct_unknown" } }, { message: "Forbidden" }, 403);
    history.call(own, { message: "Suspended" }, 403);
  });
  expect(violated).toEqual([]);
});

describe("a completed clock", () => {
  const id = "clock_1";
  const read = { operation: "retrieveTestClock", path: { id } };
  const advance = { operation: "advanceTestClock", path: { id } };
  const COMPLETED = { id, status: "completed" };
  const rule = "test-clocks/completed-for-good";

  test("never advances again", () => {
    const play = (history: History): void => {
      history.call(read, COMPLETED);
      history.call(advance, { testClock: { id } });
    };
    expect(violatedBy(play)).toEqual([rule]);
    expect(violatedInShared(play)).toEqual([rule]);
  });

  test("never advances again, although a second read is in flight", () => {
    expect(
      violatedBy((history) => {
        history.call(read, COMPLETED);
        const [again, advanced] = [history.begins(read), history.begins(advance)];
        again.answers(COMPLETED);
        advanced.answers({ testClock: { id } });
      }),
    ).toEqual([rule]);
  });

  const listed = (status: string) => (history: History) =>
    history.call({ operation: "listTestClocks" }, { data: [{ id, status }] });

  test("is not listed as ready", () => {
    const play = (history: History): void => {
      history.call(read, COMPLETED);
      listed("ready")(history);
    };
    expect(violatedBy(play)).toEqual([rule]);
  });

  test.each<[string, (history: History) => void]>([
    ["listed as completed", listed("completed")],
    [
      "listed in another status after a request about it",
      (history) => {
        history.call({ operation: "attachTestClock", path: { id } }, {}, 400);
        listed("ready")(history);
      },
    ],
    ["a refusal", (history) => history.call(advance, { code: "TEST_CLOCK_COMPLETED" }, 400)],
    ["no answer", (history) => history.begins(advance).isLost()],
    ["a server's failure", (history) => history.call(advance, {}, 503)],
    ["another clock", (history) => history.call({ ...advance, path: { id: "clock_2" } }, {})],
    [
      "a clock of the same id of an unknown key",
      (history) => history.call({ ...advance, key: UNKNOWN_KEY }, {}),
    ],
  ])("permitted: %s", (_, play) => {
    expect(
      violatedBy((history) => {
        history.call(read, COMPLETED);
        play(history);
      }),
    ).toEqual([]);
  });

  test("an advance may end after it was sent and before its answer", () => {
    expect(
      violatedBy((history) => {
        const advanced = history.begins(advance);
        history.call(read, COMPLETED);
        advanced.answers({ testClock: { id } });
      }),
    ).toEqual([]);
  });
});

describe("one effect of a key", () => {
  const create = { operation: "createAllocation", idempotencyKey: "k" };
  const made = (history: History, id: unknown, step = {}): void =>
    history.call({ ...create, ...step }, { id }, 201);
  const rule = "allocations/one-effect-of-a-key";

  test.each([
    ["in an account of its own", violatedBy],
    ["in a shared one", violatedInShared],
  ])("two effects %s", (_, violated) => {
    expect(
      violated((history) => {
        made(history, "ctr_1");
        made(history, "ctr_2");
      }),
    ).toEqual([rule]);
  });

  test("two effects of concurrent requests", () => {
    expect(
      violatedBy((history) => {
        const [one, two] = [history.begins(create), history.begins(create)];
        two.answers({ id: "ctr_2" }, 201);
        one.answers({ id: "ctr_1" }, 201);
      }),
    ).toEqual([rule]);
  });

  test.each<[string, (history: History) => void]>([
    ["the same object", (history) => made(history, "ctr_1")],
    ["a refusal", (history) => history.call(create, { code: "E_DUPLICATE_OPERATION" }, 409)],
    ["no answer", (history) => history.begins(create).isLost()],
    ["a server's failure", (history) => history.call(create, { id: "ctr_2" }, 500)],
    ["an answer without its id", (history) => made(history, undefined)],
    ["another key", (history) => made(history, "ctr_2", { idempotencyKey: "K" })],
    ["no key", (history) => made(history, "ctr_2", { idempotencyKey: undefined })],
    ["another account", (history) => made(history, "ctr_2", { key: OTHER.test })],
    ["the other mode", (history) => made(history, "ctr_2", { key: MERCHANT.live })],
    ["another operation", (history) => made(history, "acct_1", { operation: "createAccount" })],
    [
      "a key that may be forgotten, because the wall clock has moved",
      (history) => {
        history.call({ control: "moveWallClock", path: { accountId: MERCHANT.account } });
        made(history, "ctr_2");
      },
    ],
    [
      "a key that was used an hour ago",
      (history) => {
        history.pause(3_600_000);
        made(history, "ctr_2");
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(
      violatedBy((history) => {
        made(history, "ctr_1");
        play(history);
      }),
    ).toEqual([]);
  });
});
