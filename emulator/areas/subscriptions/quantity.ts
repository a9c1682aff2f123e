import { fieldError, validationFailed } from "../../kernel/answers.ts";
import { type Guard, guard } from "../../kernel/guards.ts";
import { atMost, number, positive, required, text, whole } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import { eventsOf } from "../billing/transitions.ts";
import { largestAmount } from "../common/fields.ts";
import { type ActInput, type ActParts, actParts } from "./act.ts";
import { notEnded, shown } from "./acts.ts";
import { type Subscription, type SubscriptionItem, subscriptions } from "./record.ts";

/** The items after the change: the quantity applies to the price in the body, or to the first item. */
const changed = ({ subscription, body }: ActInput): readonly SubscriptionItem[] => {
  const { quantity, priceId } = body as { quantity: number; priceId?: string };
  return subscription.items.map((item, at) =>
    (priceId === undefined ? at === 0 : item.priceId === priceId) ? { ...item, quantity } : item,
  );
};

const refuse = (
  name: string,
  [rule, field]: readonly [rule: string, field: string],
  applies: (input: ActInput) => boolean,
): Guard<ActInput> =>
  guard(name, (input) =>
    applies(input) ? validationFailed(input.parts.invalidStatus, [fieldError(rule, field)]) : undefined,
  );

/** The parts of a change of quantity, which applies from the next invoice on and emits no event (§6.1). */
export const createChangeQuantityParts = (): ActParts =>
  actParts({
    fields: [
      { field: "quantity", rules: [required, number, whole, positive, atMost(1_000_000)] },
      { field: "priceId", rules: [text] },
    ],
    guards: [
      notEnded,
      refuse(
        "price",
        ["exists", "priceId"],
        ({ subscription, body }) =>
          body["priceId"] !== undefined &&
          !subscription.items.some(({ priceId }) => priceId === body["priceId"]),
      ),
      refuse(
        "total",
        ["max", "quantity"],
        (input) =>
          input.billingContext.billing.amount(input.billingContext.state, changed(input)) > largestAmount,
      ),
    ],
    act: (input) => {
      const { billingContext, subscription: previous } = input;
      const subscription: Subscription = {
        ...previous,
        items: changed(input),
        updatedAt: billingContext.now,
      };
      return {
        subscription,
        effects: {
          writes: [put(subscriptions, subscription)],
          events: eventsOf(billingContext, { step: "quantityChanged", previous, subscription }),
        },
      };
    },
    presenter: shown(),
  });
