import type { TimeSource } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { type Delivery, retryKind, webhookEndpoints } from "./events.ts";
import type { KernelParts, TimerHandler } from "./parts.ts";
import { newTimer } from "./timeline.ts";
import { Waiting } from "./waiting.ts";

/** Delayed calls, by endpoint. Delays are in real time. */
export class Delays {
  readonly #time: TimeSource;
  /** The endpoint of each delayed call, by the function that cancels it. */
  readonly #delayed = new Map<() => void, string>();
  /** The calls that wait until another delivery overtakes them, by endpoint. */
  readonly #overtaken = new Map<string, Set<() => void>>();

  constructor(time: TimeSource) {
    this.#time = time;
  }

  /** Calls `go` after the delay, ms, or when the returned function is called. */
  later(endpointId: string, delay: number, go: () => void): () => void {
    const run = (): void => {
      cancel();
      if (this.#delayed.delete(cancel)) go();
    };
    const cancel = this.#time.after(delay, run);
    this.#delayed.set(cancel, endpointId);
    return run;
  }

  /** Calls `go` when another delivery to the endpoint has overtaken it, or after `withinMs`. */
  untilOvertaken(endpointId: string, withinMs: number, go: () => void): void {
    const waiting = this.#overtaken.get(endpointId) ?? new Set();
    const run = this.later(endpointId, withinMs, () => {
      waiting.delete(run);
      if (waiting.size === 0) this.#overtaken.delete(endpointId);
      go();
    });
    this.#overtaken.set(endpointId, waiting.add(run));
  }

  /** Runs the calls that wait until another delivery to the endpoint has overtaken them. */
  overtake(endpointId: string): void {
    for (const run of this.#overtaken.get(endpointId) ?? []) run();
  }

  has(endpointId: string): boolean {
    return [...this.#delayed.values()].includes(endpointId);
  }

  cancel(): void {
    for (const cancel of this.#delayed.keys()) cancel();
  }
}

/** The fault of a delivery that is dropped, or not retried, because too many are waiting. */
export const tooManyWaiting = "too-many-waiting";

/** Puts a failed delivery back into the outbox. */
export const retryDelivery: TimerHandler = ({ timer }) => ({
  deliveries: [timer.payload["delivery"] as Delivery],
});

/** The retries of failed deliveries. They wait on the timeline. */
export class DeliveryRetries {
  readonly #engine: Engine;
  readonly #parts: KernelParts;
  readonly #waiting: Waiting;

  constructor(engine: Engine, parts: KernelParts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#waiting = new Waiting(parts.mostDeliveries);
  }

  /** Schedules the next attempt of a failed delivery. Returns the time until then, or why there is none; undefined after the last attempt. */
  plan(delivery: Delivery): { retryMs: number } | { fault: string } | undefined {
    const { attempt, endpointId } = delivery;
    const delay = this.#parts.deliveryRetries[attempt - 1];
    if (delay === undefined) return undefined;
    if (!this.#hasRoom(endpointId)) return { fault: tooManyWaiting };
    const { accountId } = delivery.entry;
    this.#engine.act(accountId, ({ now, ids }) => ({
      timers: [
        newTimer(ids, {
          at: now + delay,
          kind: retryKind,
          accountId,
          subject: endpointId,
          payload: { delivery: { ...delivery, attempt: attempt + 1 } },
        }),
      ],
    }));
    return { retryMs: delay };
  }

  /** A delivery no longer waits for its retry. */
  began({ endpointId }: Delivery): void {
    this.#waiting.leave(endpointId);
  }

  /** Counts the retries that wait on the timeline. */
  count(): void {
    const { timeline } = this.#engine.state;
    this.#waiting.clear();
    for (const clock of timeline.clocks())
      for (const { kind, subject } of timeline.waiting(clock))
        if (kind === retryKind) this.#waiting.enter(subject);
  }

  #hasRoom(endpointId: string): boolean {
    if (this.#waiting.enter(endpointId)) return true;
    // The timers of deleted endpoints were cancelled, so they no longer count.
    this.#waiting.forget((id) => this.#engine.state.get(webhookEndpoints, id) === undefined);
    return this.#waiting.enter(endpointId);
  }
}
