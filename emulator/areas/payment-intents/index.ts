import {
  type Presenter,
  creationParts,
  deciderOfCreation,
  deciderOfRetrieval,
  retrieveParts,
  operationsOn,
  stored,
  times,
} from "../common/deciders.ts";
import { type PaymentIntent, newIntent, paymentIntents } from "./record.ts";
import type { Context, Operation } from "../../kernel/types.ts";
import { amountField, currencyField, metadataField, optionalText } from "../common/fields.ts";

/** The intent as the creation shows it (§2.1). */
const createdIntent = (): Presenter<PaymentIntent> => ({
  id: (intent) => intent.id,
  label: () => "payment_intent",
  ...stored<PaymentIntent>("amount", "currency", "description", "metadata", "accountId"),
  liveMode: (intent) => intent.mode === "live",
  clientSecret: (intent) => intent.clientSecret,
  ...times<PaymentIntent>("createdAt", "updatedAt"),
});

/** The intent as the retrieval shows it (§2.1). */
const retrievedIntent = (): Presenter<PaymentIntent> => ({
  ...stored<PaymentIntent>("amount", "currency"),
  label: () => "payment_intent",
  ...stored<PaymentIntent>("id", "status"),
  client_secret: (intent) => intent.clientSecret,
});

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

const fields = [
  amountField("amount"),
  currencyField(["xaf", "xof"]),
  optionalText("description"),
  metadataField,
];

/** Payment intents as documented (§2.1, §4.1). */
export const createPaymentIntentParts = () => ({
  create: creationParts(paymentIntents, { fields, record, status: 200, presenter: createdIntent() }),
  retrieve: retrieveParts(paymentIntents, "Payment intent", retrievedIntent()),
});

/** The replaceable parts of payment intents. */
export type PaymentIntentParts = ReturnType<typeof createPaymentIntentParts>;

const operation = operationsOn("payment", "paymentIntents");

/** The routes of payment intents. */
export const paymentIntentOperations = (parts: PaymentIntentParts): Operation[] => [
  operation("createPaymentIntent", "POST /v1/payment-intents", deciderOfCreation(parts.create)),
  operation("retrievePaymentIntent", "GET /v1/payment-intents/:id", deciderOfRetrieval(parts.retrieve)),
];
