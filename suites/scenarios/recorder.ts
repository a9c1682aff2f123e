import type { Answer, Check, Inbox, PortAnswer, ReceivedEvent } from "../kit.ts";
import { Inconclusive, NeedMissing, textOf, Violation } from "../kit.ts";
import { startDeadline } from "../../harness/time.ts";
import { ALL_NAMES, EVENT_NAMES, type Transition, PROMISED, TWICE } from "../model/billing.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { soon } from "../fixtures/reading.ts";
import {
  type GivenCustomer,
  type GivenSubscription,
  type Reading,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import { DAY, parseTimestamp } from "../fixtures/times.ts";
import { isLaterCycles } from "./later-cycles.ts";

/** A step in the history of a subscription, with its outcome. */
export interface Step {
  readonly name: string;
  readonly transition: Transition;
  /** The distinct events from this step until the next one, in order of arrival. */
  readonly events: readonly ReceivedEvent[];
  /** The answer, if the step was one request. */
  readonly answer: Answer | null;
  readonly port: PortAnswer | null;
  /** The subscription once the step has settled; null if no route reads it. */
  readonly after: Reading | null;
}

/** A scenario of a subscription, recorded once and judged by many rules. Plain data: it outlives its inbox. */
export interface Scenario {
  readonly customer: GivenCustomer;
  readonly subscription: GivenSubscription;
  readonly steps: readonly Step[];
  /** False if no event of the target ever arrived. */
  readonly received: boolean;
  /** Every delivery, including redeliveries. */
  readonly deliveries: readonly ReceivedEvent[];
  /** Events that a second endpoint with their names did not receive. */
  readonly missed: readonly ReceivedEvent[];
}

/** Records the steps of a scenario. */
export interface Recorder {
  readonly steps: readonly Step[];
  /** From now on, events that contain this id belong to the scenario. */
  readonly own: (id: string) => void;
  /** The events of a name so far. */
  readonly events: (type: string) => readonly ReceivedEvent[];
  readonly act: <T extends Answer | PortAnswer>(options: Act<T>) => Promise<T>;
  readonly scenario: (subscription: GivenSubscription) => Scenario;
}

export interface Act<T> {
  readonly name: string;
  readonly transition: Transition;
  readonly do: () => Promise<T>;
  /** The subscription to read once the step has settled. */
  readonly subject?: () => GivenSubscription | undefined;
  /** Waits until this condition is true for the subscription. */
  readonly until?: (reading: Reading) => boolean;
  /** Events to wait for in addition to those that the transition requires. */
  readonly also?: readonly string[];
  /** The names of events to wait for, given the events of the step so far. */
  readonly follow?: (events: readonly ReceivedEvent[]) => readonly string[];
  /** How many distinct events of each required name to wait for. Default: 1. */
  readonly count?: number;
  /** Events to wait for, each about one subscription, as the answer decides. Those that name none count for any. */
  readonly each?: () => readonly { readonly type: string; readonly of: string }[];
}

/** Opens the inbox of a scenario, if events can be received. */
export async function recorder(check: Check, customer: GivenCustomer): Promise<Recorder> {
  const inbox = check.has("events") ? await inboxOf(check, customer.merchant) : null;
  // If the check has its own merchant, every event at its endpoint belongs to the check.
  const own = (id: string): void => {
    if (!customer.merchant.own) inbox?.own(id);
  };
  if (customer.id !== null) own(customer.id);
  const steps: Step[] = [];
  let received = inbox !== null;
  let mark = 0;
  const second = inbox === null ? null : await secondEndpoint(check, customer.merchant);

  return {
    steps,
    own,
    events: (type) => inbox?.events({ type }) ?? [],
    act: async (act) => {
      mark = lastArrival(inbox);
      const done = await act.do();
      const subject = act.subject?.();
      if (subject !== undefined) own(subject.id);
      // The first invoice may be reported with a later one (§6.1), which is what a later step waits for.
      const isLater = act.transition.startsWith("created") ? () => true : isLaterCycles({ steps });
      const isWanted = (event: ReceivedEvent): boolean =>
        event.type !== "invoice.finalized" || isLater(event);
      if (inbox !== null && received)
        received = await arrived(check, inbox, { ...act, where: isWanted }, mark);
      const come = () => (inbox?.events() ?? []).filter((event) => event.arrival > mark);
      const shown = showsWhatIsEmitted(come(), subject?.id);
      let after = subject === undefined ? null : await settledReading(check, subject, { shown, ...act });
      await inbox?.settle();
      const also = act.follow?.(come()) ?? [];
      if (inbox !== null && also.length > 0)
        await arrived(check, inbox, { transition: "nothing", also }, mark);
      const events = come();
      await second?.follow(events);
      // Events that arrived after the reading may report a later state.
      const late = showsWhatIsEmitted(events, subject?.id);
      if (subject !== undefined && after !== null && !late(after))
        after = await settledReading(check, subject, { shown: late, ...act });
      const isPort = "output" in done;
      steps.push({
        name: act.name,
        transition: act.transition,
        events,
        answer: isPort ? done.answer : done,
        port: isPort ? done : null,
        after,
      });
      return done;
    },
    scenario: (subscription) => ({
      customer,
      subscription,
      steps,
      received,
      deliveries: inbox?.deliveries() ?? [],
      missed: second?.missed ?? [],
    }),
  };
}

/** An inbox for all names, or only for the documented ones if the target accepts no others. */
async function inboxOf(check: Check, merchant: GivenCustomer["merchant"]): Promise<Inbox> {
  try {
    return await check.inbox({ merchant, names: ALL_NAMES });
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return check.inbox({ merchant, names: EVENT_NAMES });
  }
}

/**
 * Another endpoint of a merchant of the check's own, with one half of the names or the other. Records which of the first endpoint's events do
 * not arrive there. Null if there is none.
 */
async function secondEndpoint(check: Check, merchant: GivenCustomer["merchant"]) {
  const { events } = check.profile;
  if (!merchant.own || events === undefined || "feed" in events) return null;
  const turn = Number.parseInt(check.name("endpoint").slice(-1), 36) % 2;
  const names: readonly string[] = EVENT_NAMES.filter((_name, at) => at % 2 === turn);
  // How many endpoints a merchant may have is not shown.
  const inbox = await ifPossible(() => check.inbox({ merchant, names }));
  if (inbox === null) return null;
  const missed: ReceivedEvent[] = [];
  const known = new Set<string>();
  return {
    missed,
    follow: async (emitted: readonly ReceivedEvent[]): Promise<void> => {
      for (const event of emitted) {
        const about = aboutOf(event);
        // After the first one that is missing, the others need no wait.
        if (!names.includes(event.type) || known.has(about) || missed.length > 0) continue;
        known.add(about);
        try {
          await inbox.next({ type: event.type, where: (other) => aboutOf(other) === about });
        } catch (error) {
          if (!(error instanceof Violation)) throw error;
          missed.push(event);
        }
      }
    },
  };
}

/** What an event is about, whatever its id: each endpoint's may have its own. */
function aboutOf({ type, data }: ReceivedEvent): string {
  return [type, ...["subscriptionId", "invoiceId", "orderId"].map((name) => textOf(data[name]))].join(" ");
}

function lastArrival(inbox: Inbox | null): number {
  return Math.max(0, ...(inbox?.deliveries() ?? []).map((event) => event.arrival));
}

/**
 * Waits for the events that a transition requires, within one deadline. The rules judge missing events.
 * @returns false if no event of this target ever arrived
 */
async function arrived(
  check: Check,
  inbox: Inbox,
  act: Pick<Act<unknown>, "transition" | "count" | "also" | "each"> & {
    readonly where?: (event: ReceivedEvent) => boolean;
  },
  mark: number,
): Promise<boolean> {
  const earlier = new Set(
    inbox
      .deliveries()
      .filter((event) => event.arrival <= mark)
      .map(occurrenceOf),
  );
  const deadline = startDeadline({ ms: check.profile.deadlines.eventMs });
  try {
    const { count = 1, also = [], each = () => [], where = () => true } = act;
    const wanted = [...PROMISED[act.transition], ...also].map((type) => ({ type, of: undefined, count }));
    for (const { type, of, count: least } of [...wanted, ...each().map((one) => ({ ...one, count: 1 }))]) {
      try {
        await inbox.atLeast(least, {
          type,
          where: (event) =>
            event.arrival > mark &&
            where(event) &&
            !earlier.has(occurrenceOf(event)) &&
            (of === undefined || [undefined, of].includes(event.data["subscriptionId"] as string)),
          occurrence: occurrenceOf,
          withinMs: deadline.left,
        });
      } catch (error) {
        if (error instanceof NeedMissing) return false;
        if (!(error instanceof Violation)) throw error;
      }
    }
    return true;
  } finally {
    deadline.cancel();
  }
}

/** Whether a reading shows the period and the status in the latest of these events. */
function showsWhatIsEmitted(events: readonly ReceivedEvent[], id: string | undefined) {
  const about = events.filter(({ data }) => data["subscriptionId"] === id).map(({ data }) => data);
  const reported = about
    .map((data) => parseTimestamp(data["currentPeriodEnd"]))
    .findLast((end) => end !== null);
  const word = about.map((data) => data["status"]).findLast((status) => typeof status === "string");
  return ({ end, status }: Reading): boolean =>
    (reported == null || end === null || Math.abs(end - reported) < DAY) &&
    (word === undefined || status === null || status === word);
}

/** Identifies what an event reports. An event of a payment may be repeated with another id, so it is identified by its payment (§6.1). */
export function occurrenceOf({ id, type, data }: ReceivedEvent): string {
  const paid = TWICE.includes(type) ? data[type === "invoice.paid" ? "invoiceId" : "orderId"] : undefined;
  return typeof paid === "string" ? `${type} ${paid}` : id;
}

async function settledReading(
  check: Check,
  subject: GivenSubscription,
  { until, shown }: { until?: Act<unknown>["until"]; shown: (reading: Reading) => boolean },
): Promise<Reading | null> {
  if (!check.ports.bound("retrieveSubscription")) return null;
  const read = (): Promise<Reading> => readSubscription(check, subject);
  if (until === undefined) return soon(check, { read, holds: shown });
  let last: Reading | null = null;
  try {
    const followed = await check.eventually({
      expected: "the subscription to have the expected state",
      read: async () => {
        last = await read();
        return last;
      },
      holds: until,
    });
    return shown(followed)
      ? followed
      : await soon(check, { read, holds: (reading) => until(reading) && shown(reading) });
  } catch (error) {
    if (error instanceof Violation) return last;
    throw error;
  }
}
