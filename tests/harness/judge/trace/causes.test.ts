import { begins, call, inOrder, loses, MERCHANT, OTHER, pause, testRule } from "./history.ts";

const keyed = {
  operation: "createAllocation",
  body: { destination: "acct_v", amount: 5 },
  idempotencyKey: "k",
};
const refusal = (code: string): object => ({ code, message: "No" });
const duplicate = call(keyed, refusal("E_DUPLICATE_OPERATION"), 409);
const inProgress = call(keyed, refusal("E_IDEMPOTENCY_CONFLICT"), 409);
const withdrawal = { operation: "createWithdrawal", path: { acct: "acct_v" }, idempotencyKey: "k" };
const pending = call(withdrawal, refusal("E_PENDING_WITHDRAW"), 422);
const range = (granularity: string) =>
  call(
    { operation: "retrieveOverview", query: { range: "6m", granularity } },
    { errors: [{ rule: "compatible_with_range", field: "granularity", message: "No" }] },
    422,
  );

testRule("*/refused-for-its-cause", {
  violated: {
    "allocations whose new key is used up": duplicate,
    "allocations whose key was only refused": [call(keyed, {}, 422), pause(1), duplicate],
    "allocations with a key whose request has ended, as in progress": [
      call(keyed, { id: "ctr_1" }, 201),
      pause(1),
      inProgress,
    ],
    "allocations for a fee payer, though Connect was activated": [
      call({ operation: "retrieveActivation" }, { id: MERCHANT.account, connect_mode: "platform" }),
      pause(1),
      call({ ...keyed, idempotencyKey: "l" }, refusal("connect.fee_payer_unset"), 422),
    ],
    "withdrawals for another one, though nothing was withdrawn": pending,
    "test-clocks of a test key": call(
      { operation: "listTestClocks" },
      refusal("TEST_CLOCK_NOT_AVAILABLE"),
      403,
    ),
    "connect-guards on a route without a limit": call(
      { operation: "retrieveOverview" },
      refusal("E_TOO_MANY_REQUESTS"),
      429,
    ),
    "overview of months of half a year": range("month"),
    "reversals of less than what remains": [
      call(keyed, { id: "ctr_1", amount: 5 }, 201),
      call(
        { operation: "createAllocationReversal", path: { allocationId: "ctr_1" }, body: { amount: 5 } },
        { code: "connect.reversal_exceeds_remaining", requested: 5, remaining: 5 },
        422,
      ),
    ],
  },
  permitted: {
    "a key that was used on another route": [
      call({ operation: "createAccount", body: {}, idempotencyKey: "k", key: OTHER.test }, {}, 422),
      duplicate,
    ],
    "a request without an answer may be in progress": [loses(keyed), pause(1), inProgress],
    "a payout by schedule is in flight": [
      call({ operation: "replacePayoutSchedule", body: { cadence: "daily" } }),
      pending,
    ],
    "weeks are open": range("week"),
  },
});

const read = call({ operation: "retrievePayoutSchedule" });
const refused = (key = MERCHANT.test) =>
  call({ operation: "createDisbursement", key }, { message: "Unauthorized" }, 401);

testRule("authentication/valid-keys-always", {
  violated: { "a key that was accepted": inOrder(read, refused()) },
  permitted: {
    "before it was accepted": refused(),
    "once another may have replaced it": [
      read,
      begins({ control: "regenerateKey", body: { mode: "test" } }),
      refused(),
    ],
    "of the other mode": [read, refused(MERCHANT.live)],
  },
});

// It may be refused for lack of funds at any time.
const CREATION = { operation: "createDisbursement", body: { amount: 5, currency: "xaf" } };
const error = (rule: string, field: string): object => ({ errors: [{ rule, field, message: "No" }] });
const created = call(CREATION, { id: "wt_1", amount: 5, currency: "xaf" });
const vendor = (idempotencyKey: string | undefined, field: string, body: object = {}) =>
  call(
    {
      operation: "createAccount",
      body: { ...body },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
    error("unsupported", field),
    422,
  );

testRule("conventions/refused-for-the-field-named", {
  violated: {
    "a value that was accepted before": [created, call(CREATION, error("required", "amount"), 422)],
    "a permitted key": vendor("k", "Idempotency-Key"),
    "a member that is absent": vendor("k", "phone"),
  },
  permitted: {
    "a value that was never accepted": call(CREATION, error("required", "amount"), 422),
    "another value": [
      created,
      call({ ...CREATION, body: { amount: 6, currency: "xaf" } }, error("required", "amount"), 422),
    ],
    "a member that is absent": [
      created,
      call({ ...CREATION, body: { currency: "xaf" } }, error("required", "amount"), 422),
    ],
    "a member of which nothing is documented": [created, call(CREATION, error("required", "sum"), 422)],
    "another rule": [created, call(CREATION, error("limit", "amount"), 422)],
    "of the request that used the key first": [vendor("k", "phone", { phone: "1" }), vendor("k", "phone")],
    "with a member that was never accepted": vendor("k", "phone", { telephone: "1" }),
    "no key": vendor(undefined, "Idempotency-Key"),
    "an empty key": vendor(" ", "Idempotency-Key"),
    "a key of other characters": vendor("é", "Idempotency-Key"),
    "a key that is too long": vendor("k".repeat(256), "idempotency-key"),
    "a member that is present": vendor("k", "phone", { phone: null }),
    "a member with another name": vendor("k", "feePayer"),
  },
});
