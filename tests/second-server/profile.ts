/** What a stranger has to be told about the second server: plain data, in the words of a profile. */
import type { SecondServer } from "./index.ts";

/** Operations that the document mentions without showing them, as this server offers them. */
export const ports = {
  createCustomer: {
    method: "POST",
    path: "/v1/subscribers",
    body: { email: "{email}", msisdn: "{msisdn}" },
    defaults: { email: "somebody@example.org", msisdn: "242060000001" },
    outputs: { customerId: "/reference" },
  },
  createPrice: {
    method: "POST",
    path: "/v1/tariffs",
    body: { unit: "{amount}", every: "month" },
    defaults: { amount: 3000 },
    outputs: { priceId: "/reference" },
  },
  createSubscription: {
    method: "POST",
    host: "checkout",
    path: "/v1/subscriptions",
    body: { customer: "{customerId}", price: "{priceId}", quantity: "{quantity}" },
    outputs: {
      subscriptionId: "/reference",
      customerId: "/customer",
      priceId: "/items/0/priceId",
      quantity: "/items/0/quantity",
      status: "/state",
      paymentSuccess: "/paymentStatus/success",
      currentPeriodStart: "/currentPeriodStart",
      currentPeriodEnd: "/currentPeriodEnd",
      cancelAt: "/cancelAt",
      trialEnd: "/trialEnd",
    },
  },
  createTrialSubscription: {
    method: "POST",
    host: "checkout",
    path: "/v1/subscriptions",
    body: { customer: "{customerId}", price: "{priceId}", freeDays: 10 },
    outputs: {
      subscriptionId: "/reference",
      customerId: "/customer",
      status: "/state",
      trialEnd: "/trialEnd",
    },
  },
  checkoutSubscription: {
    method: "POST",
    path: "/v1/counter/subscriptions",
    body: { customer: "{customerId}", price: "{priceId}", quantity: "{quantity}" },
    outputs: { subscriptionId: "/reference", checkoutSessionId: "/page" },
  },
  checkoutTrialSubscription: {
    method: "POST",
    path: "/v1/counter/subscriptions",
    body: { customer: "{customerId}", price: "{priceId}", freeDays: 10 },
    outputs: { subscriptionId: "/reference", checkoutSessionId: "/page" },
  },
  retrieveSubscription: {
    method: "GET",
    path: "/v1/agreements/{subscriptionId}",
    outputs: {
      status: "/state",
      currentPeriodStart: "/currentPeriodStart",
      currentPeriodEnd: "/currentPeriodEnd",
      cancelAt: "/cancelAt",
      trialStart: "/trialStart",
      trialEnd: "/trialEnd",
    },
  },
  changeQuantity: {
    method: "PATCH",
    path: "/v1/agreements/{subscriptionId}",
    body: { quantity: "{quantity}" },
    outputs: { status: "/state" },
  },
  cancelSubscription: {
    method: "POST",
    path: "/v1/agreements/{subscriptionId}/cancel",
    body: { cancelImmediately: "{cancelImmediately}" },
    outputs: { status: "/state", cancelAt: "/cancelAt" },
  },
  pauseSubscription: {
    method: "POST",
    path: "/v1/agreements/{subscriptionId}/pause",
    outputs: { status: "/state" },
  },
  resumeSubscription: {
    method: "POST",
    path: "/v1/agreements/{subscriptionId}/resume",
    outputs: { status: "/state" },
  },
  retryPayment: {
    method: "POST",
    path: "/v1/agreements/{subscriptionId}/retry-payment",
    outputs: { status: "/state", activationPending: "/subscriptionActivationPending" },
  },
  listInvoices: {
    method: "GET",
    path: "/v1/bills",
    query: { of: "{subscriptionId}" },
    outputs: { invoices: "/bills" },
  },
  payInvoice: { method: "POST", path: "/v1/bills/{invoiceId}/settle", outputs: { status: "/state" } },
  voidInvoice: { method: "POST", path: "/v1/bills/{invoiceId}/void", outputs: { status: "/state" } },
} as const;

/** The same for what belongs to Connect; the phone of a customer decides over its payments. */
export const connectPorts = {
  createVendor: {
    method: "POST",
    path: "/v1/connect/accounts",
    headers: { "Idempotency-Key": "{idempotencyKey}" },
    body: { trade_name: "{name}", country: "{country}", contact_email: "{email}", payout_to: "{msisdn}" },
    defaults: { name: "Stall", country: "cg", msisdn: "242060000004" },
    outputs: { vendorId: "/id" },
  },
  createOnboardingLink: {
    method: "POST",
    path: "/v1/connect/papers",
    body: { vendor: "{vendorId}" },
    outputs: { url: "/link" },
  },
  createDirectCharge: {
    method: "POST",
    path: "/v1/payment-intents",
    body: {
      amount: "{amount}",
      currency: "xaf",
      on_behalf_of: "{vendorId}",
      application_fee_rate: "{applicationFeeRate}",
    },
    outputs: { intentId: "/id" },
  },
  captureCharge: {
    method: "POST",
    path: "/v1/till/captures",
    body: { intent: "{intentId}" },
    outputs: { chargeId: "/charge" },
  },
  refundCharge: {
    method: "POST",
    path: "/v1/till/charges/{chargeId}/refunds",
    body: { amount: "{amount}" },
    outputs: { refundId: "/refund" },
  },
  changeCustomerPhone: {
    method: "PATCH",
    path: "/v1/subscribers/{customerId}",
    body: { msisdn: "{msisdn}" },
    outputs: { customerId: "/reference" },
  },
} as const;

/** Phones whose wallet pays, and phones whose wallet refuses. */
export const phones = { paying: "242060000001", refusing: "242060000666" } as const;

/** Names of fields and parameters that the document leaves open. */
export const fields = {
  balanceCurrency: "ccy",
  balanceAvailable: "ready",
  balancePending: "unripe",
  complianceStatus: "review",
  complianceEnabled: "operable",
  listCursor: "from",
  listLimit: "size",
  transactionsPage: "p",
  pausedStatus: "on_hold",
  testClocks: "clocks",
} as const;

/** Environment variables that the profile reads its keys from. */
export const keyVariables = {
  test: "SECOND_TEST_KEY",
  live: "SECOND_LIVE_KEY",
  otherTest: "SECOND_OTHER_KEY",
};

/** A whole profile of a running second server, except for {@link fields} and {@link connectPorts}. */
export function profileOf(server: SecondServer) {
  const { vendors } = server;
  return {
    name: "second server",
    target: { baseUrl: server.baseUrl, checkoutUrl: server.baseUrl },
    keys: Object.fromEntries(Object.entries(keyVariables).map(([role, env]) => [role, { env }])),
    account: server.accountId,
    fixtures: {
      "vendor.foreign": server.otherAccountVendor,
      "vendor.deleted": vendors.deleted,
      "vendor.live": vendors.live,
      "vendor.walletless": vendors.walletless,
      "vendor.payoutless": vendors.payoutless,
      "vendor.foreign-currency": vendors.foreignCurrency,
      "vendor.unscheduled-country": vendors.unscheduledCountry,
      "vendor.unknown-country": vendors.unknownCountry,
      "clock.completed": server.completedClock,
    },
    ports,
    ordinary: { amount: 5000, currency: "XAF", msisdn: phones.paying, country: "CG", operator: "mtn" },
    events: {
      feed: { path: "/feed", list: "/entries", cursorParameter: "after", cursor: "/last", intervalMs: 50 },
    },
    deadlines: { settleMs: 10_000, eventMs: 10_000, consistencyMs: 2_000 },
    mayTouch: ["payout-schedule"],
  };
}
