import {
  type CreateParts,
  validationGuard,
  deciderOfCreation,
  together,
  deciderOfRetrieval,
  retrieveParts,
  operationsOn,
} from "../common/deciders.ts";
import { amountField, currencyField, paymentMethodFields, textField } from "../common/fields.ts";
import { nextOutcome } from "../common/outcomes.ts";
import {
  type Payout,
  type PayoutStatus,
  payoutOf,
  payoutPresenter,
  begin,
  fundsGuard,
  settleTimer,
} from "../common/payout.ts";
import { disbursementSettlement, disbursements } from "./record.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";

/** The time until a disbursement is settled, ms. */
const settleDelay = 3_000;

/** The parts of `POST /v1/disbursements` (§4.3). A disbursement is executed later, so it is `processing` at first. */
const createDisbursementCreation = (): CreateParts<Payout> => ({
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

/** Disbursements as documented (§2.3, §4.3). */
export const createDisbursementParts = () => ({
  create: createDisbursementCreation(),
  retrieve: retrieveParts(disbursements, "Disbursement", payoutPresenter("disbursement")),
});

/** The replaceable parts of disbursements. */
export type DisbursementParts = ReturnType<typeof createDisbursementParts>;

/** The timer handlers of disbursements. */
export const disbursementTimers = (): Record<string, TimerHandler> => ({
  "disbursement.settle": settleTimer(disbursementSettlement),
});

const operation = operationsOn("payment", "disbursements");

/** The routes of disbursements. The path of the retrieval is in the singular, as documented. */
export const disbursementOperations = (parts: DisbursementParts): Operation[] => [
  operation("createDisbursement", "POST /v1/disbursements", deciderOfCreation(parts.create)),
  operation("retrieveDisbursement", "GET /v1/disbursement/:id", deciderOfRetrieval(parts.retrieve)),
];
