/** The only source of real time. */
export interface TimeSource {
  /** Epoch milliseconds. */
  now: () => number;
  /** Calls back once, `delay` milliseconds from now or a little later; the returned function cancels it. */
  after: (delay: number, call: () => void) => () => void;
  /** Calls back as soon as what runs now has ended. */
  soon: (call: () => void) => void;
}

/** The emulator's time: real time, or as far from it as was asked, running or still. Waiting is always in real time. */
export interface EmulatedTime extends TimeSource {
  /** Whether it moves only on request. */
  readonly isStill: boolean;
  /** How far it is ahead of real time, ms. */
  aheadMs: () => number;
  /** Brings it to a time, from which it runs on unless it is still. */
  set: (time: number) => void;
  /** Brings it so far ahead of real time, ms. */
  setAhead: (ms: number) => void;
}

/** How an emulator's time begins. */
export interface TimeSetting {
  /** Epoch milliseconds. Default: now. */
  readonly now?: number | undefined;
  readonly isStill?: boolean | undefined;
}

/** Time that begins as set. */
export function emulatedTime(real: TimeSource, { now, isStill = false }: TimeSetting = {}): EmulatedTime {
  let ahead = now === undefined ? 0 : now - real.now();
  let stands = now ?? real.now();
  return {
    now: () => (isStill ? stands : real.now() + ahead),
    after: (delay, call) => real.after(delay, call),
    soon: (call) => real.soon(call),
    isStill,
    aheadMs: () => (isStill ? stands : real.now() + ahead) - real.now(),
    set: (time) => {
      ahead = time - real.now();
      stands = time;
    },
    setAhead: (ms) => {
      ahead = ms;
      stands = real.now() + ms;
    },
  };
}

/** The wall clocks: one for each account, all running with real time, each movable forward on its own. */
export interface WallClocks {
  /** What an account's wall clock shows, epoch milliseconds. */
  now: (accountId: string) => number;
  /** Sets an account's wall clock; it runs on from there. */
  set: (accountId: string, shown: number) => void;
  /** Forgets the clock of a deleted account. */
  forget: (accountId: string) => void;
  /** How far each moved one is ahead, ms. */
  image: () => ClocksImage;
  restore: (image: ClocksImage) => void;
  clear: () => void;
  /** Grows with every move. */
  version: () => number;
}

export type ClocksImage = readonly (readonly [string, number])[];

/** Wall clocks that all show real time until they are moved. */
export function createWallClocks(time: Pick<TimeSource, "now">): WallClocks {
  const offsets = new Map<string, number>();
  let version = 0;
  return {
    now: (accountId) => time.now() + (offsets.get(accountId) ?? 0),
    set: (accountId, shown) => {
      version += 1;
      offsets.set(accountId, shown - time.now());
    },
    forget: (accountId) => {
      version += 1;
      offsets.delete(accountId);
    },
    clear: () => {
      version += 1;
      offsets.clear();
    },
    version: () => version,
    image: () => [...offsets],
    restore: (image) => {
      version += 1;
      offsets.clear();
      for (const [accountId, ahead] of image) offsets.set(accountId, ahead);
    },
  };
}

/** Time that moves only on request; callbacks run when it passes their due time. For tests and repeatable runs. */
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

/** As `isoUtc`; null for a time that has not come. */
export const isoOrNull = (time: number | null): string | null => (time === null ? null : isoUtc(time));

/** An answer shows most times twice or more. */
let latest = { time: 0, text: "1970-01-01T00:00:00.000Z" };

/** A time as ISO 8601 with the offset of West Africa Time, e.g. `2026-01-31T11:00:00.000+01:00`. */
export const isoWithOffset = (time: number): string =>
  new Date(time + 3_600_000).toISOString().replace("Z", "+01:00");
