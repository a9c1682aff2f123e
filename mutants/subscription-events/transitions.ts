import { customers } from "../../emulator/areas/customers/record.ts";
import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { eventsOf } from "../../emulator/areas/billing/transitions.ts";
import { family, type Mutant, named } from "../mutant.ts";
import { acting, also, type Facts, inventing, siblingsOf } from "../shared/billing.ts";
import { again, declinedAgain, laterRetry, retryOfUnpaid, timer, worded } from "../faults/events.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, DAY, longer, moved, nothing } from "../faults/values.ts";
import {
  activated,
  created,
  fromPage,
  itsSubscription,
  newStatus,
  ofFirst,
  ofPastDue,
  ofTrials,
  ofUnpaid,
  oldEnd,
  oldStart,
  pastDueEvent,
  trialEnding,
  updated,
} from "./parts.ts";

const midnight = as<unknown>("at midnight", (usual) => `${String(usual).slice(0, 10)}T00:00:00Z`);
const someSession = as<unknown>("always there", (session) => session ?? "session_0");
const firstAddress = as<Facts>(
  "that of the merchant's first subscriber",
  (_usual, { state, subscription }) => {
    const [first] = state.find(subscriptions, "owner", ownerOf(subscription));
    return state.get(customers, first?.customerId ?? subscription.customerId)?.email ?? null;
  },
);
const laterCycle = (cycle: number) =>
  where(`after cycle ${cycle}`, ({ subscription }: Facts) => subscription.cycle > cycle);
const withSibling = where(
  "of customers with another subscription",
  ({ state, subscription }: Facts) => siblingsOf(state, subscription).length > 0,
);
const inJanuary = where(
  "of trials that end in January",
  ({ subscription }: Facts) => new Date(subscription.trialEnd ?? 0).getUTCMonth() === 0,
);
const BY_RETRY = "by a called retry";

