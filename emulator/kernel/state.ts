import { createFeed, type Feed, type FeedView } from "./events.ts";
import { createLedger, type Ledger, type LedgerView } from "./ledger.ts";
import type { Row, Table, Write } from "./table.ts";
import { createTimeline, type Timeline, type TimelineView } from "./timeline.ts";

/** What a decision may read. Records are frozen in intent: change one by a `put` of a copy. */
export interface State {
  get<R extends Row>(table: Table<R>, id: string): R | undefined;
  /** The records whose index has this value, oldest first. */
  find<R extends Row>(table: Table<R>, index: string, value: string): readonly R[];
  /** All records of a table, oldest first. */
  all<R extends Row>(table: Table<R>): readonly R[];
  /** The records of that id in any table. */
  locate(id: string): readonly { readonly table: string; readonly record: Row }[];
  /** How many records a table has. */
  count<R extends Row>(table: Table<R>): number;
  readonly ledger: LedgerView;
  readonly timeline: TimelineView;
  readonly feed: FeedView;
}

/** The state with the means to change it; only the engine's commit holds this. */
export interface Store extends State {
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly feed: Feed;
  apply(writes: readonly Write[]): void;
  /** Forgets everything. */
  clear(): void;
}

const none = (): undefined => undefined;

interface Shelf {
  rows: Map<string, Row>;
  indexes: Map<string, Map<string, Map<string, Row>>>;
}

/** An empty state. */
export function createStore(): Store {
  const shelves = new Map<string, Shelf>();
  const ledger = createLedger();
  const timeline = createTimeline();
  const feed = createFeed();

  const shelfOf = (table: Table<Row>): Shelf => {
    let shelf = shelves.get(table.name);
    if (shelf === undefined) {
      shelf = {
        rows: new Map(),
        indexes: new Map(
          Object.keys(table.indexes).map((name) => [name, new Map<string, Map<string, Row>>()]),
        ),
      };
      shelves.set(table.name, shelf);
    }
    return shelf;
  };

  const unindex = (shelf: Shelf, table: Table<Row>, record: Row, keep?: Row): void => {
    for (const name of Object.keys(table.indexes)) {
      const key = table.indexes[name] ?? none;
      const value = key(record);
      if (value === undefined || (keep !== undefined && key(keep) === value)) continue;
      const bucket = shelf.indexes.get(name)?.get(value);
      bucket?.delete(record.id);
      if (bucket?.size === 0) shelf.indexes.get(name)?.delete(value);
    }
  };

  const index = (shelf: Shelf, table: Table<Row>, record: Row): void => {
    for (const name of Object.keys(table.indexes)) {
      const value = table.indexes[name]?.(record);
      const buckets = shelf.indexes.get(name);
      if (value === undefined || buckets === undefined) continue;
      const bucket = buckets.get(value) ?? new Map<string, Row>();
      bucket.set(record.id, record);
      buckets.set(value, bucket);
    }
  };

  const applyOne = (write: Write): void => {
    const shelf = shelfOf(write.table);
    const id = write.do === "put" ? write.record.id : write.id;
    const before = shelf.rows.get(id);
    if (write.do === "put") {
      if (before !== undefined) unindex(shelf, write.table, before, write.record);
      shelf.rows.set(id, write.record);
      index(shelf, write.table, write.record);
    } else if (before !== undefined) {
      unindex(shelf, write.table, before);
      shelf.rows.delete(id);
    }
  };

  return {
    ledger,
    timeline,
    feed,
    get: <R extends Row>(table: Table<R>, id: string) =>
      shelves.get(table.name)?.rows.get(id) as R | undefined,
    find: <R extends Row>(table: Table<R>, name: string, value: string) => {
      if (!(name in table.indexes)) throw new Error(`Table ${table.name} has no index ${name}`);
      const bucket = shelves.get(table.name)?.indexes.get(name)?.get(value);
      return bucket === undefined ? [] : ([...bucket.values()] as unknown as R[]);
    },
    all: <R extends Row>(table: Table<R>) =>
      [...(shelves.get(table.name)?.rows.values() ?? [])] as unknown as R[],
    locate: (id) =>
      [...shelves].flatMap(([name, { rows }]) => {
        const record = rows.get(id);
        return record === undefined ? [] : [{ table: name, record }];
      }),
    count: <R extends Row>(table: Table<R>) => shelves.get(table.name)?.rows.size ?? 0,
    apply: (writes) => {
      for (const write of writes) applyOne(write);
    },
    clear: () => {
      shelves.clear();
      ledger.clear();
      timeline.clear();
      feed.clear();
    },
  };
}
