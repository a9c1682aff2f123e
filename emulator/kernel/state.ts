import { Buckets } from "./buckets.ts";
import { createFeed, type Feed, type FeedView } from "./events.ts";
import { createLedger, type Ledger, type LedgerImage, type LedgerView } from "./ledger.ts";
import type { FeedImage } from "./events.ts";
import { remove, type Row, type Table, tableNamed, type Write } from "./table.ts";
import { createTimeline, type Timeline, type TimelineImage, type TimelineView } from "./timeline.ts";

/** What a decision may read. Records are frozen in intent: change one by a `put` of a copy. */
export interface State {
  get<R extends Row>(table: Table<R>, id: string): R | undefined;
  /** The records whose index has this value, oldest first. */
  find<R extends Row>(table: Table<R>, index: string, value: string): readonly R[];
  /** All records of a table, oldest first. */
  all<R extends Row>(table: Table<R>): readonly R[];
  /** The records of that id in any table. */
  locate(id: string): readonly { readonly table: string; readonly record: Row }[];
  /** The writes that delete every record of some accounts, in any table. */
  removalOf(accounts: ReadonlySet<string>): readonly Write[];
  /** How many records all tables have. */
  size(): number;
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
  /** All of it as data. What is not changed stays shared. */
  image(): StateImage;
  restore(image: StateImage): void;
  /** Forgets everything. */
  clear(): void;
}

const none = (): undefined => undefined;

/** A table as data. */
export interface ShelfImage {
  readonly name: string;
  /** In their order. */
  readonly rows: readonly Row[];
  /** Entries of indexes whose order may be another: index, value, ids. */
  readonly orders: readonly (readonly [string, string, readonly string[]])[];
}

/** The state as data. */
export interface StateImage {
  readonly shelves: readonly ShelfImage[];
  readonly ledger: LedgerImage;
  readonly timeline: TimelineImage;
  readonly feed: FeedImage;
}

/** Whose a record is: the fields that name accounts, and ids that begin with one. */
const accountsIn = (record: Row): readonly unknown[] => {
  const { accountId, holder, account, vendor, caller } = record as Row & {
    readonly [name in "accountId" | "holder" | "account" | "vendor"]?: unknown;
  } & { readonly caller?: { readonly accountId: string } };
  return [accountId, holder, account, vendor, caller?.accountId, record.id.split("/")[0]];
};

interface Shelf {
  rows: Map<string, Row>;
  indexes: Map<string, Buckets<Row>>;
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
        indexes: new Map(Object.keys(table.indexes).map((name) => [name, new Buckets<Row>(({ id }) => id)])),
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
      shelf.indexes.get(name)?.remove(value, record.id);
    }
  };

  const index = (shelf: Shelf, table: Table<Row>, record: Row, before: Row | undefined): void => {
    for (const name of Object.keys(table.indexes)) {
      const value = table.indexes[name]?.(record);
      const isLate = before !== undefined && table.indexes[name]?.(before) !== value;
      if (value !== undefined) shelf.indexes.get(name)?.put(value, record, isLate);
    }
  };

  const applyOne = (write: Write): void => {
    const shelf = shelfOf(write.table);
    const id = write.do === "put" ? write.record.id : write.id;
    const before = shelf.rows.get(id);
    if (write.do === "put") {
      if (before !== undefined) unindex(shelf, write.table, before, write.record);
      shelf.rows.set(id, write.record);
      index(shelf, write.table, write.record, before);
    } else if (before !== undefined) {
      unindex(shelf, write.table, before);
      shelf.rows.delete(id);
    }
  };

  const imageOf = (name: string, { rows, indexes }: Shelf): ShelfImage => ({
    name,
    rows: [...rows.values()],
    orders: [...indexes].flatMap(([index, buckets]) =>
      buckets.late().map(([value, ids]) => [index, value, ids] as const),
    ),
  });

  const restoreShelf = ({ name, rows, orders }: ShelfImage): void => {
    const declared = tableNamed(name);
    const shelf = shelfOf(declared);
    for (const record of rows) applyOne({ do: "put", table: declared, record });
    for (const [index, value, ids] of orders) {
      const buckets = shelf.indexes.get(index);
      for (const id of ids) {
        const record = shelf.rows.get(id);
        buckets?.remove(value, id);
        if (record !== undefined) buckets?.put(value, record, true);
      }
    }
  };

  const clear = (): void => {
    shelves.clear();
    ledger.clear();
    timeline.clear();
    feed.clear();
  };

  return {
    image: () => ({
      shelves: [...shelves].map(([name, shelf]) => imageOf(name, shelf)),
      ledger: ledger.image(),
      timeline: timeline.image(),
      feed: feed.image(),
    }),
    restore: (image) => {
      clear();
      image.shelves.forEach(restoreShelf);
      ledger.restore(image.ledger);
      timeline.restore(image.timeline);
      feed.restore(image.feed);
    },
    ledger,
    timeline,
    feed,
    get: <R extends Row>(table: Table<R>, id: string) =>
      shelves.get(table.name)?.rows.get(id) as R | undefined,
    find: <R extends Row>(table: Table<R>, name: string, value: string) => {
      if (!(name in table.indexes)) throw new Error(`Table ${table.name} has no index ${name}`);
      return (shelves.get(table.name)?.indexes.get(name)?.values(value) ?? []) as unknown as readonly R[];
    },
    all: <R extends Row>(table: Table<R>) =>
      [...(shelves.get(table.name)?.rows.values() ?? [])] as unknown as R[],
    locate: (id) =>
      [...shelves].flatMap(([name, { rows }]) => {
        const record = rows.get(id);
        return record === undefined ? [] : [{ table: name, record }];
      }),
    removalOf: (accounts) =>
      [...shelves].flatMap(([name, { rows }]) =>
        [...rows.values()]
          .filter((record) => accountsIn(record).some((named) => accounts.has(String(named))))
          .map(({ id }) => remove(tableNamed(name), id)),
      ),
    size: () => [...shelves.values()].reduce((sum, { rows }) => sum + rows.size, 0),
    count: <R extends Row>(table: Table<R>) => shelves.get(table.name)?.rows.size ?? 0,
    apply: (writes) => {
      for (const write of writes) applyOne(write);
    },
    clear,
  };
}
