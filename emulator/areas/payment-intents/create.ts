import { put } from "../../kernel/table.ts";
import type { Context } from "../../kernel/types.ts";
import { type CreateParts, validationGuard } from "../common/create.ts";
import { amountField, currencyField, metadataField, optionalText } from "../common/fields.ts";
import { createdIntent } from "./present.ts";
import { newIntent, type PaymentIntent, paymentIntents } from "./record.ts";

interface Body {
  amount: number;
  currency: string;
  description?: string;
  metadata?: Record<string, unknown>;
}

const record = (context: Context): PaymentIntent => {
  const { amount, currency, description = null, metadata = {} } = context.command.body as Body;
  return newIntent(context, {
    ...context.command.caller,
    amount,
    currency: currency.toLowerCase(),
    description,
    metadata,
  });
};

/** The parts of `POST /v1/payment-intents` (§4.1). */
export const createIntentParts = (): CreateParts<PaymentIntent> => ({
  fields: [amountField("amount"), currencyField(["xaf", "xof"]), optionalText("description"), metadataField],
  invalidStatus: 422,
  guards: [validationGuard()],
  record,
  effects: (intent) => ({ writes: [put(paymentIntents, intent)] }),
  status: 200,
  presenter: createdIntent(),
});
