import type { AuthenticationParts } from "./areas/authentication/index.ts";
import type { BillingParts } from "./areas/billing/parts.ts";
import { type CheckoutSessionParts, checkoutSessionOperations } from "./areas/checkout-sessions/index.ts";
import { type ConnectParts, connectOperations, withCharges } from "./areas/connect/index.ts";
import { type CustomerParts, customerOperations } from "./areas/customers/index.ts";
import { type DisbursementParts, disbursementOperations } from "./areas/disbursements/index.ts";
import { type InvoiceParts, invoiceOperations } from "./areas/billing/invoices.ts";
import { type PaymentIntentParts, paymentIntentOperations } from "./areas/payment-intents/index.ts";
import { withPlainRefunds } from "./areas/payments/refunds.ts";
import { type PriceParts, priceOperations } from "./areas/prices/index.ts";
import { type RemittanceParts, remittanceOperations } from "./areas/remittances/index.ts";
import { type SubscriptionParts, subscriptionOperations } from "./areas/billing/subscriptions.ts";
import { type TestClockParts, testClockOperations } from "./areas/test-clocks/index.ts";
import { type WebhookEndpointParts, webhookEndpointOperations } from "./areas/webhook-endpoints/index.ts";
import type { Operation } from "./kernel/types.ts";

/** The replaceable parts of the areas. */
export interface AreaParts {
  authentication: AuthenticationParts;
  paymentIntents: PaymentIntentParts;
  checkoutSessions: CheckoutSessionParts;
  disbursements: DisbursementParts;
  remittances: RemittanceParts;
  connect: ConnectParts;
  billing: BillingParts;
  customers: CustomerParts;
  prices: PriceParts;
  subscriptions: SubscriptionParts;
  invoices: InvoiceParts;
  testClocks: TestClockParts;
  webhookEndpoints: WebhookEndpointParts;
}

/** Every documented route, made from the current parts. */
export const createOperations = (parts: AreaParts): Operation[] => [
  ...paymentIntentOperations(parts.paymentIntents).map((operation) =>
    operation.operationId === "createPaymentIntent"
      ? { ...operation, decide: withCharges(operation.decide, parts.connect) }
      : operation,
  ),
  ...checkoutSessionOperations(parts.checkoutSessions),
  ...disbursementOperations(parts.disbursements),
  ...remittanceOperations(parts.remittances),
  ...connectOperations(parts.connect).map((operation) =>
    operation.operationId === "refundCharge"
      ? { ...operation, decide: withPlainRefunds(operation.decide, parts.connect) }
      : operation,
  ),
  ...customerOperations(parts.customers),
  ...priceOperations(parts.prices),
  ...subscriptionOperations(parts.subscriptions, parts.billing),
  ...invoiceOperations(parts.invoices, parts.billing),
  ...testClockOperations(parts.testClocks, parts.billing),
  ...webhookEndpointOperations(parts.webhookEndpoints),
];
