import { type CreateParts, validationGuard } from "../common/create.ts";
import { together } from "../common/effects.ts";
import { amountField, currencyField, paymentMethodFields, textField } from "../common/fields.ts";
import { nextOutcome } from "../common/outcomes.ts";
import { type Payout, type PayoutStatus, payoutOf, payoutPresenter } from "../common/payout.ts";
import { begin, fundsGuard } from "../common/settle.ts";
import { disbursementSettlement } from "./record.ts";

/** The time until a disbursement is settled, ms. */
const settleDelay = 3_000;

/** The parts of `POST /v1/disbursements` (§4.3). A disbursement is executed later, so it is `processing` at first. */
export const createDisbursementCreation = (): CreateParts<Payout> => ({
  fields: [
    amountField("amount"),
    currencyField(["xaf", "xof"]),
    textField("first_name"),
    textField("last_name"),
    ...paymentMethodFields,
  ],
  invalidStatus: 400,
  guards: [validationGuard(), fundsGuard],
  record: (context) => payoutOf(context, "wt_", "processing"),
  effects: (payout, { state, now, ids }) => {
    const { outcome, writes } = nextOutcome(state, payout.accountId, "disbursement", "succeeded");
    const plan = { outcome: outcome as PayoutStatus, delay: settleDelay };
    const begun = begin(disbursementSettlement, { state, now, ids }, payout, plan);
    return together(begun, { writes });
  },
  status: 200,
  presenter: payoutPresenter("disbursement"),
});
