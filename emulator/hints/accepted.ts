import type { FieldSpec } from "../kernel/validate.ts";
import type { Parts } from "../parts.ts";

/** What an operation reads of a request: the fields of its body, and its query parameters. */
export interface Accepted {
  readonly fields: readonly FieldSpec[];
  readonly query: readonly string[];
}

const body = (fields: readonly FieldSpec[], ...more: readonly string[]): Accepted => ({
  fields: [...fields, ...more.map((field) => ({ field, rules: [] }))],
  query: [],
});
const query = (...names: readonly string[]): Accepted => ({ fields: [], query: names });
const nothing = query();

/** What the operations read, by operationId. Those that refuse a field by its name read it. */
export const acceptedBy = ({
  paymentIntents,
  checkoutSessions,
  disbursements,
  remittances,
  customers,
  prices,
  subscriptions,
  webhookEndpoints,
  testClocks: { routes },
  connect,
}: Parts): Readonly<Record<string, Accepted>> => ({
  createPaymentIntent: body(paymentIntents.create.fields, "on_behalf_of", "application_fee_rate"),
  createSession: body(checkoutSessions.create.fields),
  createDisbursement: body(disbursements.create.fields),
  createRemittance: body(remittances.create.fields),
  listRemittances: query("limit", "page"),
  createCustomer: body(customers.create.fields),
  createPrice: body(prices.create.fields),
  createSubscription: body(subscriptions.create.fields),
  createSubscriptionSession: body(subscriptions.hosted.fields, "successUrl", "cancelUrl"),
  completeSubscriptionSession: nothing,
  listSubscriptions: query("customerId"),
  changeQuantity: body(subscriptions.changeQuantity.fields),
  cancelSubscription: body(subscriptions.cancel.fields),
  pauseSubscription: body(subscriptions.pause.fields),
  resumeSubscription: body(subscriptions.resume.fields),
  retryPayment: body(subscriptions.retryPayment.fields),
  listInvoices: query("subscriptionId", "customerId"),
  payInvoice: nothing,
  voidInvoice: nothing,
  registerWebhookEndpoint: body(webhookEndpoints.fields),
  listEvents: query("after"),
  createTestClock: body(routes.create.fields),
  attachTestClock: body(routes.attach.fields),
  advanceTestClock: body(routes.advance.fields),
  simulateTestClock: body(routes.simulate.fields),
  createAllocation: body(connect.allocations.fields),
  createAllocationReversal: body(connect.reversals.fields),
  activateConnect: body([], "connect_mode"),
  replacePayoutSchedule: body(connect.payoutSchedule.replace.fields, "cadence"),
  createAccount: body(connect.createAccount.fields, ...connect.createAccount.rejected),
  listAccounts: query("limit", "cursor"),
  createOnboardingLink: body([], ...connect.onboarding.derived),
  retrieveOverview: query("range", "granularity", "comparison"),
  captureCharge: nothing,
  refundCharge: body(connect.refunds.fields),
  listAccountTransactions: query("limit", "page"),
  createWithdrawal: body([], ...connect.withdrawals.rejected),
});
