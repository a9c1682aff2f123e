import { call, testRule } from "./history.ts";

const created = (operation: string, body: object, answer: object, step: object = {}) =>
  call({ operation, body: { ...body }, ...step }, answer, 201);
const intent = (body: object, answer: object = {}, step?: object) =>
  created("createPaymentIntent", body, { id: "pi_1", amount: 5_000, currency: "xaf", ...answer }, step);
const remittance = (amount: string) =>
  created("createRemittance", { amount }, { id: "rem_1", amount: 5_000, currency: "xaf" });
const CLOCK = { id: "clock_1", frozenTime: "2030-01-01T09:00:00Z" };
const clock = (frozenTime: string) => created("createTestClock", { frozenTime }, CLOCK);
const session = (asked: string, shown: string) =>
  created("createSession", { cancelUrl: asked }, { id: "session_1", accountId: "acct_1", cancelUrl: shown });
const payout = (body: object, answer: object = {}) =>
  created("createDisbursement", body, {
    ...{ id: "wt_1", firstName: "Awa", phone: "+242 06-000-0000", ...answer },
  });
const phone = (msisdn: string) => payout({ payment_method_data: { momo: { msisdn } } });

testRule("*/created-as-requested", {
  violated: {
    "payment-intents of another amount": intent({ amount: 4_999, currency: "xaf" }),
    "payment-intents of the amount in the query": intent({ amount: 70 }, {}, { query: { amount: "5000" } }),
    "payment-intents in another currency": intent({ amount: 5_000, currency: "xof" }),
    "payment-intents with another description": intent(
      { description: "Order 7" },
      { description: "Order 6" },
    ),
    "payment-intents with the description of another": [
      intent({ description: "Order 70" }, { id: "pi_0", description: null }),
      intent({}, { description: "Order 70" }),
    ],
    "remittances of another amount, as text": remittance("4999"),
    "test-clocks at another time": clock("2030-01-01T09:00:00+01:00"),
    "checkout-sessions with another URL": session("https://a.test/back?x=1", "https://a.test/back"),
    "disbursements to another name": payout({ first_name: "Awa" }, { firstName: "Ada" }),
    "disbursements to another phone": phone("242060000001"),
  },
  permitted: {
    equal: intent({ amount: 5_000, currency: "XAF" }),
    "a text that nothing asked for": intent({}, { description: "Payment of an order" }),
    "a short text that another one asked for": [
      intent({ description: "Payment" }, { id: "pi_0", description: "Payment" }),
      intent({}, { description: "Payment" }),
    ],
    "the text of both": [
      intent({ description: "Order 70" }, { id: "pi_0", description: "Order 70" }),
      intent({ description: "Order 70" }, { description: "Order 70" }),
    ],
    "as text": remittance("5000"),
    "in another zone": clock("2030-01-01T10:00:00+01:00"),
    "without a zone": clock("2030-01-01T10:00:00"),
    "in a notation of its own": remittance("4.9e3"),
    "a fraction": intent({ amount: 4_999.6 }),
    "a name in capitals without accents": payout({ first_name: "Zoé" }, { firstName: "ZOE" }),
    "a phone number with signs between its digits": phone("242060000000"),
    // Normal forms of names, URLs and texts are open.
    "a double name": payout({ first_name: "Anne  Marie" }, { firstName: "Anne Marie" }),
    "a URL with capitals": session("HTTPS://A.test/", "https://a.test/"),
    "a text with a trailing blank": intent({ description: "Order " }, { description: "Order" }),
    "not shown": created("createPaymentIntent", { amount: 4_999 }, { id: "pi_1" }),
    // What the first request with the key asked for.
    "of a repetition": intent({ amount: 70 }, {}, { idempotencyKey: "k" }),
    // Its time is that of `advanceTo`.
    "of a simulation": created(
      "simulateTestClock",
      { frozenTime: "2031-01-01T09:00:00Z" },
      { testClock: CLOCK },
    ),
    "a refused creation": call(
      { operation: "createPaymentIntent", body: { amount: 4_999 } },
      { id: "pi_1", amount: 5_000 },
      422,
    ),
  },
});
