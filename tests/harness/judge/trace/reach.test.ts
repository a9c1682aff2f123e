import { describe, expect, test } from "vitest";
import {
  begins,
  call,
  during,
  inOrder,
  MERCHANT,
  OTHER,
  type Play,
  testRule,
  UNKNOWN_KEY,
  violatedBy,
  violatedInShared,
} from "./history.ts";

const intent = { operation: "retrievePaymentIntent", path: { id: "pi_1" } };
const clock = { operation: "retrieveTestClock", path: { id: "clock_1" } };
const compliance = { operation: "retrieveAccountCompliance", path: { acct: "acct_v" } };
const createsIntent = call({ operation: "createPaymentIntent" }, { id: "pi_1" });
const createsClock = call({ operation: "createTestClock" }, { id: "clock_1", status: "ready" }, 201);
const deletesClock = call({ operation: "deleteTestClock", path: { id: "clock_1" } });
const createsVendor = call({ operation: "createAccount" }, { id: "acct_v" }, 201);
const deletion = { control: "deleteVendor", path: { id: "acct_v" } };
const deletesVendor = call(deletion);
const isUnknown = call(compliance, {}, 403);
/** Shows that the routes are there. */
const others = inOrder(
  call({ ...intent, path: { id: "pi_0" } }, { id: "pi_0" }),
  call({ ...clock, path: { id: "clock_0" } }, { id: "clock_0" }),
  call({ ...compliance, path: { acct: "acct_0" } }),
);

describe("what an account created stays known", () => {
  test.each<[string, Play]>([
    ["payment-intents", inOrder(createsIntent, call(intent, {}, 404))],
    ["vendors", inOrder(createsVendor, isUnknown)],
  ])("%s that are unknown", (area, play) => {
    expect(violatedBy(inOrder(others, play))).toEqual([`${area}/stays-known`]);
    expect(violatedBy(inOrder(play, others))).toEqual([`${area}/stays-known`]);
    // There may be no such route.
    expect(violatedBy(play)).toEqual([]);
  });

  test("also an intent of a key whose account is unknown", () => {
    const play = inOrder(
      others,
      call({ operation: "createPaymentIntent", key: UNKNOWN_KEY }, { id: "pi_1" }),
      call({ ...intent, key: UNKNOWN_KEY }, {}, 404),
    );
    expect(violatedInShared(play)).toEqual(["payment-intents/stays-known"]);
  });

  test("what shows late is read again", () => {
    const violated = (answer: number): readonly string[] =>
      violatedBy(
        (history) => {
          inOrder(others, createsIntent, call(intent, {}, 404))(history);
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
testRule("vendors/stays-known", {
  first: inOrder(others, createsVendor),
  permitted: {
    "it is found": call(compliance),
    "another refusal": call(compliance, {}, 429),
    "a refusal of a parameter": call({ ...compliance, query: { account: "acct_v" } }, {}, 403),
    "after its deletion": [deletesVendor, isUnknown],
    "during its deletion": [begins(deletion), isUnknown],
    "after a port that names it": [call({ port: "/v1/purge", body: { vendor: "acct_v" } }), isUnknown],
    "to another account": call({ ...compliance, key: OTHER.test }, {}, 403),
    "a read that began before its creation ended": during(
      { operation: "createAccount" },
      [{ id: "acct_w" }, 201],
      call({ ...compliance, path: { acct: "acct_w" } }, {}, 403),
    ),
  },
});

testRule("*/deleted-for-good", {
  first: inOrder(createsClock, createsVendor, deletesVendor),
  violated: {
    "test-clocks that are read": [deletesClock, call(clock)],
    "test-clocks in the list": [
      deletesClock,
      call({ operation: "listTestClocks" }, { data: [{ id: "clock_1" }] }),
    ],
    "vendors that are read": call(compliance),
    "vendors that get an allocation": call(
      { operation: "createAllocation", body: { destination: "acct_v" } },
      { id: "ctr_1" },
      201,
    ),
  },
  permitted: {
    "a refusal": [deletesClock, call(clock, {}, 404)],
    "a refused deletion": [
      call({ operation: "deleteTestClock", path: { id: "clock_1" } }, {}, 403),
      call(clock, { id: "clock_1" }),
    ],
    "a listed vendor that was deleted": call(
      { operation: "listAccounts" },
      { data: [{ id: "acct_v" }], has_more: false },
    ),
  },
});

const withdraws = (key: string) =>
  call({ operation: "createWithdrawal", path: { acct: "acct_v" }, key }, {}, 201);
const controlCreates = call({ control: "createVendor", body: { mode: "live" } }, { acct: "acct_v" }, 201);
testRule("vendors/reached-by-the-owner-only", {
  violated: {
    "by another account": [createsVendor, withdraws(OTHER.test)],
    "in the other mode": [createsVendor, withdraws(MERCHANT.live)],
    "in the other mode than the one in which control created it": [controlCreates, withdraws(MERCHANT.test)],
  },
  permitted: {
    "by the owner": [createsVendor, withdraws(MERCHANT.test)],
    "in the mode in which control created it": [controlCreates, withdraws(MERCHANT.live)],
    "by a key of an unknown account": [createsVendor, withdraws(UNKNOWN_KEY)],
    "another account's intent": [createsIntent, call({ ...intent, key: OTHER.test }, { id: "pi_1" })],
  },
});

const lists = (key: string | null, status = 200) => call({ operation: "listRemittances", key }, {}, status);
const regeneration = { control: "regenerateKey", body: { mode: "test" } };
const regenerates = (key: string) => call(regeneration, { mode: "test", key });
testRule("authentication/valid-keys-only", {
  violated: {
    "no key": [lists(MERCHANT.test), lists(null)],
    "a key that another route has refused": [
      call({ operation: "retrieveActivation", key: "sk_test_forged" }, {}, 401),
      lists("sk_test_forged"),
    ],
    "a replaced key": [regenerates("sk_test_new"), lists(MERCHANT.test)],
    "a key between two replacements": [
      regenerates("sk_test_2"),
      regenerates("sk_test_3"),
      lists("sk_test_2"),
    ],
  },
  permitted: {
    refusals: [lists(MERCHANT.test), lists(null, 401), lists("sk_test_forged", 401)],
    "traffic without any key, as browsers record it": lists(null),
    "the new key": [regenerates("sk_test_new"), lists("sk_test_new")],
    "the old key after a replacement that was refused": [call(regeneration, {}, 422), lists(MERCHANT.test)],
    "the key of the other mode": [regenerates("sk_test_new"), lists(MERCHANT.live)],
    "the old key while it is replaced": [begins(regeneration), lists(MERCHANT.test)],
    "a known key that was refused because of a vendor of the other mode": [
      call({ ...compliance, key: UNKNOWN_KEY }, {}, 401),
      lists(UNKNOWN_KEY),
    ],
  },
});
