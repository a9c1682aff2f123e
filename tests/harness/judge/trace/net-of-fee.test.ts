import { call, testRule } from "./history.ts";

const allocated = (asked: number, amount: number, { id = asked, fee = 10, idempotencyKey = "" } = {}) =>
  call(
    {
      operation: "createAllocation",
      body: { destination: "acct_v", amount: asked },
      ...(idempotencyKey !== "" && { idempotencyKey }),
    },
    { id: `ctr_${id}`, destination: "acct_v", amount, fee },
    201,
  );
const paidBy = (payer: string | null) =>
  call({ operation: "createAccount" }, { id: "acct_v", fee_payer: payer }, 201);
const keyed = { id: 1, idempotencyKey: "k" };

testRule("allocations/credits-what-is-asked", {
  violated: {
    "the vendor pays, and is credited the whole amount": [paidBy("account"), allocated(500, 500)],
    "the marketplace pays, and the vendor is credited less": [paidBy("controller"), allocated(500, 490)],
    "neither amount, and an unknown payer": [paidBy(null), allocated(500, 495)],
    "an odd amount that is rounded": [paidBy("account"), allocated(16_777_217, 16_777_206)],
  },
  permitted: {
    "the net amount": [paidBy("account"), allocated(500, 490)],
    "the whole amount": [paidBy("controller"), allocated(500, 500)],
    "either, if nothing says who pays": [allocated(500, 490), allocated(600, 600)],
    "no fee": [paidBy("account"), allocated(500, 500, { fee: 0 })],
    "the first amount, for a repetition by its key": [
      paidBy("account"),
      allocated(500, 490, keyed),
      allocated(700, 490, keyed),
    ],
  },
});
