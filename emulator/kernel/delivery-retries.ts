import type { Engine } from "./engine.ts";
import { type Delivery, retryKind, webhookEndpoints } from "./events.ts";
import type { KernelParts, TimerHandler } from "./parts.ts";
import { newTimer } from "./timeline.ts";
import { Waiting } from "./waiting.ts";

/** The fault of a delivery for which there was no room: it is not made, or not repeated. */
export const tooManyWaiting = "too-many-waiting";

/** Puts a failed delivery back into the outbox. */
export const retryDelivery: TimerHandler = ({ timer }) => ({
  deliveries: [timer.payload["delivery"] as Delivery],
});

/** The deliveries that wait to be repeated, on the timeline. */
export class DeliveryRetries {
  readonly #engine: Engine;
  readonly #parts: KernelParts;
  readonly #waiting: Waiting;

  constructor(engine: Engine, parts: KernelParts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#waiting = new Waiting(parts.mostDeliveries);
  }

  /** Plans the next attempt of a failed delivery; returns the time until then, ms, or why there is none. */
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

  /** One of them is in progress again. */
  began({ endpointId }: Delivery): void {
    this.#waiting.leave(endpointId);
  }

  clear(): void {
    this.#waiting.clear();
  }

  #hasRoom(endpointId: string): boolean {
    if (this.#waiting.enter(endpointId)) return true;
    // The retries of endpoints that are gone were called off.
    this.#waiting.forget((id) => this.#engine.state.get(webhookEndpoints, id) === undefined);
    return this.#waiting.enter(endpointId);
  }
}
