import { type Check, type Inbox, Inconclusive, NeedMissing, type ReceivedEvent, Violation } from "../kit.ts";
import type { Vendor } from "../fixtures/vendors.ts";

/** The seven events (§6.2). */
export const EVENT = {
  transferCreated: "connect.transfer.created",
  transferReversed: "connect.transfer.reversed",
  feeCreated: "connect.application_fee.created",
  feeRefunded: "connect.application_fee.refunded",
  fundsAvailable: "connect.funds.available",
  refundBlocked: "connect.refund.blocked_insufficient_funds",
  reversalBlocked: "connect.reversal.blocked_insufficient_funds",
} as const;
export type EventName = (typeof EVENT)[keyof typeof EVENT];

/** How often a feed is polled by default, ms. */
const FEED_INTERVAL_MS = 250;

/** An event that is expected: its name, and what distinguishes it from others of that name. */
export interface Expected {
  readonly type: EventName;
  readonly where?: (event: ReceivedEvent) => boolean;
  readonly count?: number;
}

/** The events that arrived about one vendor. */
export interface Recorded {
  /** Distinct events, by their ids. */
  readonly events: readonly ReceivedEvent[];
  /** Every delivery, including repetitions. */
  readonly deliveries: readonly ReceivedEvent[];
}

/**
 * An inbox for all seven events about one vendor. If the check has its own merchant, every event at its endpoint concerns this vendor, even
 * if the event does not name it.
 * @throws NeedMissing
 */
export async function listening(
  check: Check,
  { acct, merchant }: Vendor,
  names: readonly string[] = Object.values(EVENT),
): Promise<Inbox> {
  const inbox = await check.inbox({ merchant, names });
  if (!merchant.own) inbox.own(acct);
  return inbox;
}

/**
 * The ids of a vendor's events that were emitted before a check began and may be in a shared inbox. None if only this check uses the
 * vendor.
 */
export async function emittedBefore(
  { profile }: Check,
  { merchant }: Vendor,
  inbox: Inbox,
): Promise<ReadonlySet<string>> {
  if (merchant.own) return new Set();
  const { events } = profile;
  const interval =
    events !== undefined && "feed" in events ? (events.feed.intervalMs ?? FEED_INTERVAL_MS) : 0;
  if (interval > 0) await pause(2 * interval);
  await inbox.settle();
  return new Set(inbox.deliveries().map(({ id }) => id));
}

/**
 * Waits for events, and for others that arrive with them. Does not fail if one is missing, which another rule judges.
 * @throws NeedMissing if no event of this target ever arrived and none more is expected
 */
export async function gathered(
  inbox: Inbox,
  expected: readonly Expected[],
  options: { readonly earlier?: ReadonlySet<string>; readonly moreExpected?: boolean } = {},
): Promise<Recorded> {
  const isNew = ({ id }: ReceivedEvent): boolean => options.earlier?.has(id) !== true;
  let silence: NeedMissing | null = null;
  for (const { count = 1, where = () => true, type } of expected) {
    try {
      await inbox.atLeast(count, { type, where: (event) => isNew(event) && where(event) });
    } catch (error) {
      if (error instanceof NeedMissing) silence = error;
      else if (!(error instanceof Violation)) throw error;
    }
  }
  await inbox.settle();
  const deliveries = inbox.deliveries();
  if (silence !== null && deliveries.length === 0 && options.moreExpected !== true) throw silence;
  return { events: inbox.events().filter(isNew), deliveries: deliveries.filter(isNew) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Where = (event: ReceivedEvent) => boolean;

/** The events of a name that satisfy a condition. */
export function ofType(
  recorded: Recorded,
  type: EventName,
  where: Where = () => true,
): readonly ReceivedEvent[] {
  return recorded.events.filter((event) => event.type === type && where(event));
}

/** An event that another rule requires. @throws Inconclusive if it did not arrive */
export function present(recorded: Recorded, type: EventName, where: Where = () => true): ReceivedEvent {
  const [event] = ofType(recorded, type, where);
  if (event === undefined) throw new Inconclusive(`no ${type} arrived`);
  return event;
}

/** The events of a name, at least one of which another rule requires. @throws Inconclusive if none arrived */
export function someOf(recorded: Recorded, type: EventName, where?: Where): readonly ReceivedEvent[] {
  present(recorded, type, where);
  return ofType(recorded, type, where);
}

/**
 * Expects exactly this many distinct events of a name.
 * @throws Violation of basis "deadline" if there are fewer, of basis "answer" if there are more
 */
export function expectCount(recorded: Recorded, { type, where, count = 1 }: Expected, what: string): void {
  const found = ofType(recorded, type, where);
  if (found.length === count) return;
  throw new Violation({
    basis: found.length < count ? "deadline" : "answer",
    expected: `${count} ${type} ${what}`,
    actual:
      found.length === 0
        ? `none arrived; received: ${[...new Set(recorded.events.map(({ type: other }) => other))].join(", ") || "nothing"}`
        : `${found.length} arrived: ${JSON.stringify(found.map(({ body }) => body))}`,
    event: found[count] ?? null,
  });
}

/** Expects that no event of a name arrived. @throws Violation */
export function expectNone(recorded: Recorded, type: string, where: Where, what: string): void {
  const came = recorded.events.find((event) => event.type === type && where(event));
  if (came === undefined) return;
  throw new Violation({
    expected: `no ${type} ${what}`,
    actual: `this event arrived: ${JSON.stringify(came.body)}`,
    event: came,
  });
}
