import type { Delivery, Envelope, Event, WebhookEndpoint } from "./events.ts";
import type { Ids } from "./ids.ts";
import type { State } from "./state.ts";
import type { Timer } from "./timeline.ts";
import type { Decision, Effects } from "./types.ts";
import type { Most } from "./waiting.ts";

/** A delivery, and the delay before it in milliseconds of real time. */
interface PlannedDelivery {
  delivery: Delivery;
  delay: number;
}

/** Plans the deliveries that are due to one endpoint. It may reorder, repeat, delay or omit them. */
export type DeliveryPlan = (due: readonly Delivery[], ids: Ids) => readonly PlannedDelivery[];

/** The replaceable parts of the kernel. */
export interface KernelParts {
  /** Decides and commits in one step. A replacement may separate the two. */
  transact: (
    decide: () => Decision,
    commit: (decision: Decision) => void,
    operationId: string,
  ) => Decision | Promise<Decision>;
  /** Creates the generator of a decision, from the emulator's seed and the number of the decision. */
  ids: (seed: number, sequence: number) => Ids;
  /** The handlers of timers, by kind. */
  timers: Record<string, TimerHandler>;
  /** The envelopes of events, by name. */
  envelopes: Record<string, Envelope>;
  /** Whether an endpoint gets an event: by its exact name, in its environment (§6). */
  isSubscribed: (endpoint: WebhookEndpoint, event: Pick<Event, "type" | "mode">) => boolean;
  /** Prefix of event identifiers (§6). */
  eventPrefix: string;
  /** The delay after the first, second, … failed attempt, ms. After the last one, the emulator gives up. */
  deliveryRetries: readonly number[];
  deliveryPlans: Record<string, DeliveryPlan>;
  /** The most deliveries that wait to be sent, and the most that wait for a retry. More are dropped and reported. */
  mostDeliveries: Most;
  /** Whether accounts with these deliveries and this next timer are idle. `nextDueMs` is undefined if none is due soon. */
  isIdle: (left: { readonly isDelivering: boolean; readonly nextDueMs: number | undefined }) => boolean;
}

/** What a timer's handler works on. `now` is the time at which the timer was due. */
export interface TimerContext {
  state: State;
  timer: Timer;
  now: number;
  ids: Ids;
  /** The parts in force. Areas find their own parts in the same object. */
  parts: KernelParts;
}

/** Decides what happens when a timer is due. Pure, like `Decide`. */
export type TimerHandler = (context: TimerContext) => Effects;
