import { Buckets } from "./buckets.ts";
import { createFeed, type Feed, type FeedView } from "./events.ts";
import { createLedger, type Ledger, type LedgerImage, type LedgerView } from "./ledger.ts";
import type { FeedImage } from "./events.ts";
import { type IndexKey, remove, type Row, type Table, tableNamed, type Write } from "./table.ts";
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

interface Index {
  readonly name: string;
  readonly key: IndexKey<Row>;
  /** Absent until the first search, and as long as the order of the rows is its own: many an index is never asked. */
  buckets?: Buckets<Row>;
}

interface Shelf {
  readonly rows: Map<string, Row>;
  readonly indexes: readonly Index[];
}

function bucketsOf({ rows }: Shelf, index: Index): Buckets<Row> {
  if (index.buckets !== undefined) return index.buckets;
  const buckets = new Buckets<Row>(({ id }) => id);
  for (const record of rows.values()) {
    const value = index.key(record);
    if (value !== undefined) buckets.put(value, record);
  }
  index.buckets = buckets;
  return buckets;
}

function bucketsNamed(shelf: Shelf | undefined, name: string): Buckets<Row> | undefined {
  const index = shelf?.indexes.find((one) => one.name === name);
  return shelf === undefined || index === undefined ? undefined : bucketsOf(shelf, index);
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
        indexes: Object.entries(table.indexes).map(([name, key]) => ({ name, key })),
      };
      shelves.set(table.name, shelf);
    }
    return shelf;
  };

  const applyOne = (write: Write): void => {
    const shelf = shelfOf(write.table);
    const { rows, indexes } = shelf;
    const id = write.do === "put" ? write.record.id : write.id;
    const before = rows.get(id);
    if (write.do === "remove") {
      if (before === undefined) return;
      for (const { key, buckets } of indexes) {
        const value = buckets === undefined ? undefined : key(before);
        if (value !== undefined) buckets?.remove(value, id);
      }
      rows.delete(id);
      return;
    }
    const { record } = write;
    for (const index of indexes) {
      if (before === undefined && index.buckets === undefined) continue;
      const value = index.key(record);
      const earlier = before === undefined ? undefined : index.key(before);
      const isLate = before !== undefined && earlier !== value;
      const buckets = isLate ? bucketsOf(shelf, index) : index.buckets;
      if (isLate && earlier !== undefined) buckets?.remove(earlier, id);
      if (value !== undefined) buckets?.put(value, record, isLate);
    }
    rows.set(id, record);
  };

  const imageOf = (name: string, { rows, indexes }: Shelf): ShelfImage => ({
    name,
    rows: [...rows.values()],
    orders: indexes.flatMap(({ name: index, buckets }) =>
      (buckets?.late() ?? []).map(([value, ids]) => [index, value, ids] as const),
    ),
  });

  const restoreShelf = ({ name, rows, orders }: ShelfImage): void => {
    const declared = tableNamed(name);
    const shelf = shelfOf(declared);
    for (const record of rows) applyOne({ do: "put", table: declared, record });
    for (const [index, value, ids] of orders) {
      const buckets = bucketsNamed(shelf, index);
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
      return (bucketsNamed(shelves.get(table.name), name)?.values(value) ?? []) as unknown as readonly R[];
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
