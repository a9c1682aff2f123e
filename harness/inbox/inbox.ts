import type { Merchant } from "../api.ts";
import { pause, Waits, startDeadline } from "../time.ts";
import { Violation, Inconclusive, NeedMissing } from "../verdicts.ts";
import type { ReceivedEvent } from "../event.ts";
import { type Mailbox, OwnDeliveries } from "./mailbox.ts";

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

/** Selects events by name and content. */
interface EventQuery {
  readonly type: string;
  readonly where?: (event: ReceivedEvent) => boolean;
  /** ms since the last event of the check, and at most four times as long in total. Default: the profile's `eventMs`. */
  readonly withinMs?: number;
  /** A key that is equal for two events of the same occurrence. Default: the envelope id. */
  readonly occurrence?: (event: ReceivedEvent) => string;
}

/** The longest wait for an event, as a multiple of its deadline, while other events of the check keep arriving. */
const SLOWEST = 4;
/** The time for events in flight to arrive before the target is asked whether it is idle, ms. */
const ASK_AFTER_MS = 20;

interface Arrivals {
  readonly mailbox: Mailbox;
  readonly address: string;
  readonly waits: Waits;
  readonly eventMs: number;
  readonly signal: AbortSignal;
  readonly isGone?: () => Promise<boolean>;
  readonly awaitIdle?: (withinMs: number) => Promise<boolean>;
  /** The different events of the check. */
  readonly events: (query?: EventQuery) => readonly ReceivedEvent[];
  /** All its deliveries. */
  readonly own: () => readonly ReceivedEvent[];
}

/**
 * Waits until at least this many events have arrived. Other events show that the target is slow: the deadline counts from the last
 * one, up to a limit. The wait is short for an event that full waits have never shown.
 * @throws Violation of basis "deadline" if they do not arrive although others of this target do
 * @throws NeedMissing if no event of this target ever arrived
 */
async function waitForEvents(
  count: number,
  query: EventQuery,
  inbox: Arrivals,
): Promise<readonly ReceivedEvent[]> {
  const { mailbox, events } = inbox;
  const hadAny = mailbox.receivedAny;
  const wait = inbox.waits.begin(
    hadAny ? `event ${query.type}` : "an event",
    query.withinMs ?? inbox.eventMs,
  );
  const withinMs = wait.ms;
  let isFirst = true;
  const limit = startDeadline({ ms: withinMs * SLOWEST });
  let deadline = startDeadline({ ms: withinMs });
  let known = events().length;
  const target = { isAsked: false, isIdle: false };
  try {
    for (;;) {
      const { isIdle } = target;
      const found = events(query);
      if (found.length >= count) {
        wait.appeared({ immediately: isFirst });
        return found;
      }
      isFirst = false;
      if (inbox.signal.aborted) throw new Inconclusive(`the check ended while it waited for ${query.type}`);
      const came = events();
      if (came.length > known) {
        known = came.length;
        deadline.cancel();
        deadline = startDeadline({ ms: withinMs });
      }
      const left = Math.min(deadline.left, limit.left);
      if (left <= 0 || isIdle) {
        const last = came.at(-1);
        const since = last === undefined ? "" : ` of the last event, ${last.type}`;
        const late = limit.left <= 0 ? `within ${withinMs * SLOWEST} ms` : `within ${wait.words}${since}`;
        if (!isIdle && hadAny === mailbox.receivedAny) wait.missed();
        if ((await inbox.isGone?.()) === true)
          throw new Inconclusive(
            `the target no longer has the endpoint to which ${query.type} would go: it was restarted or reset`,
          );
        const waited = isIdle ? "before the target reports idle" : late;
        throw absent(inbox, { query, count, found: found.length, waited });
      }
      if (!target.isAsked) {
        await mailbox.arrival(Math.min(left, ASK_AFTER_MS));
        if (events(query).length >= count) continue;
        target.isAsked = true;
        inbox
          .awaitIdle?.(limit.left)
          .then((answer) => {
            target.isIdle = answer;
            if (answer) mailbox.wake();
          })
          .catch(() => undefined);
      }
      await mailbox.arrival(Math.min(deadline.left, limit.left, 500));
    }
  } finally {
    limit.cancel();
    deadline.cancel();
  }
}

/** The error for events that did not arrive. `waited`: "within 10000 ms". */
function absent(
  { mailbox, address, own }: Arrivals,
  wanted: { query: EventQuery; count: number; found: number; waited: string },
): Error {
  const { query, count, found, waited } = wanted;
  const lost = mailbox.droppedAt(address);
  if (lost > 0) {
    return new Inconclusive(
      `${query.type} did not arrive, but ${lost} deliveries were too large or too many to be read`,
    );
  }
  if (!mailbox.receivedAny) return new NeedMissing("events");
  const strange = mailbox.malformedCountAt(address);
  const types = [...new Set(own().map((event) => event.type))].slice(0, 20);
  const received = [
    ...types,
    ...(strange === 0 ? [] : [`${strange} deliveries that are not JSON objects`]),
  ].join(", ");
  return new Violation({
    basis: "deadline",
    expected: `${count > 1 ? `${count} times ` : ""}${query.type} ${waited}`,
    actual: `${found} arrived; events of this check so far: ${received === "" ? "none" : received}`,
    symptom: { kind: "event", where: [`event ${query.type}`] },
  });
}
