import { maturePayment, paymentMaturity } from "./areas/account/payments.ts";
import { setUpAccount } from "./areas/account/settings.ts";
import { createAuthenticationParts } from "./areas/authentication/index.ts";
import { createBillingParts } from "./areas/billing/parts.ts";
import { subscriptionTimers } from "./areas/billing/timers.ts";
import { checkoutSessionTimers, createCheckoutSessionParts } from "./areas/checkout-sessions/index.ts";
import { connectScreens, connectTimers, createConnectParts, setUpConnect } from "./areas/connect/index.ts";
import { createCustomerParts } from "./areas/customers/index.ts";
import { createDisbursementParts, disbursementTimers } from "./areas/disbursements/index.ts";
import {
  createDeliveryPlans,
  createDeliveryRetries,
  createEnvelopes,
  isSubscribed,
} from "./areas/events/index.ts";
import { createInvoiceParts } from "./areas/billing/invoices.ts";
import { createPaymentIntentParts } from "./areas/payment-intents/index.ts";
import { intentSettlement, settleIntent } from "./areas/payments/settlement.ts";
import { createPriceParts } from "./areas/prices/index.ts";
import { createRemittanceParts, remittanceTimers } from "./areas/remittances/index.ts";
import { createSubscriptionParts } from "./areas/billing/subscriptions.ts";
import { createTestClockParts } from "./areas/test-clocks/index.ts";
import { createWebhookEndpointParts } from "./areas/webhook-endpoints/index.ts";
import type { Finish, MerchantSetup, Screen } from "./hooks.ts";
import { retryDelivery } from "./kernel/delays.ts";
import { retryKind } from "./kernel/events.ts";
import { idsFor } from "./kernel/ids.ts";
import type { KernelParts } from "./kernel/parts.ts";
import type { magicValueFor } from "./magic-values.ts";
import { type AreaParts, createOperations } from "./operations.ts";

/** All parts of the emulator. Replace one to get a server that differs in exactly that behaviour. */
export interface Parts extends KernelParts, AreaParts {
  /** Whether an operation has a route. */
  serves: (operationId: string) => boolean;
  /** The last step of answers, by operationId. */
  answers: Record<string, Finish>;
  /** The status of the refusal of an unreadable body, by `Operation.area` (§7.1). */
  unreadableStatus: Record<string, number>;
  merchantSetups: Record<string, MerchantSetup>;
  /** The most merchants. Each takes about 5 kB of memory. */
  mostMerchants: number;
  /** The magic value for a number and an amount. Default: none, and no value is magic. */
  magic?: typeof magicValueFor;
  /** The screens, by operationId. Most operations have none. */
  screens: Record<string, Screen>;
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

/** Sets the content type to JSON. */
const jsonAnswer: Finish = (answer) => {
  const { status, headers, body, raw } = answer;
  return headers === undefined && raw === undefined
    ? { status, headers: JSON_HEADERS, body }
    : { ...answer, headers: { ...JSON_HEADERS, ...headers } };
};

/** Creates the parts of an emulator that behaves as documented. */
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
      [paymentMaturity]: maturePayment,
      [intentSettlement]: settleIntent,
      ...checkoutSessionTimers(),
      ...disbursementTimers(),
      ...remittanceTimers(),
      ...connectTimers(),
      ...subscriptionTimers(),
    },
    envelopes: createEnvelopes(),
    isSubscribed,
    eventPrefix: "evt_",
    deliveryRetries: createDeliveryRetries(),
    deliveryPlans: createDeliveryPlans(),
    mostDeliveries: { ofOne: 100_000, ofAll: 200_000 },
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
    merchantSetups: { account: setUpAccount(), connect: setUpConnect },
    mostMerchants: 100_000,
    screens: connectScreens(operations),
  };
}
