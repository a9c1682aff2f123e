import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import {
  acting,
  billing,
  DAY,
  hushed,
  inventing,
  later,
  saying,
  siblingOf,
  silent,
  stepping,
  telling,
  timing,
} from "../shared/billing.ts";

const CANCELED = "subscription.canceled";
const DONE = "payment.completed";
const FAILED = "payment.failed";
const UPDATED = "subscription.updated";

const cancellations: readonly Mutant[] = [
  mutant(
    {
      id: "event-canceled-once-when-scheduled",
      kills: "subscription-events/canceled-twice-when-scheduled",
      lie: "A scheduled cancellation is told at the request alone.",
    },
    (parts) => silent(parts, CANCELED, "cancellationDue"),
  ),
  mutant(
    {
      id: "event-canceled-thrice-when-scheduled",
      kills: "subscription-events/canceled-twice-when-scheduled",
      lie: "A cancellation that falls due is told twice.",
      subtle: true,
    },
    (parts) => telling(parts, CANCELED, "cancellationDue"),
  ),
  mutant(
    {
      id: "event-canceled-at-once-when-scheduled",
      kills: "subscription-events/canceled-at-scheduling",
      lie: "A scheduled cancellation is told with the status canceled.",
      subtle: true,
    },
    (parts) =>
      saying(parts, CANCELED, "status", ({ cancellation, subscription }) =>
        cancellation === "scheduled" ? "canceled" : subscription.status,
      ),
  ),
  mutant(
    {
      id: "event-canceled-with-another-date",
      kills: "subscription-events/canceled-at-scheduling-agrees-with-cancel-at",
      lie: "The effectiveDate of a cancellation is three days after its cancelAt.",
      subtle: true,
    },
    (parts) =>
      saying(parts, CANCELED, "effectiveDate", (facts, usual) => {
        const date = usual(facts);
        return typeof date === "string" ? later(date, 3) : date;
      }),
  ),
  mutant(
    {
      id: "event-canceled-without-effective-date",
      kills: "subscription-events/canceled-at-scheduling-has-effective-date",
      lie: "A scheduled cancellation is told without its date.",
    },
    (parts) => saying(parts, CANCELED, "effectiveDate", () => undefined),
  ),
  mutant(
    {
      id: "event-canceled-still-active-when-due",
      kills: "subscription-events/canceled-when-due",
      lie: "A cancellation that falls due is told with the status before it.",
      subtle: true,
    },
    (parts) =>
      saying(parts, CANCELED, "status", ({ cancellation, subscription, previous }) =>
        cancellation === "due" ? previous.status : subscription.status,
      ),
  ),
  mutant(
    {
      id: "event-canceled-without-completion",
      kills: "subscription-events/canceled-when-due-has-completed-at",
      lie: "A cancellation that falls due does not tell when.",
    },
    (parts) => saying(parts, CANCELED, "completedAt", () => undefined),
  ),
  mutant(
    {
      id: "event-canceled-from-canceled",
      kills: "subscription-events/canceled-when-due-has-previous-status",
      lie: "A cancellation that falls due tells canceled as the status before.",
      subtle: true,
    },
    (parts) => saying(parts, CANCELED, "previousStatus", ({ subscription }) => subscription.status),
  ),
  mutant(
    {
      id: "subscription-ends-three-days-early",
      kills: [
        "subscription-events/canceled-when-due-not-earlier",
        "subscriptions/scheduled-cancel-stays-until-due",
      ],
      lie: "A scheduled cancellation takes effect three days before its date.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) => {
        const acted = usual(input);
        const timers = (acted.effects.timers ?? []).map((change) =>
          change.do === "schedule" && change.timer.kind === "subscription.cancellation"
            ? { ...change, timer: { ...change.timer, at: change.timer.at - 3 * DAY } }
            : change,
        );
        return { ...acted, effects: { ...acted.effects, timers } };
      }),
  ),
  mutant(
    {
      id: "event-canceled-untold-at-once",
      kills: "subscription-events/canceled-when-immediate",
      lie: "An immediate cancellation is not told.",
    },
    (parts) => silent(parts, CANCELED, "canceledImmediately"),
  ),
  mutant(
    {
      id: "event-canceled-twice-at-once",
      kills: "subscription-events/canceled-once-when-immediate",
      lie: "An immediate cancellation is told at the request and as completed.",
    },
    (parts) => telling(parts, CANCELED, "canceledImmediately"),
  ),
];

