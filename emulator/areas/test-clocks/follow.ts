import type { State } from "../../kernel/state.ts";
import { put } from "../../kernel/table.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Effects } from "../../kernel/types.ts";
import { together } from "../common/effects.ts";
import { type Customer, customers } from "../customers/record.ts";
import { type Subscription, subscriptions } from "../subscriptions/record.ts";
import type { TestClock } from "./record.ts";

/** Lets a subscription follow another clock (null: real time); what it waits for keeps its date. */
export const follow = (subscription: Subscription, clockId: string | null): Effects => ({
  writes: [put(subscriptions, { ...subscription, clockId })],
  timers: [{ do: "move", subject: subscription.id, clock: clockId ?? wallClock(subscription.accountId) }],
});

/** Lets a customer follow another clock: the subscriptions made from now on do. */
export const followAs = (customer: Customer, clockId: string | null): Effects => ({
  writes: [put(customers, { ...customer, clockId })],
});

/** The subscriptions that come with a customer: all of them in the customer's environment. */
export const subscriptionsOf = (state: State, customer: Customer): readonly Subscription[] =>
  state.find(subscriptions, "customer", customer.id);

/** What is attached to a clock. */
export const attachedTo = (
  state: State,
  clock: TestClock,
): { subscriptions: readonly Subscription[]; customers: readonly Customer[] } => ({
  subscriptions: state.find(subscriptions, "clock", clock.id),
  customers: state.find(customers, "clock", clock.id),
});

/** Returns everything attached to a clock to real time. */
export function detachAll(state: State, clock: TestClock): Effects {
  const attached = attachedTo(state, clock);
  return together(
    ...attached.subscriptions.map((one) => follow(one, null)),
    ...attached.customers.map((one) => followAs(one, null)),
  );
}
