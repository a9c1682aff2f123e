import { createSteps, type Step as BillingStep } from "../../emulator/areas/billing/events.ts";
import { completedType } from "../../emulator/areas/checkout-sessions/ending.ts";
import { type ConnectEvents, createConnectEvents } from "../../emulator/areas/connect/events.ts";

/** A request, with `$NAME` for values that earlier answers gave. */
export interface StepRequest {
  /** `POST $PAY/v1/connect/allocations` */
  readonly line: `${"GET" | "POST"} $${string}`;
  /** The JSON body. */
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** The values that its answer gives: their places, by name. */
  readonly gives?: Readonly<Record<string, string>>;
  /** The status of a refusal that is wanted. Default: any success. */
  readonly refusal?: number;
}

/** A step toward an event: documented requests, or what control does for a payer, time or a dashboard. */
export interface Step {
  readonly what: string;
  readonly requests: readonly StepRequest[];
  /** What must be true before. */
  readonly needs: readonly string[];
  /** What is true after it. */
  readonly makes?: readonly string[];
  /** What is no longer true after it. */
  readonly ends?: readonly string[];
  /** The types of the events that report it. */
  readonly emits?: readonly string[];
}

const billing = createSteps();
const connect = createConnectEvents();
const ofBilling = (...names: readonly BillingStep[]): readonly string[] =>
  names.flatMap((name) => billing[name]);
const ofConnect = (name: keyof ConnectEvents): readonly string[] => [connect[name].type];

const subscriptionPath = "$CHECKOUT/v1/subscriptions/$SUBSCRIPTION";
const subscribed = { SUBSCRIPTION: "id", PERIOD_END: "currentPeriodEnd" };
const subscribe = (more = ""): StepRequest => ({
  line: "POST $CHECKOUT/v1/subscriptions",
  body: `{"customerId": "$CUSTOMER", "items": [{"priceId": "$PRICE"}]${more}}`,
  gives: subscribed,
});
const creation = ["no subscription", "customer", "price"];

/** Lets time pass to the end of the period, on the subscription's test clock or on a new one. */
const toPeriodEnd = (
  what: string,
  { needs, ...step }: Pick<Step, "needs" | "makes" | "ends" | "emits">,
): readonly Step[] => [
  {
    what: `${what}, on a new test clock`,
    requests: [
      {
        line: "POST $CHECKOUT/v1/test-helpers/test-clocks/simulate",
        body: '{"subscriptionId": "$SUBSCRIPTION", "advanceTo": "$PERIOD_END"}',
        gives: { CLOCK: "testClock.id" },
      },
    ],
    ...step,
    needs: [...needs, "period", "no clock"],
    makes: [...(step.makes ?? []), "clock"],
    ends: [...(step.ends ?? []), "period", "no clock"],
  },
  {
    what: `${what}, on its test clock`,
    requests: [
      {
        line: "POST $CHECKOUT/v1/test-helpers/test-clocks/$CLOCK/advance",
        body: '{"frozenTime": "$PERIOD_END"}',
      },
    ],
    ...step,
    needs: [...needs, "period", "clock"],
    ends: [...(step.ends ?? []), "period"],
  },
];

