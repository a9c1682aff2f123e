import { checkoutSessionOperations } from "./areas/checkout-sessions/index.ts";
import { connectOperations, withCharges } from "./areas/connect/index.ts";
import { customerOperations } from "./areas/customers/index.ts";
import { disbursementOperations } from "./areas/disbursements/index.ts";
import { invoiceOperations } from "./areas/invoices/index.ts";
import { paymentIntentOperations } from "./areas/payment-intents/index.ts";
import { priceOperations } from "./areas/prices/index.ts";
import { remittanceOperations } from "./areas/remittances/index.ts";
import { subscriptionOperations } from "./areas/subscriptions/index.ts";
import { testClockOperations } from "./areas/test-clocks/index.ts";
import { webhookEndpointOperations } from "./areas/webhook-endpoints/index.ts";
import type { Operation } from "./kernel/types.ts";
import type { AreaParts } from "./parts.ts";

/** Every documented route, made of the parts in force. */
export const createOperations = (parts: AreaParts): Operation[] => [
  ...paymentIntentOperations(parts.paymentIntents).map((operation) =>
    operation.operationId === "createPaymentIntent"
      ? { ...operation, decide: withCharges(operation.decide, parts.connect) }
      : operation,
  ),
  ...checkoutSessionOperations(parts.checkoutSessions),
  ...disbursementOperations(parts.disbursements),
  ...remittanceOperations(parts.remittances),
  ...connectOperations(parts.connect),
  ...customerOperations(parts.customers),
  ...priceOperations(parts.prices),
  ...subscriptionOperations(parts.subscriptions, parts.billing),
  ...invoiceOperations(parts.invoices, parts.billing),
  ...testClockOperations(parts.testClocks, parts.billing),
  ...webhookEndpointOperations(parts.webhookEndpoints),
];
