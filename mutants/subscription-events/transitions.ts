import { type Replace, perEmulator } from "../mutant.ts";
import { family, named } from "../named.ts";
import { eventsOf } from "../../emulator/areas/billing/transitions.ts";
import {
  acting,
  decliningAgain,
  type Facts,
  withoutEvents,
  inventing,
  later,
  notEmittingFromUnpaid,
  notEmittingLater,
  timing,
} from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";
import { changingMember, changedWhen, ofFirst } from "./parts.ts";

const CREATED = "subscription.created";

const ACTIVATED = "subscription.activated";

const UPDATED = "subscription.updated";

const PAST_DUE = "subscription.past_due";

const NOTICE = "subscription.trial_ending";

/** Removes the activation from retry-payment calls, for subscriptions in one state. */
const inactive = (state: string): Replace =>
  timing("activation", (effects, _context, subscription) =>
    subscription?.status === state ? withoutEvents(effects, ACTIVATED) : effects,
  );

const isTrialing = ({ subscription }: Facts): boolean => subscription.status === "trialing";

export const mutants = named({
  ...occurrenceMutants(CREATED, {
    "event-created-again-on-renewal": {
      violates: ["subscription-events/created-once"],
      summary: "A paid renewal reports the creation again.",
      extra: "renewalPaid",
    },
    "event-created-again-on-activation": {
      violates: ["subscription-events/created-once"],
      summary: "An activation reports the creation again.",
      extra: "activated",
    },
    "event-created-again-on-resumption": {
      violates: ["subscription-events/created-once"],
      summary: "A resumption reports the creation again.",
      extra: "resumed",
    },
    "event-created-untold": {
      violates: ["subscription-events/created-when-approved"],
      missing: "createdPaid",
    },
    "event-created-untold-of-trials": {
      violates: ["subscription-events/created-when-trialing"],
      missing: "createdTrialing",
    },
    "event-created-twice": { violates: ["subscription-events/created-once"], extra: "createdPaid" },
    "event-created-untold-of-hosted-trials": {
      violates: ["subscription-events/created-when-trialing", "subscription-events/created-once"],
      summary: "The creation of a trialing subscription on the hosted page is not reported.",
      missing: "createdTrialingHosted",
    },
    "event-created-twice-when-unpaid": {
      violates: ["subscription-events/created-once"],
      summary: "A creation whose payment was declined is reported twice.",
      extra: "createdDeclined",
    },
  }),
  "event-activated-untold-by-second-retry": {
    violates: ["subscription-events/activated-by-automatic-retry"],
    summary: "A settlement by the second automatic retry is not reported.",
    replace: notEmittingLater(ACTIVATED),
  },
  "event-activated-untold-by-retry-of-unpaid": {
    violates: ["subscription-events/activated-by-automatic-retry"],
    summary: "A settlement of an unpaid subscription by an automatic retry is not reported.",
    replace: notEmittingFromUnpaid(ACTIVATED),
  },
  ...occurrenceMutants(UPDATED, {
    "event-updated-on-declined-creation": {
      violates: ["subscription-events/not-updated-when-declined"],
      summary: "A creation whose payment was declined is reported as a renewal.",
      extra: "createdDeclined",
    },
    "event-updated-on-a-declined-call": {
      violates: ["subscription-events/not-updated-when-declined"],
      summary: "A call of retry-payment that is declined is reported as a renewal.",
      extra: "retryCallDeclined",
    },
    "event-updated-untold": {
      violates: ["subscription-events/updated-on-paid-renewal"],
      missing: "renewalPaid",
    },
    "event-updated-twice": {
      violates: ["subscription-events/updated-once-a-renewal"],
      extra: "renewalPaid",
    },
    "event-updated-when-declined": {
      violates: ["subscription-events/not-updated-when-declined"],
      extra: "renewalDeclined",
    },
    "event-updated-on-quantity": {
      violates: ["subscription-events/not-updated-on-quantity-change"],
      extra: "quantityChanged",
    },
  }),
  ...family<readonly [string, (total: number, before: number) => boolean]>(
    {
      "event-updated-on-a-smaller-quantity": ["a smaller quantity", (total, before) => total < before],
      "event-updated-on-the-quantity-1": ["the quantity 1", (total) => total === 1],
    },
    ([what, concerns]) => ({
      violates: ["subscription-events/not-updated-on-quantity-change"],
      summary: `A change to ${what} emits subscription.updated.`,
      replace: acting("changeQuantity", (usual, input) => {
        const { billingContext, subscription: previous } = input;
        const acted = usual(input);
        const { subscription } = acted;
        const total = ({ items }: typeof previous): number =>
          items.reduce((sum, { quantity }) => sum + quantity, 0);
        if (!concerns(total(subscription), total(previous))) return acted;
        const events = eventsOf(billingContext, { step: "renewalPaidAhead", previous, subscription });
        return { ...acted, effects: { ...acted.effects, events } };
      }),
    }),
  ),
  ...occurrenceMutants(ACTIVATED, {
    "event-activated-on-a-declined-call": {
      violates: ["subscription-events/not-activated-when-declined"],
      summary: "A call of retry-payment that is declined is reported as an activation, too.",
      extra: "retryCallDeclined",
    },
    "event-activated-untold-by-automatic-retry": {
      violates: ["subscription-events/activated-by-automatic-retry"],
      missing: "retryPaid",
    },
    "event-activated-twice": { violates: ["subscription-events/activated-once"], extra: "activated" },
    "event-activated-at-creation": {
      violates: ["subscription-events/not-activated-at-creation"],
      extra: "createdPaid",
    },
    "event-activated-at-trial-end": {
      violates: ["subscription-events/not-activated-at-trial-end"],
      extra: "trialEndPaid",
    },
    "event-activated-twice-by-automatic-retry": {
      violates: ["subscription-events/activated-once"],
      summary: "A settlement by the automatic retry is reported twice.",
      extra: "retryPaid",
    },
  }),
  "event-created-active-though-declined": {
    violates: ["subscription-events/created-when-declined"],
    summary: "A creation whose payment was declined is reported as active.",
    replace: changingMember(CREATED, "status", ({ subscription }) =>
      subscription.status === "unpaid" ? "active" : subscription.status,
    ),
  },
  "event-created-without-customer": {
    violates: ["subscription-events/created-names-the-customer"],
    summary: "A creation names the subscription as its customer.",
    replace: changingMember(CREATED, "customerId", ({ subscription }) => subscription.id),
  },
  "event-created-with-one-address": {
    violates: ["subscription-events/created-has-the-customers-email"],
    summary: "All creations report one address.",
    replace: changingMember(CREATED, "customerEmail", () => "billing@example.org"),
  },
  "event-created-from-midnight": {
    violates: ["subscription-events/created-has-the-period"],
    summary: "The period of a creation is reported from midnight.",
    replace: changingMember(
      CREATED,
      "currentPeriodStart",
      (facts, usual) => `${String(usual(facts)).slice(0, 10)}T00:00:00Z`,
    ),
  },
  "event-created-unpaid-a-day-earlier": {
    violates: ["subscription-events/created-has-the-period"],
    summary: "The period of an unpaid creation is reported from the day before.",
    replace: changedWhen(
      [CREATED, "currentPeriodStart"],
      ({ subscription }) => subscription.status === "unpaid",
      (start) => later(start, -1),
    ),
  },
  "event-created-from-page-for-another": {
    violates: ["subscription-events/created-names-the-customer"],
    summary: "A creation from the hosted page names another customer.",
    replace: changedWhen(
      [CREATED, "customerId"],
      ({ subscription }) => subscription.checkoutSessionId !== null,
      (id) => `${String(id)}0`,
    ),
  },
  "event-created-with-a-longer-trial": {
    violates: ["subscription-events/created-has-the-trial"],
    summary: "A creation reports a trial that is a day longer.",
    replace: changingMember(CREATED, "trialEnd", (facts, usual) =>
      usual(facts) === null ? null : later(usual(facts), 1),
    ),
  },
  "event-created-without-page": {
    violates: ["subscription-events/created-from-page-has-session"],
    summary: "The session of the hosted page is not reported.",
    replace: changingMember(CREATED, "checkoutSessionId", () => undefined),
  },
  "event-created-with-a-page-through-the-api": {
    violates: ["subscription-events/created-from-api-has-no-session"],
    summary: "A creation through the API reports a session.",
    replace: changingMember(
      CREATED,
      "checkoutSessionId",
      ({ subscription }) => subscription.checkoutSessionId ?? `session_${subscription.id}`,
    ),
  },
  "event-activated-untold-by-called-retry": {
    violates: ["subscription-events/activated-by-retry-payment"],
    summary: "A past-due subscription becomes active without an event.",
    replace: inactive("past_due"),
  },
  "event-activated-untold-from-unpaid": {
    violates: ["subscription-events/activated-from-unpaid"],
    summary: "An unpaid subscription becomes active without an event.",
    replace: inactive("unpaid"),
  },
  "event-updated-with-the-old-period": {
    violates: ["subscription-events/updated-has-a-later-period"],
    summary: "A renewal reports the end of the previous period.",
    replace: changingMember(UPDATED, "currentPeriodEnd", ({ previous }) =>
      new Date(previous.periodEnd).toISOString(),
    ),
  },
  "event-updated-with-the-old-start-later": {
    violates: ["subscription-events/updated-has-a-later-period"],
    summary: "From the third renewal on, the reported period starts with the previous one.",
    replace: changingMember(UPDATED, "currentPeriodStart", (facts, usual) =>
      facts.subscription.cycle > 2 ? new Date(facts.previous.periodStart).toISOString() : usual(facts),
    ),
  },
  "event-updated-with-a-past-billing-date-later": {
    violates: ["subscription-events/updated-has-a-later-period"],
    summary: "From the second renewal on, the next billing date is the one just billed.",
    replace: changingMember(UPDATED, "nextBillingDate", (facts, usual) =>
      facts.subscription.cycle > 1 ? new Date(facts.subscription.periodStart).toISOString() : usual(facts),
    ),
  },
  ...occurrenceMutants(PAST_DUE, {
    "event-past-due-untold": {
      violates: ["subscription-events/past-due-when-declined"],
      missing: "renewalDeclined",
    },
    "event-past-due-twice": {
      violates: ["subscription-events/past-due-once"],
      extra: "renewalDeclined",
    },
  }),
  "event-past-due-untold-after-a-settlement": {
    violates: ["subscription-events/past-due-when-declined"],
    summary: "A declined renewal is not reported if an earlier one was settled.",
    replace: decliningAgain((effects) => withoutEvents(effects, PAST_DUE)),
  },
  "event-past-due-from-past-due-after-a-settlement": {
    violates: ["subscription-events/past-due-from-active"],
    summary: "A declined renewal reports past_due as the previous status if an earlier one was settled.",
    replace: decliningAgain((effects) => ({
      ...effects,
      events: (effects.events ?? []).map((event) =>
        event.type === PAST_DUE ? { ...event, data: { ...event.data, previousStatus: "past_due" } } : event,
      ),
    })),
  },
  "event-activated-untold-of-a-second-debt": {
    violates: ["subscription-events/activated-by-retry-payment"],
    summary: "The second settlement of a past-due subscription is not reported.",
    replace: perEmulator(() => {
      const settled = new Set<string>();
      return timing("activation", (effects, _context, subscription) => {
        if (subscription?.status !== "past_due") return effects;
        if (settled.has(subscription.id)) return withoutEvents(effects, ACTIVATED);
        settled.add(subscription.id);
        return effects;
      });
    }),
  },
  "event-past-due-from-past-due": {
    violates: ["subscription-events/past-due-from-active"],
    summary: "A failed renewal reports the new status as the previous one.",
    replace: changingMember(PAST_DUE, "previousStatus", ({ subscription }) => subscription.status),
  },
  "event-trial-notice-of-the-first-subscription": {
    violates: ["subscription-events/trial-ending-at-creation"],
    summary: "The notice of a trial names the customer's first subscription.",
    replace: ofFirst(NOTICE),
  },
  ...occurrenceMutants(NOTICE, {
    "event-trial-notice-untold": {
      violates: ["subscription-events/trial-ending-at-creation"],
      missing: "createdTrialing",
    },
    "event-trial-notice-twice": {
      violates: ["subscription-events/trial-ending-once"],
      extra: "createdTrialing",
    },
    "event-trial-notice-at-its-end": {
      violates: ["subscription-events/trial-ending-is-no-reminder"],
      extra: "trialEndPaid",
    },
    "event-trial-notice-from-page": {
      violates: ["subscription-events/no-trial-ending-from-page"],
      extra: "createdTrialingHosted",
    },
    "event-trial-notice-without-trial": {
      violates: ["subscription-events/no-trial-ending-without-trial"],
      extra: "createdPaid",
    },
  }),
  "event-trial-notice-of-another-trial": {
    violates: ["subscription-events/trial-ending-has-the-trial"],
    summary: "The notice of a trial ends it three days early.",
    replace: changingMember(NOTICE, "trialEnd", (facts, usual) =>
      usual(facts) === null ? null : later(usual(facts), -3),
    ),
  },
  "event-created-without-page-of-trials": {
    violates: ["subscription-events/created-from-page-has-session"],
    summary: "The creation of a trialing subscription on the hosted page reports no session.",
    replace: changedWhen(["subscription.created", "checkoutSessionId"], isTrialing),
  },
  "event-created-with-a-page-of-api-trials": {
    violates: ["subscription-events/created-from-api-has-no-session"],
    summary: "The creation of a trialing subscription through the API reports a session.",
    replace: changedWhen(
      ["subscription.created", "checkoutSessionId"],
      isTrialing,
      (session) => session ?? "session_0",
    ),
  },
  "event-created-with-another-address-when-unpaid": {
    violates: ["subscription-events/created-has-the-customers-email"],
    summary: "The creation of an unpaid subscription reports another address.",
    replace: changedWhen(
      ["subscription.created", "customerEmail"],
      ({ subscription }) => subscription.status === "unpaid",
      () => "billing@example.org",
    ),
  },
  "event-trial-notice-of-another-day": {
    violates: ["subscription-events/trial-ending-has-the-trial"],
    summary: "The notice of a trial reports a day that is three days early.",
    replace: changedWhen(
      ["subscription.trial_ending", "trialEndDate"],
      () => true,
      (date) => later(date, -3).slice(0, 10),
    ),
  },
  "event-session-completed-for-subscriptions": {
    violates: ["subscription-events/no-session-completed"],
    summary: "A subscription from the hosted page reports checkout.session.completed.",
    replace: inventing("checkout.session.completed", "subscription.created", "createdPaid"),
  },
});
