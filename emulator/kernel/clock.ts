import type { Image, Keeper } from "./keeper.ts";

/** The only source of real time. */
export interface TimeSource {
  /** Epoch milliseconds. */
  now: () => number;
  /** Calls back once, after `delay` milliseconds. The returned function cancels the call. */
  after: (delay: number, call: () => void) => () => void;
  /** Calls back when the code that is running now has ended. */
  soon: (call: () => void) => void;
}

/** The emulator's time. It may differ from real time and may stand still. Delays are always in real time. */
export interface EmulatedTime extends TimeSource {
  /** Whether time moves only on request. */
  readonly isStill: boolean;
  /** How far the emulator's time is ahead of real time, ms. */
  aheadMs: () => number;
  /** Sets the time. Unless it stands still, it runs on from there. */
  set: (time: number) => void;
}

/** The initial setting of an emulator's time. */
export interface TimeSetting {
  /** Epoch milliseconds. Default: now. */
  readonly now?: number | undefined;
  readonly isStill?: boolean | undefined;
}

/** Creates an emulator's time. */
export function emulatedTime(real: TimeSource, { now, isStill = false }: TimeSetting = {}): EmulatedTime {
  let ahead = now === undefined ? 0 : now - real.now();
  let stillAt = now ?? real.now();
  return {
    now: () => (isStill ? stillAt : real.now() + ahead),
    after: (delay, call) => real.after(delay, call),
    soon: (call) => real.soon(call),
    isStill,
    aheadMs: () => (isStill ? stillAt - real.now() : ahead),
    set: (time) => {
      ahead = time - real.now();
      stillAt = time;
    },
  };
}

/** Where it is kept how far each clock that was moved is ahead, ms. */
const SECTION = "clocks";

/** Creates one wall clock per account. All show `time` until they are moved, and each can be moved forward on its own. */
export function createWallClocks(time: Pick<TimeSource, "now">, keeper: Keeper) {
  const offsets = new Map<string, number>();
  let version = 0;
  return {
    /** The time on an account's wall clock, epoch milliseconds. */
    now: (accountId: string): number => time.now() + (offsets.get(accountId) ?? 0),
    /** Sets an account's wall clock, which runs on from there. */
    set: (accountId: string, shown: number): void => {
      version += 1;
      const ahead = shown - time.now();
      offsets.set(accountId, ahead);
      keeper.put(SECTION, accountId, ahead);
    },
    /** Removes the clock of a deleted account. */
    forget: (accountId: string): void => {
      version += 1;
      offsets.delete(accountId);
      keeper.remove(SECTION, accountId);
    },
    /** Increases with every change. */
    version: () => version,
    image: (): Image => ({ [SECTION]: [...offsets] }),
    restore: (image: Image): void => {
      const { [SECTION]: clocks = [] } = image;
      version += 1;
      offsets.clear();
      for (const [accountId, ahead] of clocks) offsets.set(String(accountId), Number(ahead));
    },
  };
}

/** Time that moves only on request, for tests and repeatable runs. Callbacks run when it passes their due time. */
export function manualTime(start: number): TimeSource & { advance(milliseconds: number): void } {
  let now = start;
  const waiting = new Set<{ at: number; call: () => void }>();
  return {
    now: () => now,
    after: (delay, call) => {
      const item = { at: now + Math.max(0, delay), call };
      waiting.add(item);
      return () => void waiting.delete(item);
    },
    soon: (call) => queueMicrotask(call),
    advance: (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        const due = [...waiting].filter((item) => item.at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        waiting.delete(due);
        now = Math.max(now, due.at);
        due.call();
      }
      now = end;
    },
  };
}

/** A time as ISO 8601 in UTC, e.g. `2026-01-31T10:00:00.000Z`. */
export const isoUtc = (time: number): string => {
  if (time !== latest.time) latest = { time, text: new Date(time).toISOString() };
  return latest.text;
};

/** As `isoUtc`, but null for null. */
export const isoOrNull = (time: number | null): string | null => (time === null ? null : isoUtc(time));

/** Answers show most times at least twice, so the last text is kept. */
let latest = { time: 0, text: "1970-01-01T00:00:00.000Z" };

/** A time as ISO 8601 with the offset of West Africa Time, e.g. `2026-01-31T11:00:00.000+01:00`. */
export const isoWithOffset = (time: number): string =>
  new Date(time + 3_600_000).toISOString().replace("Z", "+01:00");

/** The time that commands see. It stands still while a command is in progress. */
export class Present {
  readonly #time: TimeSource;
  #fixed: number | undefined;

  constructor(time: TimeSource) {
    this.#time = time;
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.#fixed ?? this.#time.now();
  }

  /** Runs `handle` with the time standing still at `at`. */
  during<T>(at: number, handle: () => T): T {
    const before = this.#fixed;
    this.#fixed = at;
    try {
      return handle();
    } finally {
      this.#fixed = before;
    }
  }
}
