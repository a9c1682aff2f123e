import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { type Facts, withEventMember } from "../shared/billing.ts";
import { variant } from "./parts/variant.ts";
import { enveloping } from "../shared/envelopes.ts";

/** The members that an event's data may have, reported in another form by all events or by these. */
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
export const subscriptionEventsFieldsVariants: readonly Variant[] = [
  variant(
    "invoices-with-a-balance",
    "event-amounts",
    "A customer's balance of ten francs is reported beside a larger total",
    inOrder(
      withEventMember("invoice.finalized", "total", ({ invoice }) => (invoice?.total ?? 0) + 10),
      withEventMember("invoice.finalized", "appliedBalance", () => 10),
    ),
  ),
  variant(
    "balances-have-a-sign",
    "event-amounts",
    "The balance that an invoice takes is negative",
    inOrder(
      withEventMember("invoice.finalized", "total", ({ invoice }) => (invoice?.total ?? 0) + 10),
      withEventMember("invoice.finalized", "appliedBalance", () => -10),
    ),
  ),
  variant(
    "billing-currency-in-capitals",
    "event-currency-casing",
    "The currency of subscription events is in capital letters",
    withEventMembers(["currency"], (facts, usual) => String(usual(facts)).toUpperCase()),
  ),
  variant(
    "nothing-to-tell-is-null",
    "event-nulls",
    "E-mail address, reasons, next billing date, payment intents and the session of the hosted page are null",
    inOrder(
      withEventMembers(["paymentIntentId"], () => null, ["payment.failed"]),
      withEventMembers(["reason", "customerEmail", "nextBillingDate"], () => null),
      withEventMember("subscription.created", "checkoutSessionId", (facts, usual) => usual(facts) ?? null),
    ),
  ),
  variant(
    "orders-by-number",
    "event-order-id",
    "An order is reported by another identifier than that of a session",
    withEventMembers(["orderId"], (facts, usual) => `order/${String(usual(facts)).slice(4)}`),
  ),
  variant(
    "events-told-by-the-wall-clock",
    "event-time",
    "The envelope of an event says when it is sent",
    enveloping("subscription", (event, usual) => ({
      ...usual(event),
      created_at: new Date().toISOString(),
    })),
  ),
  variant(
    "billing-instants-with-offset",
    "event-timestamps",
    "Times in the data of subscription events have an offset",
    withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      return typeof value === "string"
        ? `${new Date(Date.parse(value) + 3_600_000).toISOString().slice(0, 19)}+01:00`
        : value;
    }),
  ),
  variant(
    "billing-instants-in-basic-format",
    "event-timestamps",
    "Times in the data of subscription events are in basic format",
    withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      return typeof value === "string" ? value.replace(/[-:]/g, "") : value;
    }),
  ),
  variant(
    "billing-instants-in-words",
    "event-timestamps",
    "Times in the data of subscription events are dates as in mail",
    withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      // Another variant may have written it in a form that only a reader of ISO 8601 knows.
      const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
      return Number.isNaN(at) ? value : new Date(at).toUTCString();
    }),
  ),
  variant(
    "billing-dates-are-days",
    "event-timestamps",
    "Moments in the data of subscription events are calendar dates",
    withEventMembers(TIMES, (facts, usual) => {
      const value = usual(facts);
      return typeof value === "string" ? value.slice(0, 10) : value;
    }),
  ),
  variant(
    "cancellations-tell-everything",
    "immediate-cancel-fields",
    "An immediate cancellation has the members of a scheduled one and of its end",
    withEventMember("subscription.canceled", "effectiveDate", (facts, usual) =>
      facts.cancellation === "immediate" ? new Date(facts.at).toISOString() : usual(facts),
    ),
  ),
  variant(
    "cancellations-tell-little",
    "immediate-cancel-fields",
    "An immediate cancellation has neither the members of a scheduled one nor those of its end",
    inOrder(
      ...["previousStatus", "completedAt"].map((member) =>
        withEventMember("subscription.canceled", member, (facts, usual) =>
          facts.cancellation === "immediate" ? undefined : usual(facts),
        ),
      ),
    ),
  ),
  variant(
    "payment-errors-untold",
    "payment-error-form",
    "The error of a payment is null",
    withEventMember("payment.failed", "error", () => null),
  ),
];
