import { type Asked, askedBy, type Cause, causeOf } from "./causes.ts";
import type { FeedEntry } from "./events.ts";
import type { Entry } from "./ledger.ts";
import { apiKeys } from "./merchants.ts";
import type { Command } from "./request.ts";
import type { Write } from "./table.ts";
import type { TimerChange } from "./timeline.ts";

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

/** A decision that was just committed, and the request or what else led to it. */
interface Committed extends Pick<Decided, "number" | "at" | "entries" | "timers"> {
  readonly cause: Cause | Command;
  readonly writes: readonly Write[];
  readonly announced: readonly { readonly entry: Pick<FeedEntry, "eventId" | "type"> }[];
}

/** The newest decisions that changed something. */
export interface History {
  /** Leaves out one that changed nothing. */
  add(committed: Committed): void;
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

/**
 * A decision as it is kept. All of them are in memory and nearly none is ever asked for, so each has few parts, of which the rest is made. Of
 * records it has the names alone: their earlier states would stay, too.
 */
interface Kept extends Omit<Decided, "cause" | "changed"> {
  readonly cause: Cause | Asked;
  /** What was done, the table, the id; and again. */
  readonly changed: readonly string[];
}

const NONE: readonly never[] = [];

function namesOf(writes: readonly Write[]): readonly string[] {
  const names: string[] = [];
  for (const write of writes) {
    // A key is its record's id, and credentials are never shown.
    if (write.table.name !== apiKeys.name)
      names.push(write.do, write.table.name, write.do === "put" ? write.record.id : write.id);
  }
  return names;
}

const keep = ({ number, at, cause, writes, entries, timers, announced }: Committed): Kept => ({
  number,
  at,
  cause: "operationId" in cause ? askedBy(cause) : cause,
  changed: namesOf(writes),
  entries,
  timers,
  events:
    announced.length === 0 ? NONE : announced.map(({ entry }) => ({ id: entry.eventId, type: entry.type })),
});

const shown = ({ number, at, cause, changed, entries, timers, events }: Kept): Decided => ({
  number,
  at,
  cause: "operationId" in cause ? causeOf(cause) : cause,
  changed: changed.flatMap((_, index) => {
    if (index % 3 !== 0) return [];
    const [what, table = "", id = ""] = changed.slice(index, index + 3);
    return [{ do: what as Write["do"], table, id }];
  }),
  entries,
  timers,
  events,
});

/** Keeps the newest `kept` decisions and up to a tenth more. */
export function createHistory(kept: number): History {
  let all: Kept[] = [];
  return {
    add: (committed) => {
      const { writes, entries, timers, announced } = committed;
      if (writes.length + entries.length + timers.length + announced.length === 0) return;
      all.push(keep(committed));
      if (all.length > kept * 1.1) all = all.slice(-kept);
    },
    about: (id) => all.map(shown).filter(concerns(id)),
    image: () => all.map(shown),
    restore: (image) => {
      all = image.map((decided) => ({
        ...decided,
        changed: decided.changed.flatMap(({ do: what, table, id }) => [what, table, id]),
      }));
    },
    clear: () => {
      all = [];
    },
  };
}
