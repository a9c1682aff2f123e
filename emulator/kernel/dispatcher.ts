import type { TimeSource } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { type Delivery, webhookEndpoints } from "./events.ts";
import { idsFor } from "./ids.ts";
import type { KernelParts, TimerHandler } from "./parts.ts";
import { wallClock } from "./timeline.ts";
import { Waiting } from "./waiting.ts";

/** Posts a body to a URL. True when the receiver took it (any 2xx); never throws. */
export type Send = (request: { url: string; body: string; signal: AbortSignal }) => Promise<boolean>;

/** How one sending of an event to an endpoint ended. */
export interface DeliveryOutcome {
  readonly delivery: Delivery;
  readonly url: string;
  /** Whether the receiver took it. */
  readonly taken: boolean;
  /** Milliseconds until it is repeated; absent when it is not. */
  readonly retryMs?: number;
}

/** Carries events to webhook endpoints, after the answer and outside of any request. */
export interface Dispatcher {
  /** Resolves when nothing is in flight; deliveries that wait for a retry do not count. */
  idle(): Promise<void>;
  /** Whether a delivery to that endpoint is in flight or delayed; deliveries that wait for a retry do not count. */
  isSending(endpointId: string): boolean;
  /** Calls back when something has arrived, or has failed to. */
  onSent(listener: () => void): void;
  /** Calls back with how each delivery ended, until the returned function is called. */
  onDelivery(listener: (outcome: DeliveryOutcome) => void): () => void;
  /** Every timer is gone, those of retries too. */
  forgetRetries(): void;
  /** Cancels deliveries in flight. */
  close(): Promise<void>;
}

/** The kind of the timers that repeat a failed delivery. */
export const retryKind = "delivery.retry";

/** Puts a failed delivery back into the outbox. */
export const retryDelivery: TimerHandler = ({ timer }) => ({
  deliveries: [timer.payload["delivery"] as Delivery],
});

/** Empties the outbox after every commit, one delivery at a time for each endpoint. */
export function createDispatcher(options: {
  engine: Engine;
  parts: KernelParts;
  seed: number;
  time: TimeSource;
  send: Send;
  onFault: (fault: unknown) => void;
}): Dispatcher {
  const { engine, parts, seed, time, send, onFault } = options;
  const queues = new Map<string, Promise<void>>();
  const delayed = new Map<() => void, string>();
  // An endpoint that accepts deliveries slowly or not at all must not use up memory.
  const queued = new Waiting(parts.mostDeliveries);
  const retries = new Waiting(parts.mostDeliveries);
  const listeners: (() => void)[] = [];
  const outcomes = new Set<(outcome: DeliveryOutcome) => void>();
  const stop = new AbortController();
  let batches = 0;
  let flushing = false;

  /** Plans the next attempt, and returns the time until then, ms; undefined when there is none. */
  const failed = (delivery: Delivery): number | undefined => {
    const delay = parts.deliveryRetries[delivery.attempt - 1];
    if (delay === undefined || stop.signal.aborted || !retries.enter(delivery.endpointId)) return undefined;
    const { accountId } = delivery.entry;
    engine.act(accountId, ({ now, ids }) => ({
      result: undefined,
      timers: [
        {
          do: "schedule",
          timer: {
            id: ids.id("timer_"),
            clock: wallClock(accountId),
            at: now + delay,
            kind: retryKind,
            accountId,
            subject: delivery.endpointId,
            payload: { delivery: { ...delivery, attempt: delivery.attempt + 1 } },
          },
        },
      ],
    }));
    return delay;
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const endpoint = engine.state.get(webhookEndpoints, delivery.endpointId);
    if (endpoint === undefined || stop.signal.aborted) return;
    const body = JSON.stringify(delivery.entry.body);
    const taken = await send({ url: endpoint.url, body, signal: stop.signal });
    const retryMs = taken ? undefined : failed(delivery);
    const outcome = { delivery, url: endpoint.url, taken, ...(retryMs === undefined ? {} : { retryMs }) };
    for (const listener of outcomes) listener(outcome);
  };

  const enqueue = (delivery: Delivery): void => {
    const { endpointId } = delivery;
    const queue: Promise<void> = (queues.get(endpointId) ?? Promise.resolve())
      .then(() => deliver(delivery))
      .catch(onFault)
      .then(() => {
        queued.leave(endpointId);
        if (queues.get(endpointId) === queue) queues.delete(endpointId);
        for (const listener of listeners) listener();
      });
    queues.set(endpointId, queue);
  };

  const flush = (): void => {
    flushing = false;
    if (stop.signal.aborted) return;
    const due = new Map<string, Delivery[]>();
    for (const delivery of engine.takeDeliveries()) {
      if (delivery.attempt > 1) retries.leave(delivery.endpointId);
      due.set(delivery.endpointId, [...(due.get(delivery.endpointId) ?? []), delivery]);
    }
    for (const [endpointId, deliveries] of due) {
      const endpoint = engine.state.get(webhookEndpoints, endpointId);
      const plan = endpoint === undefined ? undefined : parts.deliveryPlans[endpoint.delivery];
      if (plan === undefined) continue;
      batches += 1;
      for (const { delivery, delay } of plan(deliveries, idsFor(seed, -batches))) {
        if (!queued.enter(endpointId)) continue;
        if (delay <= 0) {
          enqueue(delivery);
          continue;
        }
        const cancel = time.after(delay, () => {
          delayed.delete(cancel);
          enqueue(delivery);
        });
        delayed.set(cancel, endpointId);
      }
    }
  };

  engine.onCommit(() => {
    if (flushing) return;
    flushing = true;
    time.soon(flush);
  });

  return {
    idle: async () => {
      while (queues.size > 0) await Promise.all(queues.values());
    },
    isSending: (endpointId) => queues.has(endpointId) || [...delayed.values()].includes(endpointId),
    forgetRetries: () => retries.clear(),
    onSent: (listener) => void listeners.push(listener),
    onDelivery: (listener) => {
      outcomes.add(listener);
      return () => void outcomes.delete(listener);
    },
    close: async () => {
      stop.abort();
      for (const cancel of delayed.keys()) cancel();
      await Promise.all(queues.values());
    },
  };
}
