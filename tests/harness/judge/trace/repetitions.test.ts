import { call, MERCHANT, testRule } from "./history.ts";

const schedule = (cadence: string, status = 200, step: object = {}) =>
  call({ operation: "replacePayoutSchedule", body: { cadence }, ...step }, {}, status);
const intent = (status: number, body: object = {}) =>
  call({ operation: "createPaymentIntent", body: { amount: 5, ...body } }, {}, status);

testRule("conventions/accepted-again", {
  violated: {
    "refused after it was accepted": [schedule("daily"), schedule("weekly"), schedule("daily", 422)],
    "not found": [schedule("daily"), schedule("daily", 404)],
    "an intent": [intent(200), intent(422)],
  },
  permitted: {
    "accepted again": [schedule("daily"), schedule("daily")],
    "never accepted": [schedule("daily", 422), schedule("daily", 422)],
    "accepted since": [schedule("daily", 422), schedule("daily")],
    "another body": [schedule("daily"), schedule("weekly", 422)],
    "another key": [schedule("daily"), schedule("daily", 422, { key: MERCHANT.live })],
    "with an idempotency key, which may be used up": [
      schedule("daily"),
      schedule("daily", 422, { idempotencyKey: "k" }),
    ],
    "a limit": [schedule("daily"), schedule("daily", 429)],
    "a failure": [schedule("daily"), schedule("daily", 503)],
    "a charge": [intent(200, { on_behalf_of: "acct_v" }), intent(422, { on_behalf_of: "acct_v" })],
    "what funds may not cover": [200, 400].map((status) =>
      call({ operation: "createDisbursement", body: { amount: 5 } }, {}, status),
    ),
  },
});
