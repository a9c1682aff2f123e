import { startDeadline } from "../deadline.ts";
import type { Waits } from "../session/waits.ts";
import { Inconclusive, NeedMissing, Violation } from "../verdicts.ts";
import type { ReceivedEvent } from "./event.ts";
import type { Mailbox } from "./mailbox.ts";

/** Selects events by name and content. */
export interface EventQuery {
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

interface Inbox {
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
export async function waitForEvents(
  count: number,
  query: EventQuery,
  inbox: Inbox,
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
  { mailbox, address, own }: Inbox,
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
