import { invoices, type SubscriptionStatus } from "../emulator/areas/billing/records.ts";
import { message } from "../emulator/kernel/answers.ts";
import type { EventDraft } from "../emulator/kernel/events.ts";
import type { Effects } from "../emulator/kernel/types.ts";
import { inOrder, named, part, perEmulator, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { finishing, isObject } from "../mutants/shared/answers.ts";
import {
  acting,
  actParts,
  alsoEmitting,
  billing,
  canceling,
  type Facts,
  isIn,
  later,
  type Step,
  stepping,
  storing,
  timing,
  withEventMember,
  withoutEvents,
} from "../mutants/shared/billing.ts";
import { committing } from "../mutants/shared/committing.ts";
import { enveloping } from "../mutants/shared/envelopes.ts";
import { deciding, delivering, midnight, rebound, rewriting, servedBelow } from "./parts.ts";

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

const PAID: readonly Step[] = ["renewalPaid", "retryPaid", "retryCallPaid", "createdPaid"];

/** Emits only some of a decision's events. */
const heard = (operations: readonly string[], emits: (type: string) => boolean): Replace =>
  inOrder(
    ...operations.map((operation) =>
      committing(operation, (decision) => ({ ...decision, ...only(decision, emits) })),
    ),
  );

const only = ({ events }: Effects, emits: (type: string) => boolean): Effects =>
  events === undefined ? {} : { events: events.filter(({ type }) => emits(type)) };

/** Emits the events of some operations only when a clock is advanced. */
const held = (operation: string, type: string): Replace =>
  perEmulator(() => {
    const kept: EventDraft[] = [];
    return inOrder(
      committing(operation, (decision) => {
        const { events = [] } = decision;
        kept.push(...events.filter((event) => event.type === type));
        return { ...decision, events: events.filter((event) => event.type !== type) };
      }),
      committing("advanceTestClock", (decision) => ({
        ...decision,
        events: [...kept.splice(0), ...(decision.events ?? [])],
      })),
    );
  });

/** Effects that do not void invoices. */
const keepingInvoices = (effects: Effects): Effects => ({
  ...withoutEvents(effects, "invoice.voided"),
  writes: (effects.writes ?? []).filter(({ table }) => table.name !== invoices.name),
});

/** Other choices at the open points in `spec/areas/subscription-events.yaml`. */
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
  "deliveries-shuffled": {
    openPoints: ["event-order", "connect-event-delivery"],
    what: "The events of a step arrive in any order",
    replace: delivering("shuffled"),
  },
  "deliveries-twice": {
    openPoints: ["event-duplicates", "connect-event-delivery", "webhook-retries"],
    what: "Every event arrives twice under the same id",
    replace: delivering("duplicated"),
  },
  "deliveries-never-retried": {
    openPoints: ["webhook-retries"],
    what: "A failed delivery is not repeated",
    replace: part([], () => ({ deliveryRetries: [] })),
  },
  "steps-reported-backwards": {
    openPoints: ["event-order"],
    what: "The events of a step arrive in the opposite order",
    replace: (parts) =>
      stepping(Object.keys(parts.billing.steps) as Step[], (names) => names.toReversed())(parts),
  },
  "months-run-over": {
    openPoints: ["period-length"],
    what: "If a month lacks the day, the period ends on the first of the next month",
    replace: billing(() => ({
      periodStart: (anchor, cycle) => {
        const from = new Date(anchor);
        const [year, month, date] = [from.getUTCFullYear(), from.getUTCMonth() + cycle, from.getUTCDate()];
        const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
        const begins = date > lastDay ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, date);
        return begins + (anchor - midnight(anchor));
      },
    })),
  },
  "paused-is-on-hold": {
    openPoints: ["paused-status"],
    what: "The paused state is called on_hold",
    replace: part(["billing", "statuses"], () => ({ paused: "on_hold" as unknown as SubscriptionStatus })),
  },
  "pauses-are-a-flag": {
    openPoints: ["paused-status"],
    what: "A paused subscription keeps its status, and has a flag for the pause",
    replace: acting("pause", (usual, input) => {
      const acted = usual(input);
      const { status } = input.subscription;
      return {
        subscription: { ...acted.subscription, status },
        effects: {
          ...acted.effects,
          writes: storing(acted.effects.writes, () => ({ status })),
          events: (acted.effects.events ?? []).map((event) => ({
            ...event,
            data: { ...event.data, status },
          })),
        },
      };
    }),
  },
  "declined-retries-are-402": {
    openPoints: ["retry-payment-outcomes"],
    what: "A retry whose payment is declined is refused; a retry without a debt succeeds",
    replace: inOrder(
      actParts("retryPayment", ({ guards }) => ({
        guards: guards.filter(({ name }) => name !== "nothingOwed"),
      })),
      finishing("retryPayment", (answer) => {
        const { paymentStatus } = isObject(answer.body) ? answer.body : {};
        return isObject(paymentStatus) && paymentStatus["success"] === false
          ? { ...answer, ...message(402, "Declined") }
          : answer;
      }),
    ),
  },
  "first-invoices-reported-late": {
    openPoints: ["event-order", "connect-event-delivery"],
    what: "The first invoice is finalized at the creation, and reported when time is advanced",
    replace: inOrder(
      alsoEmitting("invoice.finalized", "createdPaid"),
      held("createSubscription", "invoice.finalized"),
    ),
  },
  "early-payments-renew": {
    openPoints: ["paid-ahead-of-the-date"],
    what: "A renewal that is paid through its invoice's link is reported as an update immediately",
    replace: alsoEmitting("subscription.updated", "linkPaid"),
  },
  "payments-reported-twice": {
    openPoints: ["event-duplicates"],
    what: "A settled invoice and its payment are reported twice, with different event ids",
    replace: inOrder(alsoEmitting("invoice.paid", ...PAID), alsoEmitting("payment.completed", ...PAID)),
  },
  "hosted-page-reports-the-creation-alone": {
    openPoints: ["hosted-page-events"],
    what: "A subscription from the hosted page emits only its creation",
    replace: heard(
      ["createSubscriptionSession", "completeSubscriptionSession"],
      (type) => type === "subscription.created",
    ),
  },
  "one-off-payments-reported": {
    openPoints: ["one-off-session-event"],
    what: "The completion of a one-off session is reported in the envelope of Connect's events",
    replace: part(["checkoutSessions", "create"], ({ effects }) => ({
      effects: (session, context) => {
        const usual = effects(session, context);
        const { accountId, mode } = context.command.caller;
        const event = {
          type: "checkout.session.completed",
          accountId,
          mode,
          envelope: "connect",
          data: { sessionId: session.id, order: session.orderId },
          to: [accountId],
        };
        return { ...usual, events: [...(usual.events ?? []), event] };
      },
    })),
  },
  "first-payments-reported-as-renewals": {
    openPoints: ["trial-end-events"],
    what: "The outcome of the first payment after a trial is reported like that of a renewal",
    replace: inOrder(
      part(["billing", "statuses"], () => ({ trialEndDeclined: "past_due" as const })),
      alsoEmitting("subscription.updated", "trialEndPaid"),
      alsoEmitting("subscription.past_due", "trialEndDeclined"),
    ),
  },
  "trials-end-in-silence": {
    openPoints: ["trial-end-events"],
    what: "The end of a trial emits no event",
    replace: stepping(["trialEndPaid", "trialEndDeclined"], () => []),
  },
  "late-renewals-update-too": {
    openPoints: ["updated-on-late-payment"],
    what: "A renewal that a retry settles also emits subscription.updated",
    replace: alsoEmitting("subscription.updated", "retryPaid", "activated"),
  },
  "open-invoices-outlive-the-request": {
    openPoints: ["cancellation-and-open-invoice"],
    what: "A scheduled cancellation voids the issued invoice on its date",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      if (input.body["cancelImmediately"] === true) return acted;
      return { ...acted, effects: keepingInvoices(acted.effects) };
    }),
  },
  "declined-retries-are-past-due-again": {
    openPoints: ["past-due-again"],
    what: "An automatic retry that is declined reports subscription.past_due again",
    replace: inOrder(
      alsoEmitting("subscription.past_due", "retryDeclined"),
      timing("retry", (effects, _context, subscription) =>
        subscription?.status === "past_due" ? effects : withoutEvents(effects, "subscription.past_due"),
      ),
    ),
  },
  "debts-outlive-the-subscription": {
    openPoints: ["cancellation-and-owed-invoice"],
    what: "An immediate cancellation of a past-due subscription does not void the owed invoice",
    replace: canceling([true, isIn("past_due")], keepingInvoices),
  },
  "webhooks-are-signed": {
    openPoints: ["webhook-endpoints"],
    what: "Webhooks have a signature header",
    replace: deciding({ webhookSignature: "hmac-sha256" }),
  },
  "endpoints-registered-elsewhere": {
    openPoints: ["webhook-endpoints"],
    what: "Endpoints are registered by another route, which returns their id under another name",
    alone: true,
    wrap: (handler) =>
      servedBelow(
        "/v1/notify",
        "/v1/webhook-endpoints",
      )((request) =>
        rewriting(handler, (body) =>
          request.method === "POST" &&
          request.url.includes("/webhook-endpoints") &&
          isObject(body) &&
          "id" in body
            ? { endpoint: { ref: body["id"] } }
            : body,
        )(request),
      ),
    describe: rebound((binding, name) => ({
      ...binding,
      path: binding.path.replace(/^\/v1\/webhook-endpoints/, "/v1/notify"),
      ...(name === "registerWebhookEndpoint" ? { outputs: { endpointId: "/endpoint/ref" } } : {}),
    })),
  },
  "intents-of-subscriptions-are-elsewhere": {
    openPoints: ["event-payment-intents"],
    what: "The payment intents of subscriptions cannot be retrieved",
    replace: part(["paymentIntents", "retrieve"], ({ find }) => ({
      find: (input) => {
        const found = find(input);
        return found?.metadata["invoiceId"] === undefined ? found : undefined;
      },
    })),
  },
  "endpoints-by-control-alone": {
    openPoints: ["webhook-endpoints"],
    what: "Endpoints are set up in the dashboard, and by control",
    alone: true,
    wrap: (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/webhook-endpoints")
        ? Response.json({ message: "Route not found" }, { status: 404 })
        : handler(request),
    describe: (usual) => ({
      ...usual,
      ports: Object.fromEntries(
        Object.entries(usual.ports).filter(([name]) => !name.endsWith("WebhookEndpoint")),
      ),
    }),
  },
});
