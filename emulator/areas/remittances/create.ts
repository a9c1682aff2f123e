import type { State } from "../../kernel/state.ts";
import { atMost, digits, positive, required, text } from "../../kernel/rules.ts";
import { type CreateParts, validationGuard } from "../common/create.ts";
import { together } from "../common/effects.ts";
import {
  currencyField,
  largestAmount,
  metadataField,
  paymentMethodFields,
  textField,
} from "../common/fields.ts";
import { nextOutcome } from "../common/outcomes.ts";
import { type Payout, type PayoutStatus, payoutOf, payoutPresenter } from "../common/payout.ts";
import { begin, fundsGuard } from "../common/settle.ts";
import { remittanceSettlement } from "./record.ts";

/** The time until a remittance that does not end immediately is settled, ms. */
const remittanceDelay = 3_000;

/** The status that control prepared for the next remittance. */
const preparedState = (state: State, accountId: string) =>
  nextOutcome(state, accountId, "remittance", "succeeded");

/** The parts of `POST /v1/remittance` (§4.4). A remittance succeeds immediately unless control prepared another status. */
export const createRemittanceCreation = (): CreateParts<Payout> => ({
  fields: [
    { field: "amount", rules: [required, text, digits, positive, atMost(largestAmount)] },
    currencyField(["xaf", "xof", "usd"]),
    textField("first_name"),
    textField("last_name"),
    ...paymentMethodFields,
    metadataField,
  ],
  invalidStatus: 400,
  guards: [validationGuard(), fundsGuard],
  record: (context) => {
    const { outcome } = preparedState(context.state, context.command.caller.accountId);
    return payoutOf(context, "rem_", outcome as PayoutStatus);
  },
  effects: (payout, { state, now, ids }) => {
    const { writes } = preparedState(state, payout.accountId);
    const plan = { outcome: "succeeded", delay: remittanceDelay } as const;
    const begun = begin(remittanceSettlement, { state, now, ids }, payout, plan);
    return together(begun, { writes });
  },
  status: 200,
  presenter: payoutPresenter("remittance"),
});
