import { committing } from "../shared/committing.ts";
import { invoices } from "../../emulator/areas/invoices/record.ts";
import type { SubscriptionStatus } from "../../emulator/areas/subscriptions/record.ts";
import { message } from "../../emulator/kernel/answers.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { finishing, isObject } from "../shared/answers.ts";
import { acting, actParts, billing, type Step, stepping, storing, alsoEmitting } from "../shared/billing.ts";
import { midnight } from "./parts/dates.ts";
import { delivering } from "./parts/events.ts";
import { rebound, servedBelow } from "./parts/profile.ts";
import { deciding, rewriting, variant } from "./parts/variant.ts";
import { part } from "../part.ts";

const PAID: readonly Step[] = ["renewalPaid", "retryPaid", "retryCallPaid", "createdPaid"];

/** The events of a decision that are reported. */
const heard = (operations: readonly string[], emits: (type: string) => boolean): Replace =>
  inOrder(
    ...operations.map((operation) =>
      committing(operation, (decision) => ({ ...decision, ...only(decision, emits) })),
    ),
  );

const only = ({ events }: Effects, emits: (type: string) => boolean): Effects =>
  events === undefined ? {} : { events: events.filter(({ type }) => emits(type)) };

/** Events of some operations that are reported no sooner than a clock is advanced. */
const held =
  (operation: string, type: string): Replace =>
  (parts) => {
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
    )(parts);
  };

/** Other choices at the open points in `spec/areas/subscription-events.yaml`. */
export const subscriptionEventsVariants: readonly Variant[] = [
  variant(
    "deliveries-shuffled",
    ["event-order", "connect-event-delivery"],
    "What one step reports arrives in any order",
    delivering("shuffled"),
  ),
  variant(
    "deliveries-twice",
    ["event-duplicates", "connect-event-delivery", "webhook-retries"],
    "Every event arrives twice under the same id",
    delivering("duplicated"),
  ),
  variant(
    "deliveries-never-retried",
    "webhook-retries",
    "What an endpoint does not take is not delivered again",
    part([], () => ({ deliveryRetries: [] })),
  ),
  variant("steps-told-backwards", "event-order", "The events of a step come in the opposite order", (parts) =>
    stepping(Object.keys(parts.billing.steps) as Step[], (names) => names.toReversed())(parts),
  ),
  variant(
    "months-run-over",
    "period-length",
    "A month that lacks the day ends on the first of the next one",
    billing(() => ({
      periodStart: (anchor, cycle) => {
        const from = new Date(anchor);
        const [year, month, date] = [from.getUTCFullYear(), from.getUTCMonth() + cycle, from.getUTCDate()];
        const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
        const begins = date > lastDay ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, date);
        return begins + (anchor - midnight(anchor));
      },
    })),
  ),
  variant(
    "paused-is-on-hold",
    "paused-status",
    "The paused state is called on_hold",
    part(["billing", "statuses"], () => ({ paused: "on_hold" as unknown as SubscriptionStatus })),
  ),
  variant(
    "pauses-are-a-flag",
    "paused-status",
    "A paused subscription keeps its state, and reports the pause beside it",
    acting("pause", (usual, input) => {
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
  ),
  variant(
    "declined-retries-are-402",
    "retry-payment-outcomes",
    "A retry that is declined again is refused; one where nothing is owed succeeds",
    inOrder(
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
  ),
  variant(
    "first-invoices-told-late",
    ["event-order", "connect-event-delivery"],
    "A first cycle's invoice is finalized at the creation, and reported when time is moved",
    inOrder(
      alsoEmitting("invoice.finalized", "createdPaid"),
      held("createSubscription", "invoice.finalized"),
    ),
  ),
  variant(
    "early-payments-renew",
    "paid-ahead-of-the-date",
    "A renewal that is paid through its invoice's link is reported as an update immediately",
    alsoEmitting("subscription.updated", "linkPaid"),
  ),
  variant(
    "payments-told-twice",
    "event-duplicates",
    "A settled invoice and its payment are reported twice, with ids of their own",
    inOrder(alsoEmitting("invoice.paid", ...PAID), alsoEmitting("payment.completed", ...PAID)),
  ),
  variant(
    "hosted-page-tells-the-creation-alone",
    "hosted-page-events",
    "A subscription from the hosted page comes with its creation alone",
    heard(
      ["createSubscriptionSession", "completeSubscriptionSession"],
      (type) => type === "subscription.created",
    ),
  ),
  variant(
    "one-off-payments-told",
    "one-off-session-event",
    "A one-off session is reported to be completed, in the envelope of Connect's events",
    part(["checkoutSessions", "create"], ({ effects }) => ({
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
  ),
  variant(
    "first-payments-told-as-renewals",
    "trial-end-events",
    "The outcome of the first payment after a trial is reported as that of a renewal",
    inOrder(
      part(["billing", "statuses"], () => ({ trialEndDeclined: "past_due" as const })),
      alsoEmitting("subscription.updated", "trialEndPaid"),
      alsoEmitting("subscription.past_due", "trialEndDeclined"),
    ),
  ),
  variant(
    "trials-end-in-silence",
    "trial-end-events",
    "The end of a trial emits no event",
    stepping(["trialEndPaid", "trialEndDeclined"], () => []),
  ),
  variant(
    "late-renewals-update-too",
    "updated-on-late-payment",
    "A renewal that a retry settles updates the subscription as well",
    alsoEmitting("subscription.updated", "retryPaid", "activated"),
  ),
  variant(
    "open-invoices-outlive-the-request",
    "cancellation-and-open-invoice",
    "A scheduled cancellation voids what was issued when it becomes due",
    acting("cancel", (usual, input) => {
      const acted = usual(input);
      if (input.body["cancelImmediately"] === true) return acted;
      const { writes = [], events = [] } = acted.effects;
      return {
        ...acted,
        effects: {
          ...acted.effects,
          writes: writes.filter(({ table }) => table.name !== invoices.name),
          events: events.filter(({ type }) => type !== "invoice.voided"),
        },
      };
    }),
  ),
  variant(
    "webhooks-are-signed",
    "webhook-endpoints",
    "Webhooks have headers with a signature",
    deciding({ webhookSignature: "hmac-sha256" }),
  ),
  {
    id: "endpoints-registered-elsewhere",
    ambiguities: ["webhook-endpoints"],
    what: "Endpoints are registered by another route, which reports their identifier otherwise",
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
  {
    id: "endpoints-by-control-alone",
    ambiguities: ["webhook-endpoints"],
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
];
