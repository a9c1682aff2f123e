import type { Image, Keeper } from "./keeper.ts";
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

/** The feeds of all accounts, for clients that poll. Each keeps at least the newest 10,000 entries. */
export type Feed = ReturnType<typeof createFeed>;

/** What a decision may read of the feeds. */
export type FeedView = Pick<Feed, "since" | "newest">;

const kept = 10_000;

/** Where entries are kept, by their sequence. */
const ENTRIES = "events";
/** Where the sequence of the newest entry is kept, since that entry may be gone. */
const NEWEST = "newest event";

/** Creates empty feeds. */
export function createFeed(keeper: Keeper) {
  const entries = new Map<string, FeedEntry[]>();
  let newest = 0;
  const drop = (gone: readonly FeedEntry[]): void => {
    for (const { sequence } of gone) keeper.remove(ENTRIES, sequence);
  };
  const add = (entry: FeedEntry): FeedEntry[] => {
    const list = entries.get(entry.accountId) ?? [];
    list.push(entry);
    entries.set(entry.accountId, list);
    return list;
  };
  return {
    append: (added: Omit<FeedEntry, "sequence">): FeedEntry => {
      newest += 1;
      const entry = { ...added, sequence: newest };
      keeper.put(ENTRIES, newest, entry);
      keeper.put(NEWEST, "", newest);
      const list = add(entry);
      if (list.length > kept * 1.1) drop(list.splice(0, list.length - kept));
      return entry;
    },
    /**
     * The entries of an account after a sequence number, oldest first. All of them after one that is still to come: since the reader saw it,
     * the emulator was reset or went back.
     */
    since: (accountId: string, after: number): readonly FeedEntry[] =>
      (entries.get(accountId) ?? []).filter((entry) => after > newest || entry.sequence > after),
    /** The sequence number of the newest entry of any account; 0 if there was none. */
    newest: () => newest,
    forget: (accountId: string): void => {
      drop(entries.get(accountId) ?? []);
      entries.delete(accountId);
    },
    image: (): Image => ({
      [ENTRIES]: [...entries.values()]
        .flat()
        .sort((a, b) => a.sequence - b.sequence)
        .map((entry) => [entry.sequence, entry]),
      [NEWEST]: [["", newest]],
    }),
    restore: (image: Image): void => {
      const { [ENTRIES]: all = [], [NEWEST]: last = [] } = image;
      entries.clear();
      for (const [, entry] of all) add(entry as FeedEntry);
      newest = Number(last[0]?.[1] ?? 0);
    },
  };
}
