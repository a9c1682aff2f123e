import { DeliveryRetries } from "./delays.ts";
import { type Delivery, webhookEndpoints } from "./events.ts";
import { idsFor } from "./ids.ts";
import { createSender, type DeliveryDisturbance, type Sender, type SenderOptions } from "./sender.ts";

/** Delivers events to webhook endpoints, after the answer to the request that caused them. */
export interface Dispatcher extends Omit<Sender, "send"> {
  /** Counts the retries again, because all timers were replaced. */
  countRetries(): void;
}

/** Creates a dispatcher. After every commit, it empties the outbox according to the delivery plan of each endpoint. */
export function createDispatcher(
  options: SenderOptions & {
    seed: number;
    /** Returns the fault that affects a delivery. Default: none. */
    disturb?: (delivery: Delivery) => DeliveryDisturbance | undefined;
  },
): Dispatcher {
  const { engine, parts, seed, time, disturb } = options;
  const retries = new DeliveryRetries(engine, parts);
  const { send, ...sender } = createSender(options, retries);
  let batches = 0;
  let flushing = false;
  let isClosed = false;

  const deliver = (taken: readonly Delivery[]): void => {
    if (isClosed) return;
    const due = new Map<string, Delivery[]>();
    for (const delivery of taken) {
      if (delivery.attempt > 1) retries.began(delivery);
      const same = due.get(delivery.endpointId);
      if (same === undefined) due.set(delivery.endpointId, [delivery]);
      else same.push(delivery);
    }
    for (const [endpointId, deliveries] of due) {
      const endpoint = engine.state.get(webhookEndpoints, endpointId);
      const plan = endpoint === undefined ? undefined : parts.deliveryPlans[endpoint.delivery];
      if (plan === undefined) continue;
      batches += 1;
      for (const { delivery, delay } of plan(deliveries, idsFor(seed, -batches))) {
        const met = disturb?.(delivery);
        send({ delivery, met }, delay + (met?.delayMs ?? 0));
        if (met?.repeatAfterMs !== undefined) send({ delivery, met }, delay + met.repeatAfterMs);
      }
    }
  };

  const flush = (): void => {
    flushing = false;
    const taken = engine.takeDeliveries();
    const keeping = engine.whenKept();
    if (keeping === undefined) deliver(taken);
    // Events of commits that were lost are not delivered.
    else
      keeping.then(
        () => deliver(taken),
        () => undefined,
      );
  };

  engine.onCommit(() => {
    if (flushing || !engine.hasDeliveries()) return;
    flushing = true;
    time.soon(flush);
  });

  return {
    ...sender,
    countRetries: () => retries.count(),
    close: () => {
      isClosed = true;
      return sender.close();
    },
  };
}
