import {
  call,
  during,
  inOrder,
  loses,
  MERCHANT,
  OTHER,
  pause,
  type Play,
  testRule,
  UNKNOWN_KEY,
} from "./history.ts";

const FORBIDDEN = { message: "Forbidden" };
const OTHERWISE = { message: "Forbidden", why: "deleted" };
const retrieve = (acct: string) => ({ operation: "retrieveAccount", path: { acct } });
const refused = (acct: string, body: object, { status = 403, key = MERCHANT.test } = {}) =>
  call({ ...retrieve(acct), key }, body, status);
const allocate = (destination: string) => ({ operation: "createAllocation", body: { destination } });

testRule("connect-targets/one-refusal-on-each-route", {
  first: refused("acct_unknown", FORBIDDEN),
  violated: {
    "other bytes for another vendor": refused("acct_foreign", OTHERWISE),
  },
  permitted: {
    "the same bytes": refused("acct_foreign", FORBIDDEN),
    "a body that was not recorded": (history) =>
      history.begins(retrieve("acct_foreign")).answersUnrecorded(403),
    "another status": refused("acct_foreign", OTHERWISE, { status: 401 }),
    "another caller, whose key may lack a permission": refused("acct_foreign", OTHERWISE, {
      key: OTHER.test,
    }),
    "the account itself": refused(MERCHANT.account, OTHERWISE),
    "a caller whose account is unknown": refused("acct_foreign", OTHERWISE, { key: UNKNOWN_KEY }),
    "production, which may be another server": refused("acct_foreign", OTHERWISE, { key: MERCHANT.live }),
    "another route": call(
      { operation: "listAccountTransactions", path: { acct: "acct_unknown" } },
      OTHERWISE,
      403,
    ),
    "the refusal of a vendor of the caller": [
      call({ operation: "createAccount" }, { id: "acct_own" }, 201),
      call(allocate("acct_unknown"), FORBIDDEN, 403),
      call(allocate("acct_own"), { message: "Suspended" }, 403),
    ],
  },
});

const id = "clock_1";
const read = { operation: "retrieveTestClock", path: { id } };
const advance = { operation: "advanceTestClock", path: { id } };
const COMPLETED = { id, status: "completed" };
const completed = call(read, COMPLETED);
const advances = call(advance, { testClock: { id } });
const listed = (status: string) => call({ operation: "listTestClocks" }, { data: [{ id, status }] });

testRule("test-clocks/completed-for-good", {
  first: completed,
  violated: {
    "never advances again, although a second read is in flight": during(read, [COMPLETED], advances),
    "is not listed as ready": listed("ready"),
  },
  violatedInShared: { "never advances again": advances },
  permitted: {
    "listed as completed": listed("completed"),
    "listed in another status after a request about it": [
      call({ operation: "attachTestClock", path: { id } }, {}, 400),
      listed("ready"),
    ],
    "a refusal": call(advance, { code: "TEST_CLOCK_COMPLETED" }, 400),
    "no answer": loses(advance),
    "a server's failure": call(advance, {}, 503),
    "another clock": call({ ...advance, path: { id: "clock_2" } }),
    "a clock of the same id of an unknown key": call({ ...advance, key: UNKNOWN_KEY }),
  },
});
testRule("test-clocks/completed-for-good", {
  permitted: {
    "an advance that ends after it was sent and before its answer": during(
      advance,
      [{ testClock: { id } }],
      completed,
    ),
  },
});

const create = { operation: "createAllocation", idempotencyKey: "k" };
const made = (made: unknown, step: object = {}): Play => call({ ...create, ...step }, { id: made }, 201);

testRule("allocations/one-effect-of-a-key", {
  violatedInShared: {
    "two effects": inOrder(made("ctr_1"), made("ctr_2")),
    "two effects of concurrent requests": during(create, [{ id: "ctr_1" }, 201], made("ctr_2")),
  },
});
testRule("allocations/one-effect-of-a-key", {
  first: made("ctr_1"),
  permitted: {
    "the same object": made("ctr_1"),
    "a refusal": call(create, { code: "E_DUPLICATE_OPERATION" }, 409),
    "no answer": loses(create),
    "a server's failure": call(create, { id: "ctr_2" }, 500),
    "an answer without its id": made(undefined),
    "another key": made("ctr_2", { idempotencyKey: "K" }),
    "no key": made("ctr_2", { idempotencyKey: undefined }),
    "another account": made("ctr_2", { key: OTHER.test }),
    "the other mode": made("ctr_2", { key: MERCHANT.live }),
    "another operation": made("acct_1", { operation: "createAccount" }),
    "a key that may be forgotten, because the wall clock has moved": [
      call({ control: "moveWallClock" }),
      made("ctr_2"),
    ],
    "a key that was used an hour ago": [pause(3_600_000), made("ctr_2")],
  },
});