const payments: readonly Mutant[] = [
  mutant(
    {
      id: "payment-untold-at-creation",
      kills: "subscription-events/payment-completed-at-creation",
      lie: "The first payment is not told.",
    },
    (parts) => silent(parts, DONE, "createdPaid"),
  ),
  mutant(
    {
      id: "payment-untold-on-renewal",
      kills: "subscription-events/payment-completed-on-renewal",
      lie: "A renewal's payment is not told.",
    },
    (parts) => silent(parts, DONE, "renewalPaid"),
  ),
  mutant(
    {
      id: "payment-untold-by-automatic-retry",
      kills: "subscription-events/payment-completed-by-automatic-retry",
      lie: "The payment of an automatic retry is not told.",
      subtle: true,
    },
    (parts) => silent(parts, DONE, "retryPaid"),
  ),
  mutant(
    {
      id: "payment-untold-by-called-retry",
      kills: "subscription-events/payment-completed-by-retry-payment",
      lie: "The payment of a called retry is not told.",
      subtle: true,
    },
    (parts) => silent(parts, DONE, "retryCallPaid"),
  ),
  mutant(
    {
      id: "payment-told-though-declined",
      kills: "subscription-events/payment-completed-not-when-declined",
      lie: "A declined request is told as completed, too.",
    },
    (parts) => telling(parts, DONE, "renewalDeclined"),
  ),
  mutant(
    {
      id: "payment-with-another-order-each-time",
      kills: "subscription-events/payment-completed-repeats-share-their-order",
      lie: "The second telling of a payment has an order of its own.",
      subtle: true,
    },
    (parts) => {
      let count = 0;
      return telling(
        saying(parts, DONE, "orderId", (facts, usual) => {
          count += 1;
          return `${String(usual(facts))}_${count}`;
        }),
        DONE,
        "renewalPaid",
      );
    },
  ),
  mutant(
    {
      id: "payment-failure-untold-at-creation",
      kills: "subscription-events/payment-failed-at-creation",
      lie: "A declined first payment is not told.",
    },
    (parts) => silent(parts, FAILED, "createdDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-untold-on-renewal",
      kills: "subscription-events/payment-failed-on-renewal",
      lie: "A declined renewal's payment is not told.",
    },
    (parts) => silent(parts, FAILED, "renewalDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-untold-by-retry",
      kills: "subscription-events/payment-failed-by-automatic-retry",
      lie: "An automatic retry in vain is not told.",
      subtle: true,
    },
    (parts) => silent(parts, FAILED, "retryDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-though-approved",
      kills: "subscription-events/payment-failed-not-when-approved",
      lie: "A renewal that is paid tells a failure, too.",
    },
    (parts) => telling(parts, FAILED, "renewalPaid"),
  ),
  mutant(
    {
      id: "payment-failure-twice",
      kills: "subscription-events/payment-failed-once",
      lie: "A declined request is told twice under two ids.",
      subtle: true,
    },
    (parts) => telling(parts, FAILED, "renewalDeclined"),
  ),
];

