import { invoices } from "../../emulator/areas/invoices/record.ts";
import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";
import { acting, billing, DAY } from "../shared/billing.ts";
import { midnight } from "./parts/dates.ts";
import { answering, variant } from "./parts/variant.ts";
import { part } from "../part.ts";

/** Other choices at the open points in `spec/areas/subscriptions.yaml`. */
export const subscriptionsVariants: readonly Variant[] = [
  variant(
    "one-retry",
    "automatic-retry-schedule",
    "A declined payment is requested once more, on the second day",
    billing(() => ({ retries: [1.5 * DAY] })),
  ),
  variant(
    "retries-twice-a-day",
    "automatic-retry-schedule",
    "A declined payment is requested again a day later, and twice a day for a week",
    billing(() => ({ retries: [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7].map((days) => days * DAY) })),
  ),
  variant(
    "retries-after-a-week",
    "automatic-retry-schedule",
    "A declined payment is requested again a week later, and then five days after that",
    billing(() => ({ retries: [7 * DAY, 12 * DAY] })),
  ),
  variant(
    "no-retries",
    "automatic-retry-schedule",
    "A declined payment is requested again only by retry-payment",
    billing(() => ({ retries: [] })),
  ),
  variant(
    "canceled-at-the-end-of-the-day",
    "cancellation-dates",
    "A cancellation is scheduled for the last second of the day on which the period ends",
    billing(({ cancellationDate }) => ({
      cancellationDate: (subscription, now, all) =>
        midnight(cancellationDate(subscription, now, all)) + DAY - 1000,
    })),
  ),
  variant(
    "pauses-move-the-period",
    "paused-billing",
    "A resumption moves the period by the length of the pause",
    acting("resume", (usual, input) => {
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
      // What is owed or issued already keeps its date, and so does a cancellation.
      return usual(
        owes || issued || paused.cancelAt !== null || paused.trialEnd !== null
          ? input
          : { ...input, subscription: moved },
      );
    }),
  ),
  variant(
    "changes-are-prorated",
    "quantity-change-proration",
    "A change of quantity adds a share of the price to the next invoice",
    (parts) => {
      // Items are never changed in place: the changed ones are known by their identity, and pay their share once.
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
  ),
  variant(
    "trials-pay-nothing",
    "trial-first-payment",
    "The creation of a trialing subscription reports a payment of nothing",
    answering(["createSubscription"], 201, (body: Body) => {
      if (body["status"] === "trialing") body["paymentStatus"] ??= { success: true, amount: 0 };
    }),
  ),
  variant(
    "everything-can-be-voided",
    "void-conditions",
    "Paid invoices can be voided too",
    part(["invoices", "void"], () => ({ guards: [] })),
  ),
  variant(
    "one-subscription-a-customer",
    "subscriptions-of-one-customer",
    "A customer has one subscription until it has ended",
    part(["subscriptions", "create"], ({ guards }) => ({
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
  ),
  variant(
    "canceled-with-notice",
    "cancellation-dates",
    "A cancellation is scheduled for the end of the period after the present one",
    billing(({ cancellationDate }) => ({
      cancellationDate: (subscription, now, all) =>
        subscription.trialEnd !== null && subscription.trialEnd > now
          ? cancellationDate(subscription, now, all)
          : all.periodStart(subscription.anchor, subscription.cycle + 2),
    })),
  ),
];
