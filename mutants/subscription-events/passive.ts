import { type Mutant, named } from "../mutant.ts";
import type { Facts } from "../shared/billing.ts";
import { enveloping } from "../shared/envelopes.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, DAY, inList, asText, nothing, withoutPrefix } from "../faults/values.ts";
import {
  activated,
  afterPastDue,
  canceled,
  completed,
  created,
  due,
  failed,
  finalized,
  immediate,
  invoicePaid,
  ofTrials,
  ofUnpaid,
  secondRenewal,
  updated,
} from "./parts.ts";

const later = (days: number) =>
  where(
    `${days} days after the creation`,
    ({ subscription, at }: Facts) => at - subscription.createdAt > days * DAY,
  );
const afterUnpaid = where("for unpaid subscriptions", ({ previous }: Facts) => previous.status === "unpaid");
const afterTrials = where("after a trial", ({ subscription }: Facts) => subscription.trialEnd !== null);
const ofSeveral = where("for two and more", ({ subscription }: Facts) =>
  subscription.items.some(({ quantity }) => quantity > 1),
);
const quantitiesInQuotes = as<unknown>("a list with quantities in quotes", (items) =>
  (items as { quantity: number }[]).map((item) => ({ ...item, quantity: String(item.quantity) })),
);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  updated.drops("currentPeriodStart", "current-period-start", secondRenewal),
  updated.drops("status", "status", secondRenewal),
  updated.gives("updatedAt", "updated-at", inList, secondRenewal),
  activated.drops("currentPeriodEnd", "current-period-end", afterPastDue),
  activated.gives("activatedAt", "activated-at", inList, afterUnpaid),
  activated.gives("status", "status-word", constantly("past_due"), afterPastDue),
  canceled.drops("customerId", "customer-id", due),
  canceled.gives("canceledAt", "canceled-at", nothing, immediate),
  canceled.gives("status", "status", constantly(5), immediate),
  created.drops("currentPeriodEnd", "current-period-end", ofTrials),
  created.gives("customerEmail", "customer-email", inList, ofUnpaid),
  created.gives("items", "items-quantity", quantitiesInQuotes, ofSeveral),
  finalized.drops("invoiceNumber", "invoice-number", afterTrials),
  finalized.gives("total", "total", asText, later(45)),
  invoicePaid.drops("orderId", "order-id", afterPastDue),
  invoicePaid.drops("subscriptionId", "subscription-id", secondRenewal),
  completed.gives("paymentIntentId", "payment-intent-id-prefix", withoutPrefix, afterPastDue),
  completed.gives("amount", "amount", asText, afterPastDue),
  failed.drops("orderId", "order-id", afterPastDue),
  failed.gives("failedAt", "failed-at", inList, later(1)),
  ...named({
    "event-envelope-in-camel-case": {
      violates: ["subscription-events/envelope-keys-snake-case"],
      summary: "The envelope of subscription events has keys in camelCase.",
      replace: enveloping("subscription", (event, usual) => {
        const { created_at, ...others } = usual(event);
        return { ...others, createdAt: created_at };
      }),
    },
  }),
];
