import { invoices, subscriptions } from "../../emulator/areas/billing/records.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import { named } from "../named.ts";
import type { Body } from "../shared/answers.ts";
import { acting, billing, DAY } from "../shared/billing.ts";
import { midnight } from "./parts/dates.ts";
import { answering } from "../shared/answers.ts";
import { part } from "../part.ts";

/** Other choices at the open points in `spec/areas/subscriptions.yaml`. */
export const variants = named<Variant>({
  "one-retry": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested once more, on the second day",
    replace: billing(() => ({ retries: [1.5 * DAY] })),
  },
  "retries-twice-a-day": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested again a day later, and twice a day for a week",
    replace: billing(() => ({ retries: [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7].map((days) => days * DAY) })),
  },
  "retries-after-a-week": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested again a week later, and then five days after that",
    replace: billing(() => ({ retries: [7 * DAY, 12 * DAY] })),
  },
  "no-retries": {
    openPoints: ["automatic-retry-schedule"],
    what: "A declined payment is requested again only by retry-payment",
    replace: billing(() => ({ retries: [] })),
  },
  "canceled-at-the-end-of-the-day": {
    openPoints: ["cancellation-dates"],
    what: "A cancellation is scheduled for the last second of the day on which the period ends",
    replace: billing(({ cancellationDate }) => ({
      cancellationDate: (subscription, now, all) =>
        midnight(cancellationDate(subscription, now, all)) + DAY - 1000,
    })),
  },
  "pauses-move-the-period": {
    openPoints: ["paused-billing"],
    what: "A resumption moves the period by the length of the pause",
    replace: acting("resume", (usual, input) => {
      const { subscription: paused, billingContext } = input;
      const away = billingContext.now - (paused.pausedAt ?? billingContext.now);
      const moved = {
        ...paused,
        anchor: paused.anchor + away,
        periodStart: paused.periodStart + away,
        periodEnd: paused.periodEnd + away,
      };
      const owes = paused.pausedFrom === "unpaid" || paused.pausedFrom === "past_due";
      const issued = billingContext.state
        .find(invoices, "subscription", paused.id)
        .some(({ status, dueAt }) => status === "open" && dueAt === paused.periodEnd);
      // Invoices that are issued or owed keep their dates, and so does a cancellation.
      return usual(
        owes || issued || paused.cancelAt !== null || paused.trialEnd !== null
          ? input
          : { ...input, subscription: moved },
      );
    }),
  },
  "changes-are-prorated": {
    openPoints: ["quantity-change-proration"],
    what: "A change of quantity adds a share of the price to the next invoice",
    replace: (parts) => {
      // Items are replaced, never modified, so a change is recognised by identity and charged once.
      const owed = new WeakMap<object, number>();
      const prorated = billing(({ amount }) => ({
        amount: (state, items) => {
          const share = owed.get(items) ?? 0;
          return amount(state, items) + share;
        },
      }))(parts);
      return acting("changeQuantity", (usual, input) => {
        const acted = usual(input);
        owed.set(acted.subscription.items, 100);
        return acted;
      })(prorated);
    },
  },
  "trials-pay-nothing": {
    openPoints: ["trial-first-payment"],
    what: "The creation of a trialing subscription reports a payment of zero",
    replace: answering(["createSubscription"], 201, (body: Body) => {
      if (body["status"] === "trialing") body["paymentStatus"] ??= { success: true, amount: 0 };
    }),
  },
  "everything-can-be-voided": {
    openPoints: ["void-conditions"],
    what: "Paid invoices can be voided too",
    replace: part(["invoices", "void"], () => ({ guards: [] })),
  },
  "one-subscription-a-customer": {
    openPoints: ["subscriptions-of-one-customer"],
    what: "A customer has one subscription until it has ended",
    replace: part(["subscriptions", "create"], ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "another",
          refuse: ({ state, command }) => {
            const { customerId } = command.body as { customerId: string };
            const live = state
              .find(subscriptions, "customer", customerId)
              .some(({ status }) => status !== "canceled");
            return live ? only(message(409, "The customer has a subscription")) : undefined;
          },
        },
      ],
    })),
  },
  "canceled-with-notice": {
    openPoints: ["cancellation-dates"],
    what: "A cancellation is scheduled for the end of the next period",
    replace: billing(({ cancellationDate }) => ({
      cancellationDate: (subscription, now, all) =>
        subscription.trialEnd !== null && subscription.trialEnd > now
          ? cancellationDate(subscription, now, all)
          : all.periodStart(subscription.anchor, subscription.cycle + 2),
    })),
  },
});
