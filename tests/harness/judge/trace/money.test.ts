import { expect, test } from "vitest";
import {
  begins,
  call,
  during,
  inOrder,
  loses,
  MERCHANT,
  OTHER,
  pause,
  readsAgain,
  testRule,
  UNKNOWN_KEY,
  violatedBy,
} from "./history.ts";

const EXCEEDS = "connect.reversal_exceeds_remaining";
const SECOND = "sk_test_second";
const ALLOCATION = { id: "ctr_1", amount: 1_000 };
const reverse = (step: object = {}) => ({
  ...{ operation: "createAllocationReversal", path: { allocationId: "ctr_1" }, body: { amount: null } },
  ...step,
});
const reversal = (amount: unknown, total: unknown, id = "ctrr_2") => ({ id, amount, reversed_total: total });
const reversed = (amount: unknown, total: unknown, id?: string, step?: object) =>
  call(reverse(step), reversal(amount, total, id), 201);
const refused = (remaining: unknown, status = 422) =>
  call(reverse(), { ...(status === 422 && { code: EXCEEDS }), remaining }, status);
const also = (key: string) => [
  call({ control: "createMerchant" }, { accountId: MERCHANT.account, keys: { second: SECOND } }, 201),
  reversed(200, 500, "ctrr_2", { key }),
  reversed(100, 600, "ctrr_3"),
];
const repeated = reversed(100, 400, "ctrr_2", { idempotencyKey: "k" });

testRule("reversals/total-never-exceeds-allocation", {
  first: call({ operation: "createAllocation" }, ALLOCATION, 201),
  violatedInShared: { "a total above the allocation": reversed(1_200, 1_200) },
  permitted: { "the whole allocation": reversed(1_000, 1_000) },
});

testRule("reversals/totals-add-up-everywhere", {
  first: inOrder(call({ operation: "createAllocation" }, ALLOCATION, 201), reversed(300, 300, "ctrr_1")),
  violatedInShared: {
    "a total that forgets": reversed(200, 200),
    "a remainder above what is left": refused(701),
  },
  violatedAlone: {
    "a total that adds": reversed(200, 600),
    "a remainder below what is left": refused(699),
  },
  permitted: {
    "the sum": reversed(200, 500),
    "numbers as text": reversed("200", "500.0"),
    "no amount": reversed(null, 900),
    "no total": reversed(200, undefined),
    "a remainder": refused(700),
    "a remainder as text": refused("700"),
    "a reversal without an amount that leaves nothing": reversed(700, 1_000, "ctrr_2", { body: {} }),
    "another refusal": refused(9, 402),
    "those with another key of the account": also(SECOND),
    "those with an unknown key": also(UNKNOWN_KEY),
    "an allocation of the same id in the other mode": reversed(5, 5, "ctrr_2", { key: MERCHANT.live }),
    "a repetition by idempotency key": [
      repeated,
      reversed(100, 500, "ctrr_3"),
      repeated,
      reversed(100, 600, "ctrr_4"),
    ],
    "one whose answer was lost": [
      loses(reverse()),
      reversed(100, 400, "ctrr_3"),
      reversed(100, 700, "ctrr_4"),
    ],
    "one that failed": [call(reverse(), {}, 500), refused(500)],
    "one at the same time": during(reverse(), [reversal(200, 500), 201], reversed(100, 600, "ctrr_3")),
  },
});
test("a reversal may begin before the answer of its allocation", () => {
  expect(
    violatedBy((history) => {
      const allocation = history.begins({ operation: "createAllocation" });
      const early = history.begins(reverse());
      allocation.answers(ALLOCATION, 201);
      early.answers(reversal(300, 300, "ctrr_1"), 201);
      reversed(200, 500)(history);
    }),
  ).toEqual([]);
});

const VENDOR = "acct_v";
const read = { operation: "retrieveAccount", path: { acct: VENDOR } };
const balances = (...amounts: readonly (readonly [pending: unknown, available: unknown])[]) => ({
  id: VENDOR,
  balances: amounts.map(([pending, available]) => ({ pending, available })),
});
const reads = (pending: unknown, available: unknown) => call(read, balances([pending, available]));
const allocate = (destination = VENDOR) => ({ operation: "createAllocation", body: { destination } });
const allocated = (id = "ctr_1") =>
  call({ ...allocate(), idempotencyKey: id }, { id, amount: 100, destination: VENDOR }, 201);