const subscriptionSteps: readonly Step[] = [
  {
    what: "create a customer",
    requests: [{ line: "POST $CHECKOUT/v1/customers", body: "{}", gives: { CUSTOMER: "id" } }],
    needs: ["no customer"],
    makes: ["customer"],
    ends: ["no customer"],
  },
  {
    what: "create a price",
    requests: [{ line: "POST $CHECKOUT/v1/prices", body: '{"amount": 2000}', gives: { PRICE: "id" } }],
    needs: ["no subscription", "no price"],
    makes: ["price"],
    ends: ["no price"],
  },
  {
    what: "decline the customer's next payment",
    requests: [
      {
        line: "POST $CONTROL/next-payment-outcome",
        body: '{"outcome": "declined", "customerId": "$CUSTOMER"}',
      },
    ],
    needs: ["customer", "approving"],
    makes: ["declining"],
    ends: ["approving"],
  },
  {
    what: "create a subscription",
    requests: [subscribe()],
    needs: [...creation, "approving"],
    makes: ["active", "period"],
    ends: ["no subscription"],
    emits: ofBilling("createdPaid"),
  },
  {
    what: "create a subscription whose first payment is declined",
    requests: [subscribe()],
    needs: [...creation, "declining"],
    makes: ["owing", "approving"],
    ends: ["no subscription", "declining"],
    emits: ofBilling("createdDeclined"),
  },
  {
    what: "create a subscription with a trial",
    requests: [subscribe(', "trialDays": 7')],
    needs: creation,
    makes: ["trialing", "period"],
    ends: ["no subscription"],
    emits: ofBilling("createdTrialing"),
  },
  ...toPeriodEnd("renew the subscription", {
    needs: ["active", "approving"],
    emits: ofBilling("reminder", "renewalPaid"),
  }),
  ...toPeriodEnd("decline the renewal", {
    needs: ["active", "declining"],
    makes: ["owing", "approving"],
    ends: ["active", "declining"],
    emits: ofBilling("reminder", "renewalDeclined"),
  }),
  ...toPeriodEnd("end the trial", {
    needs: ["trialing", "approving"],
    makes: ["active"],
    ends: ["trialing"],
    emits: ofBilling("trialEndPaid"),
  }),
  ...toPeriodEnd("end the trial with a declined payment", {
    needs: ["trialing", "declining"],
    makes: ["owing", "approving"],
    ends: ["trialing", "declining"],
    emits: ofBilling("trialEndDeclined"),
  }),
  ...toPeriodEnd("carry out the scheduled cancellation", {
    needs: ["ending"],
    ends: ["ending"],
    emits: ofBilling("cancellationDue"),
  }),
  {
    what: "retry the payment",
    requests: [
      { line: `POST ${subscriptionPath}/retry-payment` },
      // The activation follows a moment later, also by a clock that stands still.
      { line: "POST $CONTROL/clock", body: '{"byMs": 1000}' },
    ],
    needs: ["owing", "approving"],
    makes: ["active"],
    ends: ["owing"],
    emits: ofBilling("retryCallPaid", "activated"),
  },
  {
    what: "retry the payment, which is declined again",
    requests: [{ line: `POST ${subscriptionPath}/retry-payment` }],
    needs: ["owing", "declining"],
    makes: ["approving"],
    ends: ["declining"],
    emits: ofBilling("retryCallDeclined"),
  },
  {
    what: "read the end of the present period",
    requests: [{ line: `GET ${subscriptionPath}`, gives: subscribed }],
    needs: ["active"],
    makes: ["period"],
  },
  ...["active", "trialing", "owing"].map((status): Step => ({
    what: "pause the subscription",
    requests: [{ line: `POST ${subscriptionPath}/pause` }],
    needs: [status],
    makes: ["paused"],
    ends: [status, "period"],
    emits: ofBilling("paused"),
  })),
  {
    what: "resume the subscription",
    requests: [{ line: `POST ${subscriptionPath}/resume` }],
    needs: ["paused"],
    makes: ["active"],
    ends: ["paused"],
    emits: ofBilling("resumed"),
  },
  ...["active", "trialing", "owing", "paused", "ending"].map((status): Step => ({
    what: "cancel the subscription immediately",
    requests: [{ line: `POST ${subscriptionPath}/cancel`, body: '{"cancelImmediately": true}' }],
    needs: [status],
    ends: [status],
    emits: ofBilling("canceledImmediately"),
  })),
  {
    what: "void its unpaid invoice",
    requests: [
      {
        line: "GET $CHECKOUT/v1/invoices?subscriptionId=$SUBSCRIPTION",
        gives: { INVOICE: "data[0].id" },
      },
      { line: "POST $CHECKOUT/v1/invoices/$INVOICE/void" },
    ],
    needs: ["owing"],
    makes: ["active"],
    ends: ["owing"],
    emits: ofBilling("invoiceVoided"),
  },
];

const sessionSteps: readonly Step[] = [
  {
    what: "create a checkout session",
    requests: [
      {
        line: "POST $CHECKOUT/v1/sessions",
        body:
          '{"total": 5000, "currency": "$CURRENCY", "accountId": "$ACCOUNT", ' +
          '"successUrl": "http://127.0.0.1:3000/paid", "cancelUrl": "http://127.0.0.1:3000/basket"}',
        gives: { SESSION: "id" },
      },
    ],
    needs: ["no session"],
    makes: ["session"],
    ends: ["no session"],
  },
  {
    what: "pay it as its customer",
    requests: [{ line: "POST $CONTROL/sessions/$SESSION/pay", body: '{"outcome": "approved"}' }],
    needs: ["session"],
    ends: ["session"],
    emits: [completedType],
  },
];

