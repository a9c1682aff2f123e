import type { State } from "../../kernel/state.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Customer } from "../customers/record.ts";
import type { Invoice } from "../invoices/record.ts";
import type { Subscription } from "../subscriptions/record.ts";
import { testClocks } from "../test-clocks/record.ts";

/** One request for the payment of an invoice, and its outcome. */
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
  /** As it is afterwards. */
  readonly subscription: Subscription;
  /** As it was before. */
  readonly previous: Subscription;
  readonly customer: Customer | undefined;
  readonly invoice?: Invoice;
  readonly payment?: Payment;
  /** Which of the three kinds of cancellation is reported. */
  readonly cancellation?: "scheduled" | "due" | "immediate";
  /** When it happens, on the subscription's clock, epoch milliseconds. */
  readonly at: number;
}

/** The queue of the timeline that a subscription follows. */
export const clockOf = (subscription: Subscription): string =>
  subscription.clockId ?? wallClock(subscription.accountId);

/** What the clock of a customer or subscription shows: its test clock, else the wall clock `wall`. */
export const timeOf = (state: State, follower: { clockId: string | null }, wall: number): number =>
  follower.clockId === null ? wall : (state.get(testClocks, follower.clockId)?.frozenTime ?? wall);
