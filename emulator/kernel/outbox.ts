import { type Delivery, type Event, type EventDraft, type FeedEntry, webhookEndpoints } from "./events.ts";
import type { Ids } from "./ids.ts";
import type { KernelParts } from "./parts.ts";
import type { Store } from "./state.ts";

/** An event for one account: the entry in its feed, and the endpoints that receive it. */
interface Announcement {
  readonly entry: Omit<FeedEntry, "sequence">;
  readonly endpointIds: readonly string[];
}

/** Emits the events of decisions: to the feeds, and as deliveries for the dispatcher. */
export class Outbox {
  readonly #store: Store;
  readonly #parts: KernelParts;
  #deliveries: Delivery[] = [];

  constructor(store: Store, parts: KernelParts) {
    this.#store = store;
    this.#parts = parts;
  }

  /** Determines the feed entries and recipients of events, without emitting them. */
  prepare(events: readonly EventDraft[], now: number, ids: Ids): readonly Announcement[] {
    const { envelopes, eventPrefix } = this.#parts;
    return events.flatMap((draft) => {
      if (!Object.hasOwn(envelopes, draft.envelope))
        throw new Error(`No envelope is called ${draft.envelope}`);
      const wrap = envelopes[draft.envelope];
      if (wrap === undefined) return [];
      const event: Event = { ...draft, id: ids.id(eventPrefix), createdAt: draft.at ?? now };
      const body = wrap(event);
      const { type, mode } = draft;
      return [...new Set(draft.to)].map((accountId) => ({
        entry: { accountId, mode, type, eventId: event.id, body },
        endpointIds: this.#store
          .find(webhookEndpoints, "account", accountId)
          .filter((endpoint) => this.#parts.isSubscribed(endpoint, event))
          .map(({ id }) => id),
      }));
    });
  }

  announce(announcements: readonly Announcement[]): void {
    for (const { entry: draft, endpointIds } of announcements) {
      const entry = this.#store.feed.append(draft);
      this.add(endpointIds.map((endpointId) => ({ endpointId, entry, attempt: 1 })));
    }
  }

  add(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      this.#store.undelivered.set(delivery, "in progress");
      this.#deliveries.push(delivery);
    }
  }

  get isEmpty(): boolean {
    return this.#deliveries.length === 0;
  }

  /** Removes the deliveries and returns them. */
  take(): readonly Delivery[] {
    const taken = this.#deliveries;
    this.#deliveries = [];
    return taken;
  }
}