const returned = call(
  { operation: "createAllocationReversal", path: { allocationId: "ctr_1" } },
  { id: "ctrr_1", amount: 30 },
  201,
);

testRule("allocations/balances-add-up", {
  first: reads(500, 0),
  // Others may move it.
  violatedAlone: {
    "change by nothing": reads(0, 501),
    "forget an allocation": [allocated(), reads(0, 500)],
    "count one twice": [allocated(), reads(0, 700)],
    "forget a reversal": [allocated(), returned, reads(0, 600)],
    "change by a refusal": [call(allocate(), {}, 422), reads(0, 600)],
    "change by an allocation to another": [call(allocate("acct_w"), { amount: 1 }), reads(0, 501)],
    "are paid out by an outage": [call({ control: "declareOutage" }), reads(0, 0)],
  },
});
testRule("allocations/balances-add-up", {
  first: inOrder(allocated("ctr_0"), reads(500, 0)),
  permitted: {
    "that move from pending to available": reads(0, 500),
    "as text": reads("100", "400"),
    "that are not shown": reads(null, 0),
    "in several currencies": call(read, balances([1, 1], [2, 2])),
    "after an allocation": [allocated(), reads(600, 0)],
    "after its reversal": [allocated(), returned, reads(570, 0)],
    "after a repeated allocation": [allocated(), allocated(), reads(600, 0)],
    "after a repetition of an earlier one": [allocated("ctr_0"), reads(500, 0)],
    "after a lost answer": [loses(allocate()), reads(600, 0)],
    "after an answer that was not recorded": [
      (history) => history.begins(allocate()).answersUnrecorded(201),
      reads(600, 0),
    ],
    "after a request that was not recorded": [
      call({ operation: "createAllocation", isUnrecorded: true }, { amount: 100 }, 201),
      reads(600, 0),
    ],
    "after a failure": [call(allocate(), {}, 500), reads(600, 0)],
    "with one in flight": [begins(allocate()), reads(600, 0)],
    "after a port": [call({ port: "/capture" }), reads(7, 0)],
    "after a withdrawal": [call({ ...read, operation: "createWithdrawal" }), reads(0, 0)],
  },
});
testRule("allocations/balances-add-up", {
  first: inOrder(reads(500, 0), allocated(), reads(500, 0), pause(1_001)),
  consistencyMs: 1_000,
  violated: { "an allocation that never shows, when they are read again": readsAgain(balances([500, 0])) },
  permitted: { "an allocation that shows late": readsAgain(balances([600, 0])) },
});
test("an allocation counts although its key seems to be used before control issues it", () => {
  const [account, key] = ["acct_new", "sk_test_new"];
  const own = { ...read, key };
  const violated = violatedBy((history) => {
    const issuing = history.begins({ control: "createMerchant" });
    const reading = history.begins(own);
    const allocating = history.begins({ ...allocate(), key });
    issuing.answers({ accountId: account, keys: { test: key } }, 201);
    reading.answers(balances([0, 0]));
    allocating.answers({ id: "ctr_1", amount: 100 }, 201);
    history.call(own, balances([100, 0]));
  });
  expect(violated).toEqual([]);
});
test("the balances that another account's key reads are another vendor's", () => {
  const others = call({ ...read, key: OTHER.test }, balances([1, 0]));
  expect(violatedBy(inOrder(reads(500, 0), others))).not.toContain("allocations/balances-add-up");
});

const withdraws = (amount: unknown, idempotencyKey = "k") =>
  call(
    { operation: "createWithdrawal", path: { acct: VENDOR }, idempotencyKey },
    { id: "cwd_1", amount },
    201,
  );
const settled = call({
  control: "settleWithdrawal",
  path: { accountId: MERCHANT.account, acct: VENDOR },
  body: { status: "failed" },
});
const scheduled = call({ operation: "replacePayoutSchedule", body: { cadence: "daily" } });

