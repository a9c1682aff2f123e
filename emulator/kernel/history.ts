import type { Entry } from "./ledger.ts";
import type { Write } from "./table.ts";
import type { TimerChange } from "./timeline.ts";

/** What led to a decision. */
export interface Cause {
  readonly kind: "request" | "control" | "timer" | "start";
  /** The operation, or the kind of the timer. */
  readonly name: string;
  readonly accountId: string;
  /** What the path, the body or the timer named. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** A committed decision: what led to it, and all that it changed. */
export interface Decided {
  /** Grows with every decision. */
  readonly number: number;
  /** Epoch milliseconds of the account's clock. */
  readonly at: number;
  readonly cause: Cause;
  readonly changed: readonly { readonly do: Write["do"]; readonly table: string; readonly id: string }[];
  readonly entries: readonly Entry[];
  readonly timers: readonly TimerChange[];
  readonly events: readonly { readonly id: string; readonly type: string }[];
}

/** The newest decisions that changed something. */
export interface History {
  add(decided: Decided): void;
  /** Those that concern an object, an entry, an event, a timer or an account of the ledger, oldest first. */
  about(id: string): readonly Decided[];
  image(): readonly Decided[];
  restore(image: readonly Decided[]): void;
  clear(): void;
}

const concerns =
  (id: string) =>
  ({ changed, entries, timers, events }: Decided): boolean =>
    changed.some((change) => change.id === id) ||
    events.some((event) => event.id === id) ||
    timers.some((change) =>
      change.do === "schedule"
        ? change.timer.id === id || change.timer.subject === id
        : change.subject === id,
    ) ||
    entries.some(
      (entry) =>
        entry.id === id ||
        Object.values(entry.details ?? {}).includes(id) ||
        entry.lines.some(({ account }) => account === id || account.split(":").includes(id)),
    );

/** Keeps the newest `kept` decisions and up to a tenth more. */
export function createHistory(kept: number): History {
  let all: Decided[] = [];
  return {
    add: (decided) => {
      all.push(decided);
      if (all.length > kept * 1.1) all = all.slice(-kept);
    },
    about: (id) => all.filter(concerns(id)),
    image: () => [...all],
    restore: (image) => {
      all = [...image];
    },
    clear: () => {
      all = [];
    },
  };
}
