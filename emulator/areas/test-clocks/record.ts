import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table, put } from "../../kernel/table.ts";
import type { State } from "../../kernel/state.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Effects } from "../../kernel/types.ts";
import { together } from "../common/deciders.ts";
import { type Customer, customers } from "../customers/record.ts";
import { type Subscription, subscriptions } from "../billing/records.ts";

/** A test clock, which moves only on request (§2.11). Times in epoch milliseconds. */
export interface TestClock {
  /** `clock_…`. It is also the name of its clock on the timeline. */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly name: string | null;
  /** The time that it shows. */
  readonly frozenTime: number;
  readonly status: "ready" | "advancing" | "completed";
  /** The time of the creation on the wall clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All test clocks. */
export const testClocks = table<TestClock>("testClocks", { owner: ownerOf });

/** Makes a subscription follow another clock, or the wall clock if it is null. Its timers keep their due times. */
export const follow = (subscription: Subscription, clockId: string | null): Effects => ({
  writes: [put(subscriptions, { ...subscription, clockId })],
  timers: [{ do: "move", subject: subscription.id, clock: clockId ?? wallClock(subscription.accountId) }],
});

/** Makes a customer, and so its future subscriptions, follow another clock. */
export const followAs = (customer: Customer, clockId: string | null): Effects => ({
  writes: [put(customers, { ...customer, clockId })],
});

/** All subscriptions of a customer, in the customer's environment. */
export const subscriptionsOf = (state: State, customer: Customer): readonly Subscription[] =>
  state.find(subscriptions, "customer", customer.id);

/** The customers and subscriptions that are attached to a clock. */
export const attachedTo = (
  state: State,
  clock: TestClock,
): { subscriptions: readonly Subscription[]; customers: readonly Customer[] } => ({
  subscriptions: state.find(subscriptions, "clock", clock.id),
  customers: state.find(customers, "clock", clock.id),
});

/** Makes everything that is attached to a clock follow the wall clock. */
export function detachAll(state: State, clock: TestClock): Effects {
  const attached = attachedTo(state, clock);
  return together(
    ...attached.subscriptions.map((one) => follow(one, null)),
    ...attached.customers.map((one) => followAs(one, null)),
  );
}
