import { describe, expect, test } from "vitest";
import { type History, MERCHANT, violatedBy, violatedInShared } from "./history.ts";

const TYPE = "connect.transfer.created";
const about = (id: unknown) => ({ id, controllerAccountId: MERCHANT.account });
const create = { operation: "createAllocation" };

describe("every event has its request", () => {
  const rule = "connect-events/every-event-has-its-request";
  const begun = (history: History): void => history.call(create, { id: "ctr_0" }, 201);
  test("an event about nothing", () => {
    const play = (history: History): void => {
      begun(history);
      history.arrives(TYPE, about("ctr_1"));
    };
    expect(violatedBy(play)).toEqual([rule]);
    // Another user may have created it.
    expect(violatedInShared(play)).toEqual([]);
  });

  test("an event about a refused request, before its answer", () => {
    expect(
      violatedBy((history) => {
        begun(history);
        const refused = history.begins(create);
        history.arrives(TYPE, about("ctr_1"));
        refused.answers({}, 422);
      }),
    ).toEqual([rule]);
  });

  test.each<[string, (history: History) => void]>([
    [
      "after the answer",
      (history) => {
        history.call(create, { id: "ctr_1" }, 201);
        history.arrives(TYPE, about("ctr_1"));
      },
    ],
    [
      "before the answer",
      (history) => {
        const call = history.begins(create);
        history.arrives(TYPE, about("ctr_1"));
        call.answers({ id: "ctr_1" }, 201);
      },
    ],
    [
      "before an answer that never comes",
      (history) => {
        history.begins(create);
        history.arrives(TYPE, about("ctr_1"));
      },
    ],
    [
      "after a lost answer",
      (history) => {
        history.begins(create).isLost();
        history.arrives(TYPE, about("ctr_1"));
      },
    ],
    [
      "after a server's failure",
      (history) => {
        history.call(create, {}, 504);
        history.arrives(TYPE, about("ctr_1"));
      },
    ],
    [
      "after an answer that does not show the id",
      (history) => {
        history.call(create, { id: null }, 201);
        history.arrives(TYPE, about("ctr_1"));
      },
    ],
    ["without an id", (history) => history.arrives(TYPE, about(undefined))],
    [
      "about another account",
      (history) => history.arrives(TYPE, { id: "ctr_1", controllerAccountId: "acct_x" }),
    ],
    ["about no account", (history) => history.arrives(TYPE, { id: "ctr_1" })],
    ["of another type", (history) => history.arrives("connect.funds.available", about("ctr_1"))],
  ])("permitted: an event %s", (_, play) => {
    expect(
      violatedBy((history) => {
        begun(history);
        play(history);
      }),
    ).toEqual([]);
  });
});

describe("one event for each request", () => {
  test.each([
    ["again with another id", "ctr_1", { id: "evt_2" }, ["connect-events/one-event-for-each-request"]],
    ["again with the same id: a redelivery", "ctr_1", { id: "evt_1" }, []],
    ["at another endpoint", "ctr_1", { id: "evt_2", address: "second" }, []],
    ["without an id", "ctr_1", { id: "" }, []],
    ["about another object", "ctr_2", { id: "evt_2" }, []],
  ])("an event %s", (_, object, arrived, rules) => {
    expect(
      violatedBy((history) => {
        for (const id of ["ctr_1", "ctr_2"]) history.call(create, { id }, 201);
        history.arrives(TYPE, about("ctr_1"));
        history.arrives(TYPE, about(object), arrived);
      }),
    ).toEqual(rules);
  });

  test.each([
    ["which do not show their objects", undefined, "evt_1"],
    ["the first without an id of its own", "ctr_1", ""],
  ])("two events %s", (_, object, first) => {
    expect(
      violatedBy((history) => {
        history.call(create, { id: "ctr_1" }, 201);
        history.arrives(TYPE, about(object), { id: first });
        history.arrives(TYPE, about(object), { id: "evt_2" });
      }),
    ).toEqual([]);
  });
});