const stream: readonly Mutant[] = [
  mutant(
    {
      id: "billing-three-days-late",
      kills: "subscription-events/billed-at-the-period-end",
      lie: "A renewal is billed three days after the stated end of its period.",
    },
    (parts) => billing(parts, ({ dueDate }) => ({ dueDate: (one) => dueDate(one) + 3 * DAY })),
  ),
  mutant(
    {
      id: "renewals-untold-from-the-second-on",
      kills: "subscription-events/each-renewal-is-told",
      lie: "From the second renewal on, nothing tells that a period was renewed.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, _context, subscription) =>
        (subscription?.cycle ?? 0) > 0 ? hushed(effects, UPDATED) : effects,
      ),
  ),
  mutant(
    {
      id: "billing-late-after-short-months",
      kills: "subscription-events/billed-at-the-period-end-across-months",
      lie: "A period that ends on another day of the month than it began is billed three days late.",
      subtle: true,
    },
    (parts) =>
      billing(parts, ({ dueDate }) => ({
        dueDate: (one) => {
          const clamped = new Date(one.periodEnd).getUTCDate() !== new Date(one.anchor).getUTCDate();
          return dueDate(one) + (clamped ? 3 * DAY : 0);
        },
      })),
  ),
  mutant(
    {
      id: "event-ids-from-orders",
      kills: "subscription-events/ids-tell-events-apart",
      lie: "All events of one order share an id.",
      subtle: true,
    },
    (parts) => {
      const usual = parts.envelopes["subscription"];
      if (usual === undefined) throw new Error("the emulator has no envelope of subscriptions");
      return {
        ...parts,
        envelopes: {
          ...parts.envelopes,
          subscription: (event) => {
            const { orderId } = event.data;
            return usual(typeof orderId === "string" ? { ...event, id: `evt_${orderId}` } : event);
          },
        },
      };
    },
  ),
  mutant(
    {
      id: "event-envelope-in-camel-case",
      kills: "subscription-events/envelope-keys-snake-case",
      lie: "The envelope of subscription events is in camelCase.",
    },
    (parts) => {
      const usual = parts.envelopes["subscription"];
      if (usual === undefined) throw new Error("the emulator has no envelope of subscriptions");
      return {
        ...parts,
        envelopes: {
          ...parts.envelopes,
          subscription: (event) => {
            const { created_at, ...others } = usual(event);
            return { ...others, createdAt: created_at };
          },
        },
      };
    },
  ),
  mutant(
    {
      id: "endpoints-by-prefixed-names",
      kills: "subscription-events/names-without-prefix",
      lie: "For events of subscriptions only a name with the prefix evt. matches.",
      subtle: true,
    },
    (parts) => ({
      ...parts,
      wants: (endpoint, { type }) =>
        endpoint.events.includes(type.startsWith("subscription.") ? `evt.${type}` : type),
    }),
  ),
  mutant(
    {
      id: "endpoints-get-everything",
      kills: "subscription-events/unsubscribed-names-stay-away",
      lie: "Every endpoint gets every event.",
    },
    (parts) => ({ ...parts, wants: () => true }),
  ),
  mutant(
    {
      id: "event-of-the-trials-end",
      kills: "subscription-events/no-event-of-the-trials-end",
      lie: "The end of a trial is told by an event of its own.",
    },
    (parts) => inventing(parts, "subscription.trial_ended", "subscription.trial_ending", "trialEndPaid"),
  ),
  mutant(
    {
      id: "event-session-completed-for-subscriptions",
      kills: "subscription-events/no-session-completed",
      lie: "A subscription from the hosted page tells checkout.session.completed.",
    },
    (parts) => inventing(parts, "checkout.session.completed", "subscription.created", "createdPaid"),
  ),
  mutant(
    {
      id: "event-of-a-quantity-change",
      kills: "subscription-events/nothing-on-quantity-change",
      lie: "A change of quantity is told as a resumption.",
      subtle: true,
    },
    (parts) => stepping(parts, ["quantityChanged"], () => ["subscription.resumed"]),
  ),
  mutant(
    {
      id: "event-updated-with-the-reminder",
      kills: "subscription-events/nothing-ahead-of-the-clock",
      lie: "The renewal is told with the reminder already, three days ahead.",
      subtle: true,
    },
    (parts) => telling(parts, UPDATED, "reminder"),
  ),
  mutant(
    {
      id: "event-paused-before-the-request",
      kills: "subscription-events/nothing-before-the-request",
      lie: "A creation tells a pause that nobody asked for.",
    },
    (parts) => telling(parts, "subscription.paused", "createdPaid"),
  ),
  mutant(
    {
      id: "event-updated-for-the-sibling-too",
      kills: [
        "subscription-events/nothing-for-bystanders",
        "test-clocks/attach-subscription-leaves-siblings",
      ],
      lie: "A clock's renewal is told for the customer's other subscription, too.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state }, subscription) => {
        const other = subscription === undefined ? undefined : siblingOf(state, subscription);
        const more = (effects.events ?? []).filter(({ type }) => other !== undefined && type === UPDATED);
        return {
          ...effects,
          events: [
            ...(effects.events ?? []),
            ...more.map((event) => ({ ...event, data: { ...event.data, subscriptionId: other?.id } })),
          ],
        };
      }),
  ),
  mutant(
    {
      id: "event-past-due-of-the-sibling",
      kills: "subscription-events/renewal-names-its-subscription",
      lie: "A failed renewal is told for the customer's other subscription.",
      subtle: true,
    },
    (parts) =>
      saying(
        parts,
        "subscription.past_due",
        "subscriptionId",
        ({ state, subscription }) => (siblingOf(state, subscription) ?? subscription).id,
      ),
  ),
];

/** Cancellations, payments and whole streams that are told otherwise than promised (§6, §6.1). */
export const streamMutants: readonly Mutant[] = [...cancellations, ...payments, ...stream];
