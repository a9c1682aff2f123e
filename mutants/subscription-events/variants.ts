import type { Parts } from "../../emulator/index.ts";
import { json } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import { finishing } from "../shared/answers.ts";
import { acting, actParts, billing, DAY, saying, silent, stepping, telling } from "../shared/billing.ts";
import { variant } from "../shared/variants.ts";

/** Deliveries are arranged as another plan does. */
const delivered = (parts: Parts, plan: "shuffled" | "duplicated" | "delayed"): Parts => ({
  ...parts,
  deliveryPlans: { ...parts.deliveryPlans, ordered: parts.deliveryPlans[plan] ?? (() => []) },
});

/** Every value of the data of an event, told otherwise. */
const rewording = (parts: Parts, change: (value: unknown, name: string) => unknown): Parts =>
  billing(parts, ({ eventData }) => ({
    eventData: Object.fromEntries(
      Object.entries(eventData).map(([event, data]) => [
        event,
        Object.fromEntries(
          Object.entries(data).map(([name, read]) => [
            name,
            (facts: Parameters<typeof read>[0]) => change(read(facts), name),
          ]),
        ),
      ]),
    ),
  }));

const refused = (parts: Parts): Parts =>
  [
    "createSubscription",
    "cancelSubscription",
    "pauseSubscription",
    "resumeSubscription",
    "retryPayment",
  ].reduce(
    (changed, operation) =>
      finishing(changed, operation, (answer) =>
        answer.status >= 400 && answer.status !== 401
          ? { status: 409, body: { title: "Not possible", type: "about:blank" } }
          : answer,
      ),
    parts,
  );