export const mutants: readonly Mutant[] = [
  created.extra("created-once", "renewalPaid"),
  created.extra("created-once", "activated"),
  created.extra("created-once", "resumed"),
  created.extra("created-once", "createdPaid"),
  created.extra("created-once", "createdDeclined"),
  created.missing("created-when-approved", "createdPaid"),
  created.missing("created-when-trialing", "createdTrialing"),
  created.missing(["created-when-trialing", "created-once"], "createdTrialingHosted"),
  created.gives("status", "when-declined", constantly("active"), ofUnpaid),
  created.gives("status", "when-approved", constantly("unpaid"), withSibling),
  created.gives("customerId", "names-the-customer", itsSubscription),
  created.gives("customerId", "names-the-customer", longer, fromPage),
  created.gives("customerEmail", "has-the-customers-email", constantly("billing@example.org")),
  created.gives("customerEmail", "has-the-customers-email", constantly("billing@example.org"), ofUnpaid),
  created.gives("customerEmail", "has-the-customers-email", firstAddress),
  created.gives("currentPeriodStart", "has-the-period", midnight),
  created.gives("currentPeriodStart", "has-the-period", moved(-DAY), ofUnpaid),
  created.gives("trialEnd", "has-the-trial", moved(DAY)),
  created.gives("trialStart", "has-the-trial", nothing, fromPage),
  created.gives("trialEnd", "has-the-trial", nothing, fromPage),
  created.drops("checkoutSessionId", "from-page-has-session"),
  created.drops("checkoutSessionId", "from-page-has-session", ofTrials),
  created.gives("checkoutSessionId", "from-api-has-no-session", someSession),
  created.gives("checkoutSessionId", "from-api-has-no-session", someSession, ofTrials),
  created.gives("checkoutSessionId", "from-api-has-no-session", someSession, withSibling),
  activated.missingAfter("activated-by-automatic-retry", laterRetry),
  activated.missingAfter("activated-by-automatic-retry", retryOfUnpaid),
  activated.missing("activated-by-automatic-retry", "retryPaid"),
  activated.missingAfter("activated-by-retry-payment", worded(BY_RETRY, timer("activation", ofPastDue))),
  activated.missingAfter(
    "activated-by-retry-payment",
    worded(
      BY_RETRY,
      again((when) => timer("activation", when), ofPastDue),
    ),
  ),
  activated.missingAfter("activated-from-unpaid", worded(BY_RETRY, timer("activation", ofUnpaid))),
  activated.extra("not-activated-when-declined", "retryCallDeclined"),
  activated.extra("activated-once", "activated"),
  activated.extra("activated-once", "retryPaid"),
  activated.extra("not-activated-at-creation", "createdPaid"),
  activated.extra("not-activated-at-trial-end", "trialEndPaid"),
  updated.extra("not-updated-when-declined", "createdDeclined"),
  updated.extra("not-updated-when-declined", "retryCallDeclined"),
  updated.extra("not-updated-when-declined", "renewalDeclined"),
  updated.missing("updated-on-paid-renewal", "renewalPaid"),
  updated.extra("updated-once-a-renewal", "renewalPaid"),
  updated.extra("not-updated-on-quantity-change", "quantityChanged"),
  updated.gives("currentPeriodEnd", "has-a-later-period", oldEnd),
  updated.gives("currentPeriodStart", "has-a-later-period", oldStart, laterCycle(2)),
  updated.gives(
    "nextBillingDate",
    "has-a-later-period",
    as("the date just billed", (_usual, { subscription }) =>
      new Date(subscription.periodStart).toISOString(),
    ),
    laterCycle(1),
  ),
  pastDueEvent.missing("past-due-when-declined", "renewalDeclined"),
  pastDueEvent.missingAfter("past-due-when-declined", declinedAgain),
  pastDueEvent.extra("past-due-once", "renewalDeclined"),
  pastDueEvent.gives("previousStatus", "from-active", newStatus),
  trialEnding.gives("subscriptionId", "at-creation", ofFirst),
  trialEnding.missing("trial-ending-at-creation", "createdTrialing"),
  trialEnding.extra("trial-ending-once", "createdTrialing"),
  trialEnding.extra("trial-ending-is-no-reminder", "trialEndPaid"),
  trialEnding.extra("no-trial-ending-from-page", "createdTrialingHosted"),
  trialEnding.extra("no-trial-ending-without-trial", "createdPaid"),
  trialEnding.gives("trialEnd", "has-the-trial", moved(-3 * DAY)),
  trialEnding.gives(
    "trialEndDate",
    "has-the-trial",
    as("three days early", (date) => new Date(Date.parse(String(date)) - 3 * DAY).toISOString().slice(0, 10)),
  ),
  trialEnding.gives("trialEndDate", "has-the-trial", moved(-365 * DAY), inJanuary),
  ...named({
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
    "event-past-due-from-past-due-after-a-settlement": {
      violates: ["subscription-events/past-due-from-active"],
      summary: "A declined renewal reports past_due as the previous status if an earlier one was settled.",
      replace: declinedAgain.change((effects) => ({
        ...effects,
        events: (effects.events ?? []).map((event) =>
          event.type === "subscription.past_due"
            ? { ...event, data: { ...event.data, previousStatus: "past_due" } }
            : event,
        ),
      })),
    },
    "event-activated-by-a-declined-retry-of-a-renewal": {
      violates: ["subscription-events/not-activated-when-declined"],
      summary: "A declined retry-payment call for a past-due subscription emits subscription.activated.",
      replace: acting("retryPayment", (usual, input) => {
        const { billingContext, subscription: previous } = input;
        const acted = usual(input);
        if (acted.payment?.approved !== false || previous.status !== "past_due") return acted;
        const { subscription } = acted;
        return also(acted, {
          events: eventsOf(billingContext, { step: "activated", previous, subscription }),
        });
      }),
    },
    "event-session-completed-for-subscriptions": {
      violates: ["subscription-events/no-session-completed"],
      summary: "A subscription from the hosted page reports checkout.session.completed.",
      replace: inventing("checkout.session.completed", "subscription.created", "createdPaid"),
    },
  }),
];
