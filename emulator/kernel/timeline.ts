import { Buckets } from "./buckets.ts";
import type { Ids } from "./ids.ts";
import { type Image, type Keeper, nowhere } from "./keeper.ts";

/** A timer, as data. */
export interface Timer {
  readonly id: string;
  /** Its clock: `wall:<account>` or the id of a test clock. */
  readonly clock: string;
  /** When it is due on that clock, epoch milliseconds. */
  readonly at: number;
  /** The name of its handler in `parts.timers`. */
  readonly kind: string;
  /** The account that it belongs to. */
  readonly accountId: string;
  /** The object that it concerns, usually by id. Timers are cancelled and moved by their subject. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A change of the timeline, as data. */
export type TimerChange =
  | { readonly do: "schedule"; readonly timer: Timer }
  | { readonly do: "cancel"; readonly subject: string; readonly kind?: string }
  | { readonly do: "move"; readonly subject: string; readonly clock: string };

/** Where timers are kept, by the sequence in which they were scheduled. */
const SECTION = "timers";

/** A state without the timers of a kind. */
export const withoutTimers = (image: Image, kind: string): Image => ({
  ...image,
  [SECTION]: (image[SECTION] ?? []).filter(([, timer]) => (timer as Timer).kind !== kind),
});

/** The prefix of the names of wall clocks. */
const WALL = "wall:";

/** The name of an account's wall clock. */
export const wallClock = (accountId: string): string => {
  if (accountId !== latest.accountId) latest = { accountId, clock: `${WALL}${accountId}` };
  return latest.clock;
};

/** Consecutive timers often belong to the same account, so they share its text. */
let latest = { accountId: "", clock: WALL };

/** The account of a wall clock; undefined for any other clock. */
export const accountOfWallClock = (clock: string): string | undefined =>
  clock.startsWith(WALL) ? clock.slice(WALL.length) : undefined;

/** The change that schedules a timer. By default, it is on the account's wall clock and has an empty payload. */
export function newTimer(
  ids: Ids,
  timer: Omit<Timer, "id" | "clock" | "payload"> & Partial<Pick<Timer, "clock" | "payload">>,
): TimerChange {
  const { at, kind, accountId, subject, clock = wallClock(accountId), payload = {} } = timer;
  return { do: "schedule", timer: { id: ids.id("timer_"), clock, at, kind, accountId, subject, payload } };
}

interface Queued {
  readonly timer: Timer;
  readonly sequence: number;
}

const before = (a: Queued, b: Queued): boolean =>
  a.timer.at < b.timer.at || (a.timer.at === b.timer.at && a.sequence < b.sequence);

const insert = (queue: Queued[], item: Queued): void => {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = queue[middle];
    if (there !== undefined && before(there, item)) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, item);
};

/** A queue of timers per clock, ordered by due time, then by the sequence in which they were scheduled. */
export type Timeline = ReturnType<typeof createTimeline>;

/** What a decision may read of the timeline. */
export type TimelineView = Omit<Timeline, "apply" | "takeChanged" | "take" | "image" | "restore">;

/** Creates an empty timeline. */
export function createTimeline(keeper: Keeper = nowhere) {
  const queues = new Map<string, Queued[]>();
  const subjects = new Buckets<Queued>(({ timer }) => timer.id);
  let changed: Set<string> | undefined = new Set();
  let sequence = 0;
  let version = 0;

  const add = (item: Queued): void => {
    version += 1;
    const { clock, subject } = item.timer;
    changed?.add(clock);
    const queue = queues.get(clock) ?? [];
    insert(queue, item);
    queues.set(clock, queue);
    subjects.put(subject, item);
  };

  const drop = (item: Queued): void => {
    version += 1;
    const { clock, subject, id } = item.timer;
    changed?.add(clock);
    const queue = queues.get(clock);
    const at = queue?.indexOf(item) ?? -1;
    if (queue !== undefined && at >= 0) queue.splice(at, 1);
    if (queue?.length === 0) queues.delete(clock);
    subjects.remove(subject, id);
  };

  const schedule = (item: Queued): void => {
    add(item);
    keeper.put(SECTION, item.sequence, item.timer);
  };

  const cancel = (item: Queued): void => {
    drop(item);
    keeper.remove(SECTION, item.sequence);
  };

  const applyOne = (change: TimerChange): void => {
    if (change.do === "schedule") {
      sequence += 1;
      schedule({ timer: change.timer, sequence });
      return;
    }
    for (const item of subjects.values(change.subject)) {
      if (change.do === "cancel" && change.kind !== undefined && item.timer.kind !== change.kind) continue;
      cancel(item);
      if (change.do === "move")
        schedule({ timer: { ...item.timer, clock: change.clock }, sequence: item.sequence });
    }
  };

  return {
    apply: (changes: readonly TimerChange[]): void => {
      for (const change of changes) applyOne(change);
    },
    /** Removes and returns the first timer of a clock, if it is due at `now`. */
    take: (clock: string, now: number): Timer | undefined => {
      const first = queues.get(clock)?.[0];
      if (first === undefined || first.timer.at > now) return undefined;
      cancel(first);
      return first.timer;
    },
    /** The first timer of a clock. */
    next: (clock: string): Timer | undefined => queues.get(clock)?.[0]?.timer,
    /** The timers of a clock, in the order in which they become due. */
    waiting: (clock: string): readonly Timer[] => (queues.get(clock) ?? []).map((item) => item.timer),
    /** The timers of a subject, in the order in which they become due. */
    about: (subject: string): readonly Timer[] =>
      [...subjects.values(subject)].sort((a, b) => (before(a, b) ? -1 : 1)).map((item) => item.timer),
    /** The clocks that have timers, in the order of their names. */
    clocks: (): readonly string[] => [...queues.keys()].sort(),
    /** The number of timers on all clocks. */
    size: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    /** Increases with every change. */
    version: () => version,
    /** The clocks whose timers changed since the last call; undefined if any of them may have changed. */
    takeChanged: (): readonly string[] | undefined => {
      const taken = changed;
      changed = new Set();
      return taken === undefined ? undefined : [...taken];
    },
    image: (): Image => ({
      [SECTION]: [...queues.values()]
        .flat()
        .sort((a, b) => a.sequence - b.sequence)
        .map((item) => [item.sequence, item.timer]),
    }),
    restore: ({ [SECTION]: timers = [] }: Image): void => {
      version += 1;
      changed = undefined;
      queues.clear();
      subjects.clear();
      for (const [key, timer] of timers) add({ timer: timer as Timer, sequence: Number(key) });
      sequence = Number(timers.at(-1)?.[0] ?? 0);
    },
  };
}
