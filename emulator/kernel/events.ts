import type { Mode } from "./request.ts";
import { table } from "./table.ts";

/** An event as a decision announces it; identity and envelope are added by the commit. */
export interface EventDraft {
  /** The exact name that endpoints subscribe to (§6). */
  readonly type: string;
  /** The account that the envelope names. */
  readonly accountId: string;
  readonly mode: Mode;
  /** Which of `parts.envelopes` wraps it. */
  readonly envelope: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The accounts whose endpoints and feeds receive it. */
  readonly to: readonly string[];
  /** The time that the envelope reports, epoch milliseconds, when it is not that of the commit. */
  readonly at?: number;
}

/** An event with its identity, ready to be wrapped. */
export interface Event extends EventDraft {
  readonly id: string;
  /** Epoch milliseconds: of the commit, unless the draft says otherwise. */
  readonly createdAt: number;
}

/** Makes the body that is sent for an event. */
export type Envelope = (event: Event) => Readonly<Record<string, unknown>>;

/** An entry of one account's feed. */
export interface FeedEntry {
  /** Grows by one with every entry of the emulator. */
  readonly sequence: number;
  readonly accountId: string;
  readonly mode: Mode;
  readonly type: string;
  readonly eventId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A place that receives events (§6). */
export interface WebhookEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** Exact names; nothing else is delivered. */
  readonly events: readonly string[];
  /** Only events of this environment, when given. */
  readonly mode?: Mode;
  /** How its deliveries are arranged: a name out of `parts.deliveryPlans`. */
  readonly delivery: string;
}

/** The endpoints of all accounts. */
export const webhookEndpoints = table<WebhookEndpoint>("webhookEndpoints", {
  account: (endpoint) => endpoint.accountId,
});

/** One sending of one event to one endpoint. `attempt` counts from 1. */
export interface Delivery {
  readonly endpointId: string;
  readonly entry: FeedEntry;
  readonly attempt: number;
}

/** The kind of the timers that repeat a failed delivery. */
export const retryKind = "delivery.retry";

/** What a decision may read of the events that were reported. */
export interface FeedView {
  /** Entries of an account after a sequence number, oldest first. */
  since(accountId: string, sequence: number): readonly FeedEntry[];
}

/** The events of every account, for clients that poll, each account's newest 10,000. */
export interface Feed extends FeedView {
  append(entry: Omit<FeedEntry, "sequence">): FeedEntry;
  /** Calls back with each entry from now on. */
  onAppend(listener: (entry: FeedEntry) => void): void;
  forget(accountId: string): void;
  image(): FeedImage;
  restore(image: FeedImage): void;
  clear(): void;
}

/** The feed as data: the entries, those of an account in their order, and the number of the newest. */
export interface FeedImage {
  readonly sequence: number;
  readonly entries: readonly FeedEntry[];
}

const kept = 10_000;

/** An empty feed. */
export function createFeed(): Feed {
  const entries = new Map<string, FeedEntry[]>();
  const listeners: ((entry: FeedEntry) => void)[] = [];
  let sequence = 0;
  return {
    append: (added) => {
      sequence += 1;
      const entry = { ...added, sequence };
      const list = entries.get(added.accountId) ?? [];
      list.push(entry);
      if (list.length > kept * 1.1) list.splice(0, list.length - kept);
      entries.set(added.accountId, list);
      for (const listener of listeners) listener(entry);
      return entry;
    },
    onAppend: (listener) => void listeners.push(listener),
    since: (accountId, after) => (entries.get(accountId) ?? []).filter((entry) => entry.sequence > after),
    forget: (accountId) => void entries.delete(accountId),
    image: () => ({ sequence, entries: [...entries.values()].flat() }),
    restore: (image) => {
      entries.clear();
      for (const entry of image.entries) {
        const list = entries.get(entry.accountId);
        if (list === undefined) entries.set(entry.accountId, [entry]);
        else list.push(entry);
      }
      ({ sequence } = image);
    },
    clear: () => {
      entries.clear();
      sequence = 0;
    },
  };
}
