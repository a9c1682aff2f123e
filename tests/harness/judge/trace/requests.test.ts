import { expect, test } from "vitest";
import { type History, violatedBy } from "./history.ts";

const INTENT = { id: "pi_1", amount: 5_000, currency: "xaf" };
const REMITTANCE = { id: "rem_1", amount: 5_000, currency: "xaf" };
const CLOCK = { id: "clock_1", frozenTime: "2030-01-01T09:00:00Z" };

const SESSION = { id: "session_1", accountId: "acct_1" };
const PAYOUT = { id: "wt_1", firstName: "Awa", phone: "+242 06-000-0000" };

const created =
  (operation: string, body: object, answer: object, step: object = {}) =>
  (history: History): void =>
    history.call({ operation, body: { ...body }, ...step }, answer, 201);

test.each([
  ["an amount", created("createPaymentIntent", { amount: 4_999, currency: "xaf" }, INTENT)],
  [
    "the amount in the query",
    created("createPaymentIntent", { amount: 70 }, INTENT, { query: { amount: "5000" } }),
  ],
  ["a currency", created("createPaymentIntent", { amount: 5_000, currency: "xof" }, INTENT)],
  ["an amount of text", created("createRemittance", { amount: "4999" }, REMITTANCE)],
  ["a time", created("createTestClock", { frozenTime: "2030-01-01T09:00:00+01:00" }, CLOCK)],
  [
    "a description",
    created("createPaymentIntent", { description: "Order 7" }, { ...INTENT, description: "Order 6" }),
  ],
  [
    "a URL",
    created(
      "createSession",
      { cancelUrl: "https://a.test/back?x=1" },
      { ...SESSION, cancelUrl: "https://a.test/back" },
    ),
  ],
  ["a name", created("createDisbursement", { first_name: "Awa" }, { ...PAYOUT, firstName: "Ada" })],
  [
    "a phone number",
    created("createDisbursement", { payment_method_data: { momo: { msisdn: "242060000001" } } }, PAYOUT),
  ],
])("%s other than the requested one", (_, play) => {
  expect(violatedBy(play)).toEqual([expect.stringMatching(/\/created-as-requested$/)]);
});

test.each([
  ["equal", created("createPaymentIntent", { amount: 5_000, currency: "XAF" }, INTENT)],
  ["as text", created("createRemittance", { amount: "5000" }, REMITTANCE)],
  ["in another zone", created("createTestClock", { frozenTime: "2030-01-01T10:00:00+01:00" }, CLOCK)],
  ["without a zone", created("createTestClock", { frozenTime: "2030-01-01T10:00:00" }, CLOCK)],
  ["in a notation of its own", created("createRemittance", { amount: "4.9e3" }, REMITTANCE)],
  ["a fraction", created("createPaymentIntent", { amount: 4_999.6 }, INTENT)],
  [
    "a name in capitals without accents",
    created("createDisbursement", { first_name: "Zoé" }, { ...PAYOUT, firstName: "ZOE" }),
  ],
  [
    "a phone number with signs between its digits",
    created("createDisbursement", { payment_method_data: { momo: { msisdn: "242060000000" } } }, PAYOUT),
  ],
  // Normal forms of names, URLs and texts are open.
  [
    "a double name",
    created("createDisbursement", { first_name: "Anne  Marie" }, { ...PAYOUT, firstName: "Anne Marie" }),
  ],
  [
    "a URL with capitals",
    created("createSession", { cancelUrl: "HTTPS://A.test/" }, { ...SESSION, cancelUrl: "https://a.test/" }),
  ],
  [
    "a text with a trailing blank",
    created("createPaymentIntent", { description: "Order " }, { ...INTENT, description: "Order" }),
  ],
  ["not shown", created("createPaymentIntent", { amount: 4_999 }, { id: "pi_1" })],
  // What the first request with the key asked for.
  ["of a repetition", created("createPaymentIntent", { amount: 70 }, INTENT, { idempotencyKey: "k" })],
  // Its time is that of `advanceTo`.
  [
    "of a simulation",
    created("simulateTestClock", { frozenTime: "2031-01-01T09:00:00Z" }, { testClock: CLOCK }),
  ],
])("a value that is %s", (_, play) => {
  expect(violatedBy(play)).toEqual([]);
});

test("a refused creation", () => {
  expect(
    violatedBy((history) => {
      history.call({ operation: "createPaymentIntent", body: { amount: 4_999 } }, INTENT, 422);
    }),
  ).toEqual([]);
});
