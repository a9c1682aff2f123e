import { describe, expect, test } from "vitest";
import { type History, MERCHANT, OTHER, UNKNOWN_KEY, violatedBy, violatedInShared } from "./history.ts";

type Play = (history: History) => void;

const inOrder =
  (...plays: readonly Play[]): Play =>
  (history) => {
    for (const play of plays) play(history);
  };

const intent = { operation: "retrievePaymentIntent", path: { id: "pi_1" } };
const clock = { operation: "retrieveTestClock", path: { id: "clock_1" } };
const createsIntent: Play = (history) => history.call({ operation: "createPaymentIntent" }, { id: "pi_1" });
const createsClock: Play = (history) =>
  history.call({ operation: "createTestClock" }, { id: "clock_1", status: "ready" }, 201);
const deletesClock: Play = (history) =>
  history.call({ operation: "deleteTestClock", path: { id: "clock_1" } }, {});
const createsVendor: Play = (history) => history.call({ operation: "createAccount" }, { id: "acct_v" }, 201);
const controlDeletesVendor: Play = (history) =>
  history.call({ control: "deleteVendor", path: { accountId: MERCHANT.account, id: "acct_v" } }, {});
const compliance = { operation: "retrieveAccountCompliance", path: { acct: "acct_v" } };

/** Shows that the routes are there. */
const others: Play = (history) => {
  history.call({ ...intent, path: { id: "pi_0" } }, { id: "pi_0" });
  history.call({ ...clock, path: { id: "clock_0" } }, { id: "clock_0" });
  history.call({ ...compliance, path: { acct: "acct_0" } }, {});
};

