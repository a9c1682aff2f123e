import type { Command } from "./request.ts";
import type { FeedEntry } from "./events.ts";
import type { Image, Keeper } from "./keeper.ts";
import type { Entry } from "./ledger.ts";
import { apiKeys } from "./merchants.ts";
import type { Write } from "./table.ts";
import type { TimerChange } from "./timeline.ts";

/** What led to a decision. */
export interface Cause {
  readonly kind: "request" | "control" | "timer" | "start";
  /** The operation, or the kind of the timer. */
  readonly name: string;
  readonly accountId: string;
  /** The path parameters and body of the request, or the timer and its subject. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** The history leaves out longer bodies, bytes. */
const longestKeptBody = 4096;

/** What the history keeps of a request. */
type Asked = Pick<Command, "operationId" | "caller" | "params" | "body">;

const askedBy = ({ operationId, caller, params, headers, body }: Command): Asked => ({
  operationId,
  caller,
  params,
  body: Number(headers["content-length"] ?? 0) > longestKeptBody ? undefined : body,
});

/** A request as the cause of a decision. */
const causeOf = ({ operationId, caller, params, body }: Asked): Cause => ({
  kind: "request",
  name: operationId,
  accountId: caller.accountId,
  about: { mode: caller.mode, ...params, ...(body === undefined ? {} : { body }) },
});

/** A committed decision: its cause, and everything that it changed. */
export interface Decided {
  /** The number of the decision. */
  readonly number: number;
  /** Epoch milliseconds, on the clock by which it was decided. */
  readonly at: number;
  readonly cause: Cause;
  readonly changed: readonly { readonly do: Write["do"]; readonly table: string; readonly id: string }[];
  readonly entries: readonly Entry[];
  readonly timers: readonly TimerChange[];
  readonly events: readonly { readonly id: string; readonly type: string }[];
}

/** A decision that was just committed, with its cause. */
type Committed = Pick<Decided, "number" | "at" | "entries" | "timers"> & {
  readonly cause: Cause | Command;
  readonly writes: readonly Write[];
  readonly announced: readonly { readonly entry: Pick<FeedEntry, "eventId" | "type"> }[];
};

/** Where decisions are kept, by their number. */
const SECTION = "history";

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
 * A decision in compact form, because many are in memory and few are ever read. It names the records that it changed without holding them,
 * since that would also keep their earlier versions in memory.
 */
interface Kept extends Omit<Decided, "cause" | "changed"> {
  readonly cause: Cause | Asked;
  /** Three texts for each change: what was done, the table, the id. */
  readonly changed: readonly string[];
}

const NONE: readonly never[] = [];

function namesOf(writes: readonly Write[]): readonly string[] {
  const names: string[] = [];
  for (const write of writes) {
    // The id of such a record is the key itself, and credentials are never shown.
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

/** The newest decisions that changed something. */
export type History = ReturnType<typeof createHistory>;

/** Creates a history of the newest `most` decisions, and up to a tenth more. */
export function createHistory(most: number, keeper: Keeper) {
  let all: Kept[] = [];
  return {
    /** Adds a decision, unless it changed nothing. */
    add: (committed: Committed): void => {
      const { writes, entries, timers, announced } = committed;
      if (writes.length + entries.length + timers.length + announced.length === 0) return;
      const decided = keep(committed);
      all.push(decided);
      keeper.put(SECTION, decided.number, decided);
      if (all.length <= most * 1.1) return;
      for (const { number } of all.splice(0, all.length - most)) keeper.remove(SECTION, number);
    },
    /** The decisions that requests and control led to in an account, newest first. */
    of: (accountId: string): readonly Decided[] =>
      all
        .map(shown)
        .filter(({ cause }) => cause.accountId === accountId && ["request", "control"].includes(cause.kind))
        .reverse(),
    /** The decisions that concern an object, an entry, an event, a timer or an account of the ledger, oldest first. */
    about: (id: string): readonly Decided[] => all.map(shown).filter(concerns(id)),
    image: (): Image => ({ [SECTION]: all.map((decided) => [decided.number, decided]) }),
    restore: (image: Image): void => {
      const { [SECTION]: decided = [] } = image;
      all = decided.map(([, value]) => value as Kept);
    },
  };
}