testRule("withdrawals/takes-the-read-balance", {
  // Others may move it.
  violatedAlone: {
    "less than was available": [reads(0, 500), withdraws(499)],
    "more than there was": [reads(200, 500), withdraws(701)],
    "more than was allocated since": [reads(0, 500), allocated(), withdraws(601)],
    "less than was left": [reads(0, 500), allocated(), returned, withdraws(469)],
    "less than came back": [withdraws(70), settled, reads(0, 70), withdraws(0, "l")],
  },
  permitted: {
    "what was available": [reads(0, 500), withdraws(500)],
    "what has become available, too": [reads(200, 500), withdraws(600)],
    "without a read": withdraws(499),
    "without an amount": [reads(0, 500), withdraws(undefined)],
    "of two currencies": [call(read, balances([0, 500], [0, 7])), withdraws(499)],
    "after an allocation": [reads(0, 500), allocated(), withdraws(600)],
    "after a reversal": [allocated(), reads(0, 500), returned, withdraws(470)],
    "a repetition": [reads(0, 500), withdraws(500), reads(0, 0), withdraws(500)],
    "after another one, which may fail": [withdraws(70), reads(0, 0), withdraws(70, "l")],
    "after another one, which was settled after the read": [
      withdraws(70),
      reads(0, 30),
      settled,
      withdraws(100, "l"),
    ],
    "on a schedule": [scheduled, reads(0, 500), withdraws(7)],
    "after a read during it": during(
      { operation: "createWithdrawal", path: { acct: VENDOR }, idempotencyKey: "k" },
      [{ id: "cwd_1", amount: 7 }, 201],
      reads(0, 500),
    ),
  },
});

const refusedWithdrawal = (idempotencyKey = "k") =>
  call(
    { operation: "createWithdrawal", path: { acct: VENDOR }, idempotencyKey },
    { code: "E_CONNECT_VENDOR_EMPTY_BALANCE" },
    422,
  );
testRule("withdrawals/refused-for-its-cause", {
  violatedAlone: {
    "although one franc is available": [reads(0, 1), refusedWithdrawal()],
    "although a reversal left something": [allocated(), reads(0, 100), returned, refusedWithdrawal()],
  },
  permitted: {
    "without funds": [reads(500, 0), refusedWithdrawal()],
    "after a reversal of all": [allocated(), reads(0, 30), returned, refusedWithdrawal()],
    "after a port": [reads(0, 500), call({ port: "/refund" }), refusedWithdrawal()],
    "after another one": [reads(0, 500), withdraws(500), refusedWithdrawal("l")],
    "a repetition": [refusedWithdrawal(), reads(0, 500), refusedWithdrawal()],
    "on a schedule": [scheduled, reads(0, 500), refusedWithdrawal()],
  },
});

const lacking = (amount?: number) =>
  call(
    {
      operation: "createAllocationReversal",
      path: { allocationId: "ctr_1" },
      body: amount === undefined ? {} : { amount },
    },
    { code: "connect.insufficient_funds_for_reversal" },
    402,
  );
testRule("reversals/refused-for-its-cause", {
  first: allocated(),
  violatedAlone: {
    "although the vendor has the amount": [reads(60, 40), lacking(100)],
    "although it has more than that": [reads(0, 200), lacking(1)],
    "although an earlier reversal left it": [reads(60, 40), returned, lacking(70)],
  },
  permitted: {
    "for more than there is": [reads(60, 39), lacking(100)],
    "for more than an earlier reversal left": [reads(60, 40), returned, lacking(71)],
    "without an amount": [reads(60, 40), lacking()],
    "without a read": lacking(1),
    "after a withdrawal": [reads(60, 40), withdraws(40), lacking(50)],
    "in the other mode": [
      reads(60, 40),
      call(
        {
          operation: "createAllocationReversal",
          path: { allocationId: "ctr_1" },
          body: { amount: 1 },
          key: MERCHANT.live,
        },
        { code: "connect.insufficient_funds_for_reversal" },
        402,
      ),
    ],
  },
});
