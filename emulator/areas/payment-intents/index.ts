import type { Operation } from "../../kernel/types.ts";
import { type CreateParts, deciderOfCreation } from "../common/create.ts";
import { deciderOfRetrieval, retrieveParts, type RetrieveParts } from "../common/retrieve.ts";
import { operationsOn } from "../common/routes.ts";
import { createIntentParts } from "./create.ts";
import { retrievedIntent } from "./present.ts";
import { type PaymentIntent, paymentIntents } from "./record.ts";

/** The replaceable parts of payment intents. */
export interface PaymentIntentParts {
  create: CreateParts<PaymentIntent>;
  retrieve: RetrieveParts<PaymentIntent>;
}

/** Payment intents as documented (§2.1, §4.1). */
export const createPaymentIntentParts = (): PaymentIntentParts => ({
  create: createIntentParts(),
  retrieve: retrieveParts(paymentIntents, "Payment intent", retrievedIntent()),
});

const operation = operationsOn("payment", "paymentIntents");

/** The routes of payment intents. */
export const paymentIntentOperations = (parts: PaymentIntentParts): Operation[] => [
  operation("createPaymentIntent", "POST /v1/payment-intents", deciderOfCreation(parts.create)),
  operation("retrievePaymentIntent", "GET /v1/payment-intents/:id", deciderOfRetrieval(parts.retrieve)),
];
