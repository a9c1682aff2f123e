import { Buckets } from "./buckets.ts";
import type { Ids } from "./ids.ts";

/** Something that happens at a time, as data. */
export interface Timer {
  readonly id: string;
  /** The clock that makes it due: `wall:<account>` or the id of a test clock. */
  readonly clock: string;
  /** When it is due on that clock, epoch milliseconds. */
  readonly at: number;
  /** Names its handler in `parts.timers`. */
  readonly kind: string;
  /** The account whose affairs it touches. */
  readonly accountId: string;
  /** Its subject, e.g. an object's id; timers are cancelled and moved by it. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One change of the timeline, as data. */
export type TimerChange =
  | { readonly do: "schedule"; readonly timer: Timer }
  | { readonly do: "cancel"; readonly subject: string; readonly kind?: string }
  | { readonly do: "move"; readonly subject: string; readonly clock: string };

/** What a decision may read of the timeline. */
export interface TimelineView {
  /** The timers waiting on a clock, in the order in which they become due. */
  waiting(clock: string): readonly Timer[];
  /** The timers about a subject, in the order in which they become due. */
  about(subject: string): readonly Timer[];
  /** The first timer of a clock, left in place. */
  next(clock: string): Timer | undefined;
  /** The clocks on which something waits. */
  clocks(): readonly string[];
  /** How many timers wait on all clocks. */
  size(): number;
  /** Grows with every change. */
  version(): number;
}

/** The queue: ordered by due time, then by the sequence in which timers were scheduled. */
export interface Timeline extends TimelineView {
  apply(changes: readonly TimerChange[]): void;
  /** The clocks whose timers changed since the last call; undefined where all may have. */
  takeChanged(): readonly string[] | undefined;
  /** Takes the first timer of a clock that is due at `now` or before. */
  take(clock: string, now: number): Timer | undefined;
  image(): TimelineImage;
  restore(image: TimelineImage): void;
  clear(): void;
}

/** The queues as data. */
export interface TimelineImage {
  readonly sequence: number;
  readonly queued: readonly Queued[];
}

/** How the names of wall clocks begin. */
const WALL = "wall:";

/** The name of an account's wall clock. */
export const wallClock = (accountId: string): string => {
  if (accountId !== latest.accountId) latest = { accountId, clock: `${WALL}${accountId}` };
  return latest.clock;
};

/** Many timers in a row are of one account; they share the text. */
let latest = { accountId: "", clock: WALL };

/** The account whose wall clock has that name; undefined for another clock. */
export const accountOfWallClock = (clock: string): string | undefined =>
  clock.startsWith(WALL) ? clock.slice(WALL.length) : undefined;

/** The change that arranges a timer: on the account's wall clock, and without a payload, unless given. */
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

/** An empty timeline. */
export function createTimeline(): Timeline {
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

  const applyOne = (change: TimerChange): void => {
    if (change.do === "schedule") {
      sequence += 1;
      add({ timer: change.timer, sequence });
      return;
    }
    for (const item of subjects.values(change.subject)) {
      if (change.do === "cancel" && change.kind !== undefined && item.timer.kind !== change.kind) continue;
      drop(item);
      if (change.do === "move")
        add({ timer: { ...item.timer, clock: change.clock }, sequence: item.sequence });
    }
  };

  return {
    apply: (changes) => {
      for (const change of changes) applyOne(change);
    },
    take: (clock, now) => {
      const first = queues.get(clock)?.[0];
      if (first === undefined || first.timer.at > now) return undefined;
      drop(first);
      return first.timer;
    },
    next: (clock) => queues.get(clock)?.[0]?.timer,
    waiting: (clock) => (queues.get(clock) ?? []).map((item) => item.timer),
    about: (subject) =>
      [...subjects.values(subject)].sort((a, b) => (before(a, b) ? -1 : 1)).map((item) => item.timer),
    clocks: () => [...queues.keys()],
    size: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    version: () => version,
    takeChanged: () => {
      const taken = changed;
      changed = new Set();
      return taken === undefined ? undefined : [...taken];
    },
    image: () => ({ sequence, queued: [...queues.values()].flat() }),
    restore: (image) => {
      version += 1;
      changed = undefined;
      queues.clear();
      subjects.clear();
      for (const item of image.queued) add(item);
      ({ sequence } = image);
    },
    clear: () => {
      version += 1;
      changed = undefined;
      queues.clear();
      subjects.clear();
      sequence = 0;
    },
  };
}
