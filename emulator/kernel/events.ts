import type { Mode } from "./request.ts";
import { table } from "./table.ts";

/** An event as a decision emits it. The commit adds its id and its envelope. */
export interface EventDraft {
  /** The exact name that endpoints subscribe to (§6). */
  readonly type: string;
  /** The account that the envelope names. */
  readonly accountId: string;
  readonly mode: Mode;
  /** The name of its envelope in `parts.envelopes`. */
  readonly envelope: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The accounts whose endpoints and feeds receive it. */
  readonly to: readonly string[];
  /** The time in the envelope, epoch milliseconds. Default: the time of the commit. */
  readonly at?: number;
}

/** An event with its id. */
export interface Event extends EventDraft {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Creates the body that is sent for an event. */
export type Envelope = (event: Event) => Readonly<Record<string, unknown>>;

/** An entry of one account's feed. */
export interface FeedEntry {
  /** Counts the entries of all feeds. */
  readonly sequence: number;
  readonly accountId: string;
  readonly mode: Mode;
  readonly type: string;
  readonly eventId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A webhook endpoint (§6). */
export interface WebhookEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** The exact names of the events that it receives. */
  readonly events: readonly string[];
  /** The environment whose events it receives. Default: both. */
  readonly mode?: Mode;
  /** The name of its delivery plan in `parts.deliveryPlans`. */
  readonly delivery: string;
}

/** The endpoints of all accounts. */
export const webhookEndpoints = table<WebhookEndpoint>("webhookEndpoints", {
  account: (endpoint) => endpoint.accountId,
});

/** An attempt to deliver an event to an endpoint. `attempt` counts from 1. */
export interface Delivery {
  readonly endpointId: string;
  readonly entry: FeedEntry;
  readonly attempt: number;
}

/** The kind of the timers that retry a failed delivery. */
export const retryKind = "delivery.retry";

/** What a decision may read of the feeds. */
export interface FeedView {
  /** The entries of an account after a sequence number, oldest first. */
  since(accountId: string, sequence: number): readonly FeedEntry[];
}

/** The feeds of all accounts, for clients that poll. Each keeps at least the newest 10,000 entries. */
export interface Feed extends FeedView {
  append(entry: Omit<FeedEntry, "sequence">): FeedEntry;
  /** Calls back with each new entry. */
  onAppend(listener: (entry: FeedEntry) => void): void;
  forget(accountId: string): void;
  image(): FeedImage;
  restore(image: FeedImage): void;
  clear(): void;
}

/** The feeds as data: the entries, in order within each account, and the newest sequence number. */
export interface FeedImage {
  readonly sequence: number;
  readonly entries: readonly FeedEntry[];
}

const kept = 10_000;

/** Creates empty feeds. */
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
