import { put } from "../../kernel/table.ts";
import type { Context } from "../../kernel/types.ts";
import { type CreateParts, validationGuard } from "../common/create.ts";
import { amountField, currencyField, metadataField, optionalText } from "../common/fields.ts";
import { createdIntent } from "./present.ts";
import { type PaymentIntent, paymentIntents } from "./record.ts";

interface Body {
  amount: number;
  currency: string;
  description?: string;
  metadata?: Record<string, unknown>;
}

const record = ({ command, now, ids }: Context): PaymentIntent => {
  const body = command.body as Body;
  const { accountId, mode } = command.caller;
  const id = ids.id("pi_");
  return {
    id,
    accountId,
    mode,
    amount: body.amount,
    currency: body.currency.toLowerCase(),
    description: body.description ?? null,
    metadata: body.metadata ?? {},
    clientSecret: `${id}_secret_${ids.token(24)}`,
    status: "requires_payment_method",
    createdAt: now,
    updatedAt: now,
  };
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
