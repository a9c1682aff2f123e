import { type Mutant, mutant } from "../mutant.ts";
import {
  billing,
  DAY,
  hushed,
  inventing,
  saying,
  siblingOf,
  stepping,
  telling,
  timing,
} from "../shared/billing.ts";

const UPDATED = "subscription.updated";

/** Whole streams that are reported otherwise than promised (§6, §6.1). */
export const streamMutants: readonly Mutant[] = [
  mutant(
    {
      id: "billing-three-days-late",
      violates: "subscription-events/billed-at-the-period-end",
      summary: "A renewal is billed three days after the stated end of its period.",
    },
    (parts) => billing(parts, ({ dueDate }) => ({ dueDate: (one) => dueDate(one) + 3 * DAY })),
  ),
  mutant(
    {
      id: "renewals-untold-from-the-second-on",
      violates: "subscription-events/each-renewal-is-told",
      summary: "From the second renewal on, nothing shows that a period was renewed.",
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
      violates: "subscription-events/billed-at-the-period-end-across-months",
      summary: "A period that ends on another day of the month than it began is billed three days late.",
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
      violates: "subscription-events/ids-tell-events-apart",
      summary: "All events of one order share an id.",
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
      violates: "subscription-events/envelope-keys-snake-case",
      summary: "The envelope of subscription events is in camelCase.",
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
      violates: "subscription-events/names-without-prefix",
      summary: "For events of subscriptions only a name with the prefix evt. matches.",
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
      violates: "subscription-events/unsubscribed-names-stay-away",
      summary: "Every endpoint gets every event.",
    },
    (parts) => ({ ...parts, wants: () => true }),
  ),
  mutant(
    {
      id: "endpoints-get-the-family",
      violates: "subscription-events/unsubscribed-names-stay-away",
      summary: "An endpoint gets every event whose name begins as one of its names does.",
      subtle: true,
    },
    (parts) => ({
      ...parts,
      wants: (endpoint, { type }) =>
        endpoint.events.some((name) => type.startsWith(name.split(".")[0] ?? "")),
    }),
  ),
  mutant(
    {
      id: "event-of-the-trials-end",
      violates: "subscription-events/no-event-of-the-trials-end",
      summary: "The end of a trial is reported by an event of its own.",
    },
    (parts) => inventing(parts, "subscription.trial_ended", "subscription.trial_ending", "trialEndPaid"),
  ),
  mutant(
    {
      id: "event-session-completed-for-subscriptions",
      violates: "subscription-events/no-session-completed",
      summary: "A subscription from the hosted page reports checkout.session.completed.",
    },
    (parts) => inventing(parts, "checkout.session.completed", "subscription.created", "createdPaid"),
  ),
  mutant(
    {
      id: "event-of-a-quantity-change",
      violates: "subscription-events/nothing-on-quantity-change",
      summary: "A change of quantity is reported as a resumption.",
      subtle: true,
    },
    (parts) => stepping(parts, ["quantityChanged"], () => ["subscription.resumed"]),
  ),
  mutant(
    {
      id: "event-updated-with-the-reminder",
      violates: "subscription-events/nothing-ahead-of-the-clock",
      summary: "The renewal is reported with the reminder already, three days ahead.",
      subtle: true,
    },
    (parts) => telling(parts, UPDATED, "reminder"),
  ),
  mutant(
    {
      id: "event-paused-before-the-request",
      violates: "subscription-events/nothing-before-the-request",
      summary: "A creation reports a pause that nobody asked for.",
    },
    (parts) => telling(parts, "subscription.paused", "createdPaid"),
  ),
  mutant(
    {
      id: "event-updated-for-the-sibling-too",
      violates: [
        "subscription-events/nothing-for-bystanders",
        "test-clocks/attach-subscription-leaves-siblings",
      ],
      summary: "A clock's renewal is reported for the customer's other subscription, too.",
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
      violates: "subscription-events/renewal-names-its-subscription",
      summary: "A failed renewal is reported for the customer's other subscription.",
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
