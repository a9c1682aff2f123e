import { committing } from "../shared/committing.ts";
import { invoices, type SubscriptionStatus } from "../../emulator/areas/billing/records.ts";
import { message } from "../../emulator/kernel/answers.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { inOrder, type Replace, type Variant, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { finishing, isObject } from "../shared/answers.ts";
import {
  acting,
  actParts,
  alsoEmitting,
  billing,
  canceling,
  isIn,
  type Step,
  stepping,
  storing,
  timing,
  withoutEvents,
} from "../shared/billing.ts";
import { midnight } from "./parts/dates.ts";
import { delivering } from "./parts/events.ts";
import { rebound, servedBelow } from "./parts/profile.ts";
import { deciding } from "./parts/account.ts";
import { rewriting } from "./parts/answers.ts";
import { part } from "../part.ts";

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