const connectSteps: readonly Step[] = [
  {
    what: "activate Connect",
    requests: [{ line: "POST $CONTROL/connect-mode", body: '{"connectMode": "marketplace"}' }],
    needs: ["no connect"],
    makes: ["marketplace", "connect"],
    ends: ["no connect"],
  },
  {
    what: "fund the marketplace",
    requests: [{ line: "POST $CONTROL/funds", body: '{"amount": 1000000}' }],
    needs: ["no funds"],
    makes: ["funds"],
    ends: ["no funds"],
  },
  {
    what: "create a vendor",
    requests: [{ line: "POST $CONTROL/vendors", body: '{"name": "Boutique"}', gives: { VENDOR: "acct" } }],
    needs: ["connect", "no vendor"],
    makes: ["vendor"],
    ends: ["no vendor"],
  },
  {
    what: "allocate funds to the vendor",
    requests: [
      {
        line: "POST $PAY/v1/connect/allocations",
        body: '{"destination": "$VENDOR", "amount": 5000}',
        gives: { ALLOCATION: "id", AVAILABLE_AT: "available_at" },
      },
    ],
    needs: ["vendor", "connect", "funds"],
    makes: ["allocation"],
    emits: ofConnect("transferCreated"),
  },
  {
    what: "reverse the allocation",
    requests: [{ line: "POST $PAY/v1/connect/allocations/$ALLOCATION/reversals", body: "{}" }],
    needs: ["allocation"],
    ends: ["allocation"],
    emits: ofConnect("transferReversed"),
  },
  {
    what: "let time pass until the funds are available",
    requests: [{ line: "POST $CONTROL/clock", body: '{"to": "$AVAILABLE_AT"}' }],
    needs: ["allocation"],
    makes: ["available"],
    emits: ofConnect("fundsAvailable"),
  },
  {
    what: "withdraw everything that the vendor has",
    requests: [
      { line: "POST $PAY/v1/connect/accounts/$VENDOR/withdrawals", idempotencyKey: "withdrawal-$ALLOCATION" },
    ],
    needs: ["available"],
    makes: ["withdrawn"],
    ends: ["available"],
  },
  {
    what: "reverse the allocation, which the vendor cannot return",
    requests: [{ line: "POST $PAY/v1/connect/allocations/$ALLOCATION/reversals", body: "{}", refusal: 402 }],
    needs: ["allocation", "withdrawn"],
    emits: ofConnect("reversalBlocked"),
  },
  {
    what: "create a payment on behalf of the vendor",
    requests: [
      {
        line: "POST $PAY/v1/payment-intents",
        body: '{"amount": 5000, "currency": "$CURRENCY", "on_behalf_of": "$VENDOR", "application_fee_rate": 10}',
        gives: { INTENT: "id" },
      },
    ],
    needs: ["vendor", "marketplace"],
    makes: ["intent"],
  },
  {
    what: "capture it",
    requests: [{ line: "POST $PAY/v1/payment-intents/$INTENT/capture" }],
    needs: ["intent"],
    makes: ["charge"],
    ends: ["intent"],
    emits: ofConnect("commissionCreated"),
  },
  {
    what: "refund it",
    requests: [{ line: "POST $PAY/v1/payment-intents/$INTENT/refunds", body: "{}" }],
    needs: ["charge"],
    ends: ["charge"],
    emits: ofConnect("commissionRefunded"),
  },
  {
    what: "refund it while the marketplace has no funds, and give them back",
    requests: [
      { line: "GET $CONTROL/balances", gives: { FUNDS: "marketplace.available" } },
      { line: "POST $CONTROL/funds", body: '{"amount": -1000000000000}' },
      { line: "POST $PAY/v1/payment-intents/$INTENT/refunds", body: "{}", refusal: 402 },
      { line: "POST $CONTROL/funds", body: '{"amount": $FUNDS}' },
    ],
    needs: ["charge"],
    emits: ofConnect("refundBlocked"),
  },
];

/** Every step; of two plans of the same length, the one whose steps come first is taken. */
export const allSteps: readonly Step[] = [...subscriptionSteps, ...sessionSteps, ...connectSteps];

/** What is true of a merchant with Connect and without objects. */
export const emptyFacts: readonly string[] = [
  "no customer",
  "no price",
  "no subscription",
  "no clock",
  "no session",
  "no vendor",
  "approving",
  "connect",
  "marketplace",
  "funds",
];
