import { type Delivery, type FeedEntry, retryKind } from "../kernel/events.ts";
import type { State } from "../kernel/state.ts";
import type { Traffic } from "../traffic/index.ts";
import type { LoggedDelivery } from "../traffic/logs.ts";

/** Whether an event has arrived at an endpoint, and if not, why and what follows. */
export interface Arrival {
  /** Undefined if it was never sent there, or if the log of deliveries no longer has it. */
  readonly state: "arrived" | "dropped" | "in progress" | "waiting" | "given up" | undefined;
  readonly latest: LoggedDelivery | undefined;
  /** When the next attempt is due on the account's clock, epoch milliseconds; absent if there is none. */
  readonly nextAt?: number;
}

/** Reads whether events have arrived at an endpoint. */
export function arrivalsAt(
  { state, traffic }: { readonly state: State; readonly traffic: Traffic },
  endpointId: string,
): (entry: FeedEntry) => Arrival {
  const latest = new Map<string, LoggedDelivery>();
  // Newest first, so the last one that is set would be the oldest.
  for (const one of traffic.deliveries.latest({ most: 10_000, endpointId }))
    if (!latest.has(one.delivery.entry.eventId)) latest.set(one.delivery.entry.eventId, one);
  const missing = new Map(state.undelivered.of(endpointId).map((event) => [event.sequence, event.why]));
  const next = new Map(
    state.timeline
      .about(endpointId)
      .filter(({ kind }) => kind === retryKind)
      .map(({ at, payload }) => [(payload["delivery"] as Delivery).entry.sequence, at]),
  );
  return ({ eventId, sequence }) => {
    const last = latest.get(eventId);
    const nextAt = next.get(sequence);
    const ended = last === undefined ? undefined : last.taken ? "arrived" : "dropped";
    return {
      state: missing.get(sequence) ?? ended,
      latest: last,
      ...(nextAt === undefined ? {} : { nextAt }),
    };
  };
}
