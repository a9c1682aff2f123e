import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { type Facts, later, withEventMember } from "../shared/billing.ts";
import { enveloping } from "../shared/envelopes.ts";

/** Changes members of the data of all events, or of these. */
const withEventMembers =
  (
    members: readonly string[],
    value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
    events?: readonly string[],
  ): Replace =>
  (parts) => {
    const { eventData } = parts.billing;
    const changes = (events ?? Object.keys(eventData)).flatMap((event) =>
      members
        .filter((member) => eventData[event]?.[member] !== undefined)
        .map((member) => withEventMember(event, member, value)),
    );
    return inOrder(...changes)(parts);
  };

const TIMES = [
  "currentPeriodStart",
  "currentPeriodEnd",
  "trialStart",
  "trialEnd",
  "createdAt",
  "activatedAt",
  "updatedAt",
  "nextBillingDate",
  "pausedAt",
  "resumedAt",
  "canceledAt",
  "effectiveDate",
  "completedAt",
  "finalizedAt",
  "paidAt",
  "voidedAt",
  "failedAt",
];

/** Other choices at the open points in `spec/areas/subscription-events.yaml`: the fields of events. */
export const variants = named<Variant>({
  "invoices-with-a-balance": {
    openPoints: ["event-amounts"],
    what: "Invoices report a larger total and an applied balance of ten francs",
    replace: inOrder(
      withEventMember("invoice.finalized", "total", ({ invoice }) => (invoice?.total ?? 0) + 10),
      withEventMember("invoice.finalized", "appliedBalance", () => 10),
    ),
  },
  "balances-have-a-sign": {
    openPoints: ["event-amounts"],
    what: "`appliedBalance` is negative",
    replace: inOrder(
      withEventMember("invoice.finalized", "total", ({ invoice }) => (invoice?.total ?? 0) + 10),
      withEventMember("invoice.finalized", "appliedBalance", () => -10),
    ),
  },
  "billing-currency-in-capitals": {
    openPoints: ["event-currency-casing"],
    what: "The currency of subscription events is in uppercase",
    replace: withEventMembers(["currency"], (facts, usual) => String(usual(facts)).toUpperCase()),
  },
  "nothing-to-report-is-null": {
    openPoints: ["event-nulls"],
    what: "E-mail address, reasons, next billing date, payment intents and the session of the hosted page are null",
    replace: inOrder(
      withEventMembers(["paymentIntentId"], () => null, ["payment.failed"]),
      withEventMembers(["reason", "customerEmail", "nextBillingDate"], () => null),
      withEventMember("subscription.created", "checkoutSessionId", (facts, usual) => usual(facts) ?? null),
    ),
  },
  "orders-by-number": {
    openPoints: ["event-order-id"],
    what: "`orderId` is another id than that of a session",
    replace: withEventMembers(["orderId"], (facts, usual) => `order/${String(usual(facts)).slice(4)}`),
  },
  "events-reported-by-the-wall-clock": {
    openPoints: ["event-time"],
    what: "The envelope has the time of the delivery",
    replace: enveloping("subscription", (event, usual) => ({
      ...usual(event),
      created_at: new Date().toISOString(),
    })),
  },
  "billing-instants-with-offset": {
    openPoints: ["event-timestamps"],
    what: "Times in the data of subscription events have an offset",
    replace: withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      return typeof value === "string"
        ? `${new Date(Date.parse(value) + 3_600_000).toISOString().slice(0, 19)}+01:00`
        : value;
    }),
  },
  "billing-instants-in-basic-format": {
    openPoints: ["event-timestamps"],
    what: "Times in the data of subscription events are in the ISO 8601 basic format",
    replace: withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      return typeof value === "string" ? value.replace(/[-:]/g, "") : value;
    }),
  },
  "billing-instants-in-words": {
    openPoints: ["event-timestamps"],
    what: "Times in the data of subscription events are RFC 5322 dates",
    replace: withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      // Another variant may have written a form that only an ISO 8601 parser can read.
      const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
      return Number.isNaN(at) ? value : new Date(at).toUTCString();
    }),
  },
  "billing-dates-are-days": {
    openPoints: ["event-timestamps"],
    what: "Times in the data of subscription events are calendar dates",
    replace: withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      return typeof value === "string" ? value.replace(/(?<=\d)T.*/, "") : value;
    }),
  },
  "cancellations-report-everything": {
    openPoints: ["immediate-cancel-fields"],
    what: "An immediate cancellation has the members of both events of a scheduled one",
    replace: withEventMember("subscription.canceled", "effectiveDate", (facts, usual) =>
      facts.cancellation === "immediate" ? new Date(facts.at).toISOString() : usual(facts),
    ),
  },
  "cancellations-report-little": {
    openPoints: ["immediate-cancel-fields"],
    what: "An immediate cancellation has none of the members of a scheduled one",
    replace: inOrder(
      ...["previousStatus", "completedAt"].map((member) =>
        withEventMember("subscription.canceled", member, (facts, usual) =>
          facts.cancellation === "immediate" ? undefined : usual(facts),
        ),
      ),
    ),
  },
  "trials-end-on-the-last-full-day": {
    openPoints: ["trial-end-date"],
    what: "`trialEndDate` is the day before the end of the trial",
    replace: withEventMember("subscription.trial_ending", "trialEndDate", (facts, usual) =>
      later(usual(facts), -1).slice(0, 10),
    ),
  },
  "payment-errors-not-reported": {
    openPoints: ["payment-error-form"],
    what: "The error of a payment is null",
    replace: withEventMember("payment.failed", "error", () => null),
  },
});
