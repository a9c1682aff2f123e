import { DeliveryRetries } from "./delays.ts";
import { type Delivery, webhookEndpoints } from "./events.ts";
import { idsFor } from "./ids.ts";
import type { State } from "./state.ts";
import type { UndeliveredEvent } from "./undelivered.ts";
import { createSender, type DeliveryDisturbance, type SenderOptions } from "./sender.ts";

/** The deliveries of an endpoint whose events have not arrived, in the order of the feed; without those that the feed no longer has. */
export function undeliveredTo(
  { feed, undelivered, get }: Pick<State, "feed" | "undelivered" | "get">,
  endpointId: string,
): readonly { readonly delivery: Delivery; readonly why: UndeliveredEvent["why"] }[] {
  const events = undelivered.of(endpointId);
  const first = events[0];
  const accountId = get(webhookEndpoints, endpointId)?.accountId;
  if (first === undefined || accountId === undefined) return [];
  const entries = new Map(feed.since(accountId, first.sequence - 1).map((entry) => [entry.sequence, entry]));
  return events.flatMap(({ sequence, attempt, why }) => {
    const entry = entries.get(sequence);
    return entry === undefined ? [] : [{ delivery: { endpointId, entry, attempt }, why }];
  });
}

/** Delivers events to webhook endpoints, after the answer to the request that caused them. */
export type Dispatcher = ReturnType<typeof createDispatcher>;

/** Creates a dispatcher. After every commit, it empties the outbox according to the delivery plan of each endpoint. */
export function createDispatcher(
  options: SenderOptions & {
    /** Returns the fault that affects a delivery. Default: none. */
    disturb?: (delivery: Delivery) => DeliveryDisturbance | undefined;
  },
) {
  const { engine, parts, time, disturb } = options;
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
      const planned = plan(deliveries, idsFor(engine.seed, -batches));
      for (const delivery of deliveries)
        if (!planned.some((one) => one.delivery === delivery)) engine.settleDelivery(delivery, "over");
      for (const { delivery, delay } of planned) {
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
    /** Goes on with another state: counts its retries, and delivers what was in progress when it was kept. */
    goOn: (): void => {
      retries.count();
      for (const { id, accountId } of engine.state.all(webhookEndpoints)) {
        const left = undeliveredTo(engine.state, id).filter(({ why }) => why === "in progress");
        if (left.length > 0)
          engine.act(accountId, () => ({
            deliveries: left.map(({ delivery }) => ({ ...delivery, attempt: 1 })),
          }));
      }
    },
    close: (): Promise<void> => {
      isClosed = true;
      return sender.close();
    },
  };
}