/** Open points about events and the lives that they tell (§3, §4.9, §6.1). */
export const billingVariants: readonly Variant[] = [
  variant("events-shuffled", "event-order", "The events of a step come in any order", (parts) =>
    delivered(parts, "shuffled"),
  ),
  variant(
    "events-redelivered",
    ["event-duplicates", "webhook-retries"],
    "Every event is delivered twice",
    (parts) => delivered(parts, "duplicated"),
  ),
  variant(
    "events-delayed",
    ["advance-settling", "webhook-retries"],
    "Events come up to half a second late",
    (parts) => delivered(parts, "delayed"),
  ),
  variant("events-of-payments-twice", "event-duplicates", "Payments are told twice under two ids", (parts) =>
    stepping(
      parts,
      ["createdPaid", "renewalPaid", "retryPaid", "retryCallPaid", "linkPaid", "trialEndPaid"],
      (names) => [
        ...names,
        ...names.filter((name) => name === "invoice.paid" || name === "payment.completed"),
      ],
    ),
  ),
  variant("events-in-reverse", "event-order", "The events of a step come in reverse", (parts) =>
    billing(parts, ({ steps }) => ({
      steps: Object.fromEntries(
        Object.entries(steps).map(([step, names]) => [step, [...names].reverse()]),
      ) as unknown as typeof steps,
    })),
  ),
  variant(
    "events-with-amounts-of-a-balance",
    "event-amounts",
    "A balance of ten francs is applied",
    (parts) =>
      saying(
        saying(parts, "invoice.finalized", "appliedBalance", () => -10),
        "invoice.finalized",
        "amountDue",
        ({ invoice }) => (invoice === undefined ? 0 : invoice.total - 10),
      ),
  ),
  variant(
    "events-with-capital-currency",
    "event-currency-casing",
    "Currencies in events are in capitals",
    (parts) => rewording(parts, (value, name) => (name === "currency" ? String(value).toUpperCase() : value)),
  ),
  variant("events-with-nulls", "event-nulls", "What is not known is null", (parts) =>
    rewording(parts, (value, name) =>
      ["reason", "checkoutSessionId"].includes(name) ? (value ?? null) : value,
    ),
  ),
  variant("events-with-session-orders", "event-order-id", "Orders in events have no prefix", (parts) =>
    rewording(parts, (value, name) => (name === "orderId" ? String(value).replace("ord_", "") : value)),
  ),
  variant(
    "events-in-local-time",
    "event-timestamps",
    "Instants in data are written with an offset and without fractions",
    (parts) =>
      rewording(parts, (value) => {
        if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value;
        return `${new Date(Date.parse(value) + 3_600_000).toISOString().slice(0, 19)}+01:00`;
      }),
  ),
  variant(
    "events-with-numbered-invoices",
    "invoice-numbers",
    "The number of an invoice is a number",
    (parts) =>
      saying(parts, "invoice.finalized", "invoiceNumber", ({ invoice }) =>
        Number(invoice?.number.replace(/\D/g, "")),
      ),
  ),
  variant(
    "events-with-errors-as-objects",
    "payment-error-form",
    "The error of a payment is an object",
    (parts) => saying(parts, "payment.failed", "error", ({ payment }) => ({ code: payment?.error })),
  ),
  variant(
    "events-of-voided-invoices-at-length",
    "invoice-voided-fields",
    "A voided invoice is told with more fields",
    (parts) => saying(parts, "invoice.voided", "voidReason", () => "requested"),
  ),
  variant(
    "events-of-cancellations-bare",
    "immediate-cancel-fields",
    "An immediate cancellation is told without optional fields",
    (parts) =>
      ["previousStatus", "completedAt"].reduce(
        (changed, name) =>
          saying(changed, "subscription.canceled", name, (facts, usual) =>
            facts.cancellation === "immediate" ? undefined : usual(facts),
          ),
        parts,
      ),
  ),
  variant(
    "events-of-late-renewals-updated",
    "updated-on-late-payment",
    "A retry that settles a renewal tells an update, too",
    (parts) => telling(parts, "subscription.updated", "retryPaid", "activated"),
  ),
  variant("events-of-pages-alone", "hosted-page-events", "A trial from the page is told alone", (parts) =>
    silent(parts, "subscription.trial_ending", "createdTrialingThere"),
  ),
  variant(
    "events-of-trials-silent",
    "trial-end-events",
    "Nothing at all is told when a trial ends",
    (parts) => stepping(parts, ["trialEndPaid", "trialEndDeclined"], () => []),
  ),
  variant("billing-at-noon", "due-date", "Due dates and reminders fall on noon of their day", (parts) => {
    const noon = (instant: number): number => Math.floor(instant / DAY) * DAY + DAY / 2;
    return billing(parts, () => ({
      dueDate: ({ periodEnd }) => noon(periodEnd),
      reminderDate: (due) => noon(due - 3 * DAY),
    }));
  }),
  variant("billing-by-thirty-days", "period-length", "A month has thirty days", (parts) =>
    billing(parts, () => ({ periodStart: (anchor, cycle) => anchor + cycle * 30 * DAY })),
  ),
  variant(
    "billing-from-the-first",
    "period-length",
    "A month that is too short ends on the first of the next",
    (parts) =>
      billing(parts, () => ({
        periodStart: (anchor, cycle) => {
          const start = new Date(anchor);
          const end = new Date(anchor);
          end.setUTCMonth(start.getUTCMonth() + cycle);
          if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(1);
          return end.getTime();
        },
      })),
  ),
  variant(
    "retries-once",
    "automatic-retry-schedule",
    "A declined payment is requested once more, on the day after",
    (parts) => billing(parts, () => ({ retries: [DAY] })),
  ),
  variant(
    "retries-on-the-second-day",
    "automatic-retry-schedule",
    "A declined payment is requested again after a day and a half",
    (parts) => billing(parts, () => ({ retries: [1.5 * DAY, 2 * DAY, 6 * DAY] })),
  ),
  variant("paused-on-hold", "paused-status", "The paused state has another name", (parts) =>
    billing(parts, ({ statuses }) => ({
      statuses: { ...statuses, paused: "on_hold" as typeof statuses.paused },
    })),
  ),
  variant(
    "retry-of-unpaid-answers-active",
    "retry-of-unpaid-answer",
    "The answer to a retry of an unpaid subscription is active",
    (parts) =>
      actParts(parts, "retryPayment", ({ presenter }) => ({
        presenter: {
          ...presenter,
          status: ({ subscription }) => (subscription.status === "unpaid" ? "active" : subscription.status),
        },
      })),
  ),
  variant(
    "retry-in-vain-refused",
    "retry-payment-outcomes",
    "A retry that is declined again is answered 200",
    (parts) =>
      actParts(parts, "retryPayment", ({ guards }) => ({
        guards: guards.filter(({ name }) => name !== "nothingOwed"),
      })),
  ),
  variant(
    "cancellation-keeps-the-invoice",
    "cancellation-and-open-invoice",
    "A scheduled cancellation leaves the issued invoice open",
    (parts) =>
      acting(parts, "cancel", (usual, input) => {
        const acted = usual(input);
        if (input.body["cancelImmediately"] === true) return acted;
        const { events = [], writes = [], ...others } = acted.effects;
        return {
          ...acted,
          effects: {
            ...others,
            events: events.filter(({ type }) => type !== "invoice.voided"),
            writes: writes.filter(({ table }) => table.name !== "invoices"),
          },
        };
      }),
  ),
  variant(
    "cancellation-a-day-later",
    "cancellation-dates",
    "A cancellation takes effect a day after the period",
    (parts) =>
      billing(parts, ({ cancellationDate }) => ({
        cancellationDate: (subscription, now, all) => cancellationDate(subscription, now, all) + DAY,
      })),
  ),
  variant(
    "trial-ends-past-due",
    "subscription-other-moves",
    "A trial whose first payment fails is past due",
    (parts) =>
      billing(parts, ({ statuses }) => ({ statuses: { ...statuses, trialEndDeclined: "past_due" } })),
  ),
  variant(
    "subscription-refusals-elsewhere",
    "subscription-refusals",
    "Subscription routes refuse in another shape",
    (parts) => refused(parts),
  ),
  variant(
    "activation-takes-a-second",
    "advance-settling",
    "A retried subscription is active after a second",
    (parts) => billing(parts, () => ({ activationDelay: 1_000 })),
  ),
  variant(
    "void-refuses-paid",
    "void-conditions",
    "A paid invoice that is voided is refused with 422",
    (parts) => ({
      ...parts,
      invoices: {
        ...parts.invoices,
        void: {
          ...parts.invoices.void,
          guards: parts.invoices.void.guards.map((guard) => ({
            ...guard,
            refuse: (input) => {
              const refusal = guard.refuse(input);
              return refusal === undefined ? undefined : { ...refusal, answer: json(422, { error: "paid" }) };
            },
          })),
        },
      },
    }),
  ),
];