describe("what an account created stays known", () => {
  test.each<[string, string, Play]>([
    ["an intent", "payment-intents", inOrder(createsIntent, (history) => history.call(intent, {}, 404))],
    ["a vendor", "vendors", inOrder(createsVendor, (history) => history.call(compliance, {}, 403))],
  ])("%s is unknown", (_, area, play) => {
    expect(violatedBy(inOrder(others, play))).toEqual([`${area}/stays-known`]);
    expect(violatedBy(inOrder(play, others))).toEqual([`${area}/stays-known`]);
    // There may be no such route.
    expect(violatedBy(play)).toEqual([]);
  });

  test("also an intent of a key whose account is unknown", () => {
    const play: Play = (history) => {
      others(history);
      history.call({ operation: "createPaymentIntent", key: UNKNOWN_KEY }, { id: "pi_1" });
      history.call({ ...intent, key: UNKNOWN_KEY }, {}, 404);
    };
    expect(violatedInShared(play)).toEqual(["payment-intents/stays-known"]);
  });

  test.each<[string, Play]>([
    ["it is found", (history) => history.call(compliance, {})],
    ["another refusal", (history) => history.call(compliance, {}, 429)],
    [
      "a refusal of a parameter",
      (history) => history.call({ ...compliance, query: { account: "acct_v" } }, {}, 403),
    ],
    ["after its deletion", inOrder(controlDeletesVendor, (history) => history.call(compliance, {}, 403))],
    [
      "during its deletion",
      (history) => {
        history.begins({ control: "deleteVendor", path: { accountId: MERCHANT.account, id: "acct_v" } });
        history.call(compliance, {}, 403);
      },
    ],
    [
      "after a port that names it",
      (history) => {
        history.call({ port: "/v1/purge", body: { vendor: "acct_v" } });
        history.call(compliance, {}, 403);
      },
    ],
    ["to another account", (history) => history.call({ ...compliance, key: OTHER.test }, {}, 403)],
    [
      "a read that began before its creation ended",
      (history) => {
        const creation = history.begins({ operation: "createAccount" });
        history.call({ ...compliance, path: { acct: "acct_w" } }, {}, 403);
        creation.answers({ id: "acct_w" }, 201);
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(inOrder(others, createsVendor, play))).toEqual([]);
  });

  test("what shows late is read again", () => {
    const violated = (answer: number): readonly string[] =>
      violatedBy(
        (history) => {
          others(history);
          createsIntent(history);
          history.call(intent, {}, 404);
          history.pause(100);
          for (const { operation, path } of history.trace.reads({ areas: new Set(), seed: 1 }).doubtful())
            history.call({ operation: operation.id, path }, { id: "pi_1" }, answer);
        },
        { consistencyMs: 100 },
      );
    expect(violated(200)).toEqual([]);
    expect(violated(404)).toEqual(["payment-intents/stays-known"]);
  });
});

describe("what was deleted is gone", () => {
  test.each<[string, string, Play]>([
    ["a clock", "test-clocks", inOrder(createsClock, deletesClock, (history) => history.call(clock, {}))],
    [
      "a clock in the list",
      "test-clocks",
      inOrder(createsClock, deletesClock, (history) =>
        history.call({ operation: "listTestClocks" }, { data: [{ id: "clock_1" }] }),
      ),
    ],
    [
      "a vendor",
      "vendors",
      inOrder(createsVendor, controlDeletesVendor, (history) => history.call(compliance, {})),
    ],
    [
      "an allocation to a deleted vendor",
      "vendors",
      inOrder(createsVendor, controlDeletesVendor, (history) =>
        history.call(
          { operation: "createAllocation", body: { destination: "acct_v" } },
          { id: "ctr_1" },
          201,
        ),
      ),
    ],
  ])("%s", (_, area, play) => {
    expect(violatedBy(play)).toEqual([`${area}/deleted-for-good`]);
  });

  test.each<[string, Play]>([
    ["a refusal", inOrder(deletesClock, (history) => history.call(clock, {}, 404))],
    [
      "a refused deletion",
      (history) => {
        history.call({ operation: "deleteTestClock", path: { id: "clock_1" } }, {}, 403);
        history.call(clock, { id: "clock_1" });
      },
    ],
    [
      "a listed vendor that was deleted",
      inOrder(createsVendor, controlDeletesVendor, (history) =>
        history.call({ operation: "listAccounts" }, { data: [{ id: "acct_v" }], has_more: false }),
      ),
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(inOrder(createsClock, play))).toEqual([]);
  });
});

describe("what is private is reached by its owner only", () => {
  const withdraws =
    (key: string): Play =>
    (history) =>
      history.call({ operation: "createWithdrawal", path: { acct: "acct_v" }, key }, {}, 201);

  test.each([
    ["another account", OTHER.test],
    ["the other mode", MERCHANT.live],
  ])("a withdrawal by %s", (_, key) => {
    expect(violatedBy(inOrder(createsVendor, withdraws(key)))).toEqual(["vendors/reached-by-the-owner-only"]);
  });

  test("a vendor that control created", () => {
    const play: Play = (history) => {
      const path = { accountId: MERCHANT.account };
      history.call({ control: "createVendor", path, body: { mode: "live" } }, { acct: "acct_v" }, 201);
      withdraws(MERCHANT.live)(history);
    };
    expect(violatedBy(play)).toEqual([]);
    expect(violatedBy(inOrder(play, withdraws(MERCHANT.test)))).toEqual([
      "vendors/reached-by-the-owner-only",
    ]);
  });

  test.each<[string, Play]>([
    ["by the owner", withdraws(MERCHANT.test)],
    ["by a key of an unknown account", withdraws(UNKNOWN_KEY)],
    [
      "another account's intent",
      inOrder(createsIntent, (history) => history.call({ ...intent, key: OTHER.test }, { id: "pi_1" })),
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(inOrder(createsVendor, play))).toEqual([]);
  });
});

describe("valid keys only", () => {
  const rule = "authentication/valid-keys-only";
  const lists =
    (key: string | null, status = 200): Play =>
    (history) =>
      history.call({ operation: "listRemittances", key }, {}, status);
  const forged: Play = (history) =>
    history.call({ operation: "retrieveActivation", key: "sk_test_forged" }, {}, 401);
  const regenerates =
    (key: string): Play =>
    (history) =>
      history.call(
        { control: "regenerateKey", path: { accountId: MERCHANT.account }, body: { mode: "test" } },
        { mode: "test", key },
      );

  test.each<[string, Play]>([
    ["no key", inOrder(lists(MERCHANT.test), lists(null))],
    ["a key that another route has refused", inOrder(forged, lists("sk_test_forged"))],
    ["a replaced key", inOrder(regenerates("sk_test_new"), lists(MERCHANT.test))],
    [
      "a key between two replacements",
      inOrder(regenerates("sk_test_2"), regenerates("sk_test_3"), lists("sk_test_2")),
    ],
  ])("%s is accepted", (_, play) => {
    expect(violatedBy(play)).toEqual([rule]);
  });

  test.each<[string, Play]>([
    ["refusals", inOrder(lists(MERCHANT.test), lists(null, 401), lists("sk_test_forged", 401))],
    ["traffic without any key, as browsers record it", lists(null)],
    ["the new key", inOrder(regenerates("sk_test_new"), lists("sk_test_new"))],
    [
      "the old key after a replacement that was refused",
      (history) => {
        const path = { accountId: MERCHANT.account };
        history.call({ control: "regenerateKey", path, body: { mode: "test" } }, {}, 422);
        lists(MERCHANT.test)(history);
      },
    ],
    ["the key of the other mode", inOrder(regenerates("sk_test_new"), lists(MERCHANT.live))],
    [
      "the old key while it is replaced",
      (history) => {
        history.begins({
          control: "regenerateKey",
          path: { accountId: MERCHANT.account },
          body: { mode: "test" },
        });
        lists(MERCHANT.test)(history);
      },
    ],
    [
      "a known key that was refused because of a vendor of the other mode",
      (history) => {
        history.call({ ...compliance, key: UNKNOWN_KEY }, {}, 401);
        lists(UNKNOWN_KEY)(history);
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(play)).toEqual([]);
  });
});
