import type { Delivery, Envelope, Event, WebhookEndpoint } from "./events.ts";
import type { Ids } from "./ids.ts";
import type { State } from "./state.ts";
import type { Timer } from "./timeline.ts";
import type { Decision, Effects } from "./types.ts";
import type { Most } from "./waiting.ts";

/** A delivery and how long to wait before it, milliseconds of real time. */
interface PlannedDelivery {
  delivery: Delivery;
  delay: number;
}

/** Arranges what is due for one endpoint; it may reorder, repeat, delay or leave out. */
export type DeliveryPlan = (due: readonly Delivery[], ids: Ids) => readonly PlannedDelivery[];

/** The replaceable parts of the kernel. */
export interface KernelParts {
  /** Runs a decision of an operation and its commit as one step; a replacement may separate them. */
  transact: (
    decide: () => Decision,
    commit: (decision: Decision) => void,
    operationId: string,
  ) => Decision | Promise<Decision>;
  /** The generator of one decision, by the emulator's seed and the decision's number. */
  ids: (seed: number, sequence: number) => Ids;
  /** What happens when a timer of that kind becomes due. */
  timers: Record<string, TimerHandler>;
  /** How events are wrapped, by the name that drafts use. */
  envelopes: Record<string, Envelope>;
  /** Whether an endpoint gets an event: by its exact name, in its environment (§6). */
  isSubscribed: (endpoint: WebhookEndpoint, event: Pick<Event, "type" | "mode">) => boolean;
  /** Prefix of event identifiers (§6). */
  eventPrefix: string;
  /** Waiting times after the first, second, … failed delivery, milliseconds; after the last the emulator gives up. */
  deliveryRetries: readonly number[];
  deliveryPlans: Record<string, DeliveryPlan>;
  /** The most deliveries that wait to be sent, and the most that wait to be repeated; any more are reported as dropped. */
  mostDeliveries: Most;
  /** Whether nothing is left to happen now, for those whose deliveries and next timer (due soon, if at all) these are. */
  isIdle: (left: { readonly isDelivering: boolean; readonly nextDueMs: number | undefined }) => boolean;
}

/** All that a timer's handler works on. `now` is the time at which the timer was due. */
export interface TimerContext {
  state: State;
  timer: Timer;
  now: number;
  ids: Ids;
  /** The parts in force. The kernel knows its own; an area reads its own from the same object. */
  parts: KernelParts;
}

/** Pure, as `Decide`, for what happens with time. */
export type TimerHandler = (context: TimerContext) => Effects;
