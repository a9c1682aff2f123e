import type { State } from "../../kernel/state.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Customer } from "../customers/record.ts";
import type { Invoice } from "../invoices/record.ts";
import type { Subscription } from "../subscriptions/record.ts";
import { testClocks } from "../test-clocks/record.ts";

/** A request for the payment of an invoice, and its outcome. */
export interface Payment {
  /** `pi_…` */
  readonly id: string;
  readonly approved: boolean;
  /** Why it was declined. */
  readonly error: string | null;
}

/** The facts that an event about a subscription reports. */
export interface Facts {
  readonly state: State;
  /** The subscription afterwards. */
  readonly subscription: Subscription;
  /** The subscription before. */
  readonly previous: Subscription;
  readonly customer: Customer | undefined;
  readonly invoice?: Invoice;
  readonly payment?: Payment;
  /** The kind of cancellation that is reported. */
  readonly cancellation?: "scheduled" | "due" | "immediate";
  /** The time on the subscription's clock, epoch milliseconds. */
  readonly at: number;
}

/** The clock on which a subscription's timers run. */
export const clockOf = (subscription: Subscription): string =>
  subscription.clockId ?? wallClock(subscription.accountId);

/** The time for a customer or subscription: that of its test clock, or `wall` without one. */
export const timeOf = (state: State, follower: { clockId: string | null }, wall: number): number =>
  follower.clockId === null ? wall : (state.get(testClocks, follower.clockId)?.frozenTime ?? wall);
