import { type AuthenticationParts, createAuthenticationParts } from "./areas/authentication/index.ts";
import { type BillingParts, createBillingParts } from "./areas/billing/parts.ts";
import { subscriptionTimers } from "./areas/billing/timers.ts";
import {
  type CheckoutSessionParts,
  checkoutSessionTimers,
  createCheckoutSessionParts,
} from "./areas/checkout-sessions/index.ts";
import {
  type ConnectParts,
  connectScreens,
  connectTimers,
  createConnectParts,
  setUpConnect,
} from "./areas/connect/index.ts";
import { type CustomerParts, createCustomerParts } from "./areas/customers/index.ts";
import {
  createDisbursementParts,
  type DisbursementParts,
  disbursementTimers,
} from "./areas/disbursements/index.ts";
import {
  createDeliveryPlans,
  createDeliveryRetries,
  createEnvelopes,
  wantsEvent,
} from "./areas/events/index.ts";
import { createInvoiceParts, type InvoiceParts } from "./areas/invoices/index.ts";
import { createPaymentIntentParts, type PaymentIntentParts } from "./areas/payment-intents/index.ts";
import { createPriceParts, type PriceParts } from "./areas/prices/index.ts";
import { createRemittanceParts, type RemittanceParts, remittanceTimers } from "./areas/remittances/index.ts";
import { createSubscriptionParts, type SubscriptionParts } from "./areas/subscriptions/index.ts";
import { createTestClockParts, type TestClockParts } from "./areas/test-clocks/index.ts";
import { createWebhookEndpointParts, type WebhookEndpointParts } from "./areas/webhook-endpoints/index.ts";
import { retryDelivery, retryKind } from "./kernel/dispatcher.ts";
import { idsFor } from "./kernel/ids.ts";
import type { Merchant } from "./kernel/merchants.ts";
import type { KernelParts } from "./kernel/parts.ts";
import type { Answer, Caller, Effects, Ids } from "./kernel/types.ts";
import { createOperations } from "./operations.ts";

/** What an area adds when a merchant is made; `options` is the body of the control request. */
export type MerchantSetup = (
  merchant: Merchant,
  options: Readonly<Record<string, unknown>>,
  context: { now: number; ids: Ids },
) => Effects;

/** The last step before an answer is sent, for one operation: it may change status, headers, body or bytes. */
export type Finish = (
  answer: Answer,
  context: { operationId: string; caller: Caller | undefined },
) => Answer | Promise<Answer>;

/** Looks at a request before anybody asks whose it is; an answer refuses it. */
export type Screen = (request: { headers: Headers; operationId: string }) => Answer | undefined;

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

/** All parts that the emulator is made of. Replace any of them to get a server that differs in just that. */
export interface Parts extends KernelParts, AreaParts {
  /** Whether there is a route for an operation. */
  serves: (operationId: string) => boolean;
  /** By operationId. */
  answers: Record<string, Finish>;
  /** The status with which an unreadable body is refused, by `Operation.area` (§7.1). */
  unreadableStatus: Record<string, number>;
  merchantSetups: Record<string, MerchantSetup>;
  /** How many there can be; each takes some 5 kB. */
  mostMerchants: number;
  /** By operationId; most operations have none. */
  screens: Record<string, Screen>;
}

/** The parts in force, for what the kernel calls: it hands over the very object that `createEmulator` was given. */
export const inForce = (context: { parts: KernelParts }): Parts => context.parts as Parts;

/** Says that the body is JSON. */
export const jsonAnswer: Finish = (answer) => ({
  ...answer,
  headers: { "content-type": "application/json; charset=utf-8", ...answer.headers },
});

/** A fresh set of all parts: the emulator as documented. */
export function createParts(): Parts {
  const areas: AreaParts = {
    authentication: createAuthenticationParts(),
    paymentIntents: createPaymentIntentParts(),
    checkoutSessions: createCheckoutSessionParts(),
    disbursements: createDisbursementParts(),
    remittances: createRemittanceParts(),
    connect: createConnectParts(),
    billing: createBillingParts(),
    customers: createCustomerParts(),
    prices: createPriceParts(),
    subscriptions: createSubscriptionParts(),
    invoices: createInvoiceParts(),
    testClocks: createTestClockParts(),
    webhookEndpoints: createWebhookEndpointParts(),
  };
  const operations = createOperations(areas);
  return {
    ...areas,
    transact: (decide, commit) => {
      const decision = decide();
      commit(decision);
      return decision;
    },
    ids: idsFor,
    timers: {
      [retryKind]: retryDelivery,
      ...checkoutSessionTimers(),
      ...disbursementTimers(),
      ...remittanceTimers(),
      ...connectTimers(),
      ...subscriptionTimers(),
    },
    envelopes: createEnvelopes(),
    wants: wantsEvent,
    eventPrefix: "evt_",
    deliveryRetries: createDeliveryRetries(),
    deliveryPlans: createDeliveryPlans(),
    mostDeliveries: { ofOne: 20_000, ofAll: 100_000 },
    serves: () => true,
    isIdle: ({ isDelivering, nextDueMs }) => !isDelivering && nextDueMs === undefined,
    answers: Object.fromEntries(operations.map(({ operationId }) => [operationId, jsonAnswer])),
    unreadableStatus: {
      paymentIntents: 422,
      checkoutSessions: 400,
      disbursements: 400,
      remittances: 400,
      connect: 422,
      connectSingletons: 422,
      subscriptions: 422,
      testClocks: 422,
      webhookEndpoints: 422,
    },
    merchantSetups: { connect: setUpConnect },
    mostMerchants: 100_000,
    screens: connectScreens(operations),
  };
}
