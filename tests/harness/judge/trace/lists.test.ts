import { describe, expect, test } from "vitest";
import { type History, MERCHANT, UNKNOWN_KEY, violatedBy, violatedInShared } from "./history.ts";

const entries = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe("lists of remittances", () => {
  const rule = "remittances/lists-are-whole";
  const create = { operation: "createRemittance" };
  const list = { operation: "listRemittances" };
  const page = (total: unknown, ...ids: readonly string[]) => ({
    data: entries(...ids),
    meta: { total, page: 1 },
  });
  const two = (history: History): void => {
    for (const id of ["rem_1", "rem_2"]) history.call(create, { id });
  };

  test.each([
    ["a total that is too small", page(1, "rem_1")],
    ["a total that is too large", page(3, "rem_1", "rem_2", "rem_3")],
    ["a member that is missing", page(2, "rem_1", "rem_3")],
    ["a member twice", page(2, "rem_1", "rem_1")],
  ])("%s", (_, answer) => {
    const play = (history: History): void => {
      two(history);
      history.call(list, answer);
    };
    expect(violatedBy(play)).toEqual([rule]);
    // The account may have had others before, and others may use it.
    expect(violatedInShared(play)).toEqual([]);
  });

  test.each<[string, (history: History) => void]>([
    ["all, in another order", (history) => history.call(list, page(2, "rem_2", "rem_1"))],
    ["a total as text", (history) => history.call(list, page("2", "rem_2", "rem_1"))],
    ["a part", (history) => history.call(list, page(2, "rem_2"))],
    ["no total", (history) => history.call(list, { data: entries("rem_9") })],
    ["those of the other mode", (history) => history.call({ ...list, key: MERCHANT.live }, page(0))],
    ["those with an unknown key", (history) => history.call({ ...list, key: UNKNOWN_KEY }, page(9))],
    [
      "one whose answer was lost",
      (history) => {
        history.begins(create).isLost();
        history.call(list, page(2, "rem_1", "rem_2"));
        history.call(list, page(3, "rem_1", "rem_2", "rem_3"));
      },
    ],
    [
      "one that is created at the same time",
      (history) => {
        const [before, creation] = [history.begins(list), history.begins(create)];
        history.call(list, page(3, "rem_1", "rem_2", "rem_3"));
        creation.answers({ id: "rem_3" });
        before.answers(page(2, "rem_1", "rem_2"));
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(
      violatedBy((history) => {
        two(history);
        play(history);
      }),
    ).toEqual([]);
  });

  test.each([
    ["that is late", page(2, "rem_1", "rem_2"), []],
    ["that stays short", page(1, "rem_1"), [rule]],
  ])("a list %s is read again", (_, later, rules) => {
    expect(
      violatedBy(
        (history) => {
          two(history);
          history.call(list, page(1, "rem_1"));
          history.pause(1_001);
          expect(history.doubts(() => later)).toBe(1);
        },
        { consistencyMs: 1_000 },
      ),
    ).toEqual(rules);
  });
});

describe("lists of vendors", () => {
  const rule = "vendors/lists-are-whole";
  const create = { operation: "createAccount" };
  const list = (cursor?: string) => ({
    operation: "listAccounts",
    ...(cursor === undefined ? {} : { query: { after: cursor } }),
  });
  const page = (next: string | null, ...ids: readonly string[]) => ({
    ...{ object: "list", data: entries(...ids), has_more: next !== null, next_cursor: next },
  });
  const three = (history: History): void => {
    for (const id of ["acct_1", "acct_2", "acct_3"]) history.call(create, { id }, 201);
  };

  test.each([
    ["one is missing", page("c", "acct_3"), page(null, "acct_1")],
    ["one is twice", page("c", "acct_3", "acct_2"), page(null, "acct_2", "acct_1")],
    ["nothing follows what has more", page("c", "acct_3", "acct_2", "acct_1"), page(null)],
  ])("pages on which %s", (_, first, last) => {
    const play = (history: History): void => {
      three(history);
      history.call(list(), first);
      history.call(list("c"), last);
    };
    expect(violatedBy(play)).toEqual([rule]);
    expect(violatedInShared(play)).toEqual([]);
  });

  test.each<[string, (history: History) => void]>([
    [
      "a filter",
      (history) => history.call({ operation: "listAccounts", query: { state: "x" } }, page(null, "acct_1")),
    ],
    [
      "a deleted one, which may be listed or not",
      (history) => {
        history.call({ control: "deleteVendor", path: { accountId: MERCHANT.account, id: "acct_3" } }, {});
        history.call(list(), page(null, "acct_1", "acct_2"));
        history.call(list(), page(null, "acct_1", "acct_2", "acct_3"));
      },
    ],
    [
      "a creation that moves one to the second page",
      (history) => {
        history.call(list(), page("2", "acct_3", "acct_2"));
        history.call(create, { id: "acct_4" }, 201);
        history.call(list("2"), page(null, "acct_2", "acct_1"));
      },
    ],
    [
      "a deletion that moves one to the first page",
      (history) => {
        history.call(list(), page("2", "acct_3", "acct_2"));
        history.call({ control: "deleteVendor", path: { accountId: MERCHANT.account, id: "acct_3" } }, {});
        history.call(list("2"), page(null));
      },
    ],
    [
      "a vendor that control created",
      (history) => {
        const path = { accountId: MERCHANT.account };
        history.call({ control: "createVendor", path }, { acct: "acct_0" }, 201);
        history.call(list(), page(null, "acct_0", "acct_1", "acct_2", "acct_3"));
      },
    ],
    [
      "one that control may have created, without an answer",
      (history) => {
        history.begins({ control: "createVendor", path: { accountId: MERCHANT.account } }).isLost();
        history.call(list(), page(null, "acct_0", "acct_1", "acct_2", "acct_3"));
      },
    ],
    [
      "one that a creation without an answer may have made",
      (history) => {
        history.begins(create).isLost();
        history.call(list(), page(null, "acct_0", "acct_1", "acct_2", "acct_3"));
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(
      violatedBy((history) => {
        three(history);
        play(history);
      }),
    ).toEqual([]);
  });
});
