/** The profile of the second server, as plain data. */
import type { SecondServer } from "./index.ts";

/** Phones whose wallet pays, and phones whose wallet refuses. */
const phones = { paying: "242060000001", refusing: "242060000666" } as const;

/** Operations that the document mentions without showing them, as this server offers them. */
const ports = {
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
    outputs: { subscriptionId: "/reference" },
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
    body: { quantity: "{quantity}", price: "{priceId}" },
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
  declinePayments: {
    method: "PATCH",
    path: "/v1/subscribers/{customerId}",
    body: { msisdn: phones.refusing },
  },
  approvePayments: {
    method: "PATCH",
    path: "/v1/subscribers/{customerId}",
    body: { msisdn: phones.paying },
  },
  listInvoices: {
    method: "GET",
    path: "/v1/bills",
    query: { of: "{subscriptionId}" },
    outputs: { invoices: "/bills" },
  },
  payInvoice: { method: "POST", path: "/v1/bills/{invoiceId}/settle", outputs: { status: "/state" } },
  voidInvoice: { method: "POST", path: "/v1/bills/{invoiceId}/void", outputs: { status: "/state" } },
  createVendor: {
    method: "POST",
    path: "/v1/connect/accounts",
    body: { trade_name: "{name}", country: "{country}", contact_email: "{email}", payout_to: "242060000004" },
    defaults: { name: "Stall", country: "cg" },
    outputs: { acct: "/id" },
  },
  createOnboardingLink: {
    method: "POST",
    path: "/v1/connect/papers",
    body: { vendor: "{acct}" },
    outputs: { url: "/link" },
  },
  createDirectCharge: {
    method: "POST",
    path: "/v1/payment-intents",
    body: {
      amount: "{amount}",
      currency: "{currency}",
      on_behalf_of: "{onBehalfOf}",
      application_fee_rate: "{applicationFeeRate}",
    },
    defaults: { currency: "xaf" },
    outputs: { chargeId: "/id" },
  },
  captureCharge: { method: "POST", path: "/v1/till/captures", body: { intent: "{chargeId}" } },
  refundCharge: {
    method: "POST",
    path: "/v1/till/intents/{chargeId}/refunds",
    body: { amount: "{amount}" },
    outputs: { refundId: "/refund", amount: "/amount" },
  },
} as const;

/** Where the things stand that the document leaves without a name: pointers, and names of parameters. */
const fields = {
  "balance-available": "/ready",
  "balance-currency": "/ccy",
  "balance-pending": "/unripe",
  "compliance-capability": "/operable",
  "compliance-operations": "/allowed_operations",
  "compliance-status": "/review",
  "transactions-page-parameter": "p",
  "vendor-controller": "/run_by",
  "vendor-created": "/opened",
  "vendor-email": "/contact_email",
  "vendor-mode": "/environment",
  "vendor-name": "/trade_name",
  "vendor-organisation": "/organisation",
  "vendor-state": "/account_state",
  "accounts-cursor-parameter": "from",
  "accounts-limit-parameter": "size",
  "service-account-header": "X-Partner-Account",
  "withdrawal-amount": "/moved",
} as const;

/** The secret keys, by the environment variables that {@link profileOf} names. */
export function environmentOf({
  testKey,
  liveKey,
  other,
  specialMerchants,
}: SecondServer): Record<string, string> {
  return {
    SECOND_TEST_KEY: testKey,
    SECOND_LIVE_KEY: liveKey,
    SECOND_OTHER_KEY: other.testKey,
    SECOND_DORMANT_KEY: specialMerchants.dormant.testKey,
    SECOND_OPERATORLESS_KEY: specialMerchants.operatorless.testKey,
    SECOND_UNPRICED_KEY: specialMerchants.unpriced.testKey,
    SECOND_UNDATED_KEY: specialMerchants.undated.testKey,
  };
}

/** A whole profile of a running second server; it names keys and holds none. */
export function profileOf({
  baseUrl,
  accountId,
  vendors,
  other,
  specialMerchants,
  completedClock,
}: SecondServer) {
  return {
    name: "second server",
    target: { baseUrl, checkoutUrl: baseUrl },
    keys: {
      test: { env: "SECOND_TEST_KEY" },
      live: { env: "SECOND_LIVE_KEY" },
      otherTest: { env: "SECOND_OTHER_KEY" },
    },
    account: accountId,
    fixtures: {
      "absorbed-amount": "1",
      "clock-completed": completedClock,
      "commission-rates": ["10", "1", "150"],
      "marketplace-funds": "900000000",
      "merchant-fee-on-account": vendors.ready.slice(0, 2),
      "merchant-fee-on-controller": other.vendor,
      "merchant-not-activated": "SECOND_DORMANT_KEY",
      "merchant-pure-platform": "SECOND_OTHER_KEY",
      "merchant-unconfigured-schedule": "SECOND_UNDATED_KEY",
      "merchant-unsupported-country": ["SECOND_OPERATORLESS_KEY", specialMerchants.operatorless.vendor],
      "vendor-country-missing": vendors.unknownCountry,
      "vendor-deleted": vendors.deleted,
      "vendor-foreign": other.vendor,
      "vendor-live": vendors.live,
      "vendor-of-second-merchant": other.vendor,
      "vendor-of-unactivated-merchant": ["SECOND_DORMANT_KEY", specialMerchants.dormant.vendor],
      "vendor-other-currency": vendors.foreignCurrency,
      "vendor-withdrawable": vendors.ready.slice(2),
      "vendor-without-file": vendors.walletless.slice(2),
      "vendor-without-payout-method": vendors.payoutless,
      "vendor-without-schedule": vendors.unscheduledCountry,
      "vendor-without-wallet": vendors.walletless.slice(0, 2),
    },
    fields,
    ports,
    ordinary: { amount: 5000, currency: "XAF", msisdn: phones.paying, country: "CG", operator: "mtn" },
    events: {
      feed: { path: "/feed", list: "/entries", cursorParameter: "after", cursor: "/last", intervalMs: 50 },
    },
    deadlines: { settleMs: 10_000, eventMs: 10_000, consistencyMs: 2_000 },
    mayTouch: ["payout-schedule"],
  };
}
