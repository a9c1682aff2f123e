import type { Merchant } from "../merchant.ts";
import { pause } from "../pause.ts";
import { Waits } from "../session/waits.ts";
import { Violation } from "../verdicts.ts";
import type { ReceivedEvent } from "./event.ts";
import type { Mailbox } from "./mailbox.ts";
import { OwnDeliveries } from "./own-deliveries.ts";
import { type EventQuery, waitForEvents } from "./wait-for-events.ts";

/** The merchant and the exact names of the expected events. */
export interface InboxOptions {
  readonly merchant: Merchant;
  readonly names: readonly string[];
  /** Another account, such as a vendor's, for which control registers the endpoint. */
  readonly account?: string;
  /** For live events, control registers the endpoint. */
  readonly mode?: "live";
  /** Called once for each delivery that belongs to the check. */
  readonly onEvent?: (event: ReceivedEvent) => void;
  /** Called with the address of the receiver or of the feed. */
  readonly onListening?: (url: string) => void;
}

/** An address of the mailbox at which events of a check arrive. */
export interface OpenAddress {
  readonly address: string;
  /** Starts the arrival of events, unless it has already started. */
  readonly begin?: () => void;
  /** Whether the target no longer has the registration. Absent if that cannot be asked. */
  readonly isGone?: () => Promise<boolean>;
}

/**
 * The events that belong to one check: those that arrived at its own address and contain one of its ids. Others are ignored, so
 * forged or unrelated events have no effect.
 */
export interface Inbox {
  /** From now on, events that contain this id belong to the check. Without any id, all events at its address do. */
  readonly own: (id: string) => void;
  /**
   * Waits for the first such event.
   * @throws Violation of basis "deadline" if it does not arrive although others of this target do
   * @throws NeedMissing if no event of this target ever arrived
   */
  readonly next: (query: EventQuery) => Promise<ReceivedEvent>;
  /** Waits until at least this many different events (by envelope id) have arrived. */
  readonly atLeast: (count: number, query: EventQuery) => Promise<readonly ReceivedEvent[]>;
  /** The different events so far (by envelope id), in order of arrival. */
  readonly events: (query?: Partial<EventQuery>) => readonly ReceivedEvent[];
  /** All deliveries so far, redeliveries included. */
  readonly deliveries: (query?: Partial<EventQuery>) => readonly ReceivedEvent[];
  /**
   * Asserts that no such event arrives: waits for a later event (the fence) and a settling time.
   * @throws Violation when one came
   */
  readonly none: (query: EventQuery, fence: () => Promise<unknown>) => Promise<void>;
  /** Waits until events that were sent together have all arrived. */
  readonly settle: () => Promise<void>;
}

/** The wait after an event for others that were sent with it, if the target cannot report that it is idle, ms. */
export const SETTLING_MS = 150;

export function createInbox(options: {
  mailbox: Mailbox;
  address: string;
  /** Default: waits of this inbox only. */
  waits?: Waits;
  eventMs: number;
  settlingMs?: number;
  /** Default: waits for the whole time. */
  settle?: (ms: number) => Promise<void>;
  /** True if the target reports that nothing is left to happen. Default: it cannot report it. */
  awaitIdle?: (withinMs: number) => Promise<boolean>;
  /** Whether the target no longer has the registration. Default: it has. */
  isGone?: () => Promise<boolean>;
  signal: AbortSignal;
  judge: (event: ReceivedEvent) => void;
  /** The family whose envelope a delivery lacks if it is not a JSON object. */
  family?: ReceivedEvent["family"];
}): Inbox {
  const { waits = new Waits(), settlingMs = SETTLING_MS, settle: settleFor = pause } = options;
  const own = new OwnDeliveries(options);
  const deliveries = (query: Partial<EventQuery> = {}): readonly ReceivedEvent[] =>
    own
      .read()
      .filter(
        (event) => (query.type === undefined || event.type === query.type) && (query.where?.(event) ?? true),
      );
  const events = (query: Partial<EventQuery> = {}): readonly ReceivedEvent[] => {
    const { occurrence = ({ id }) => id } = query;
    const known = new Set<string>();
    return deliveries(query).filter((event) => {
      const one = occurrence(event);
      return one === "" || (!known.has(one) && known.add(one));
    });
  };
  const atLeast = (count: number, query: EventQuery): Promise<readonly ReceivedEvent[]> =>
    waitForEvents(count, query, { ...options, waits, events, own: () => own.read() });
  const settle = (): Promise<void> => settleFor(settlingMs);

  return {
    own: (id) => own.own(id),
    next: async (query) => {
      const [first] = await atLeast(1, query);
      if (first === undefined) throw new Error("an awaited event was lost");
      return first;
    },
    atLeast,
    events,
    deliveries,
    none: async (query, fence) => {
      await fence();
      await settle();
      const [came] = events(query);
      if (came !== undefined) {
        throw new Violation({
          expected: `no ${query.type}`,
          actual: `it arrived: ${JSON.stringify(came.body)}`,
          event: came,
        });
      }
    },
    settle,
  };
}
