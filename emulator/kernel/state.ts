import { createFeed, type Feed, type FeedImage, type FeedView } from "./events.ts";
import { Ledger, type LedgerImage, type LedgerView } from "./ledger.ts";
import { Shelf, type ShelfImage } from "./shelf.ts";
import { remove, type Row, type Table, tableNamed, type Write } from "./table.ts";
import { createTimeline, type Timeline, type TimelineImage, type TimelineView } from "./timeline.ts";

/** What a decision may read. Never mutate a record: `put` a copy. */
export interface State {
  get<R extends Row>(table: Table<R>, id: string): R | undefined;
  /** The records whose index has this value, oldest first. */
  find<R extends Row>(table: Table<R>, index: string, value: string): readonly R[];
  /** All records of a table, oldest first. */
  all<R extends Row>(table: Table<R>): readonly R[];
  /** The records with that id, in all tables. */
  locate(id: string): readonly { readonly table: string; readonly record: Row }[];
  /** The writes that delete all records of some accounts, in all tables. */
  removalOf(accounts: ReadonlySet<string>): readonly Write[];
  /** The number of records in all tables. */
  size(): number;
  /** The number of records in a table. */
  count<R extends Row>(table: Table<R>): number;
  readonly ledger: LedgerView;
  readonly timeline: TimelineView;
  readonly feed: FeedView;
}

/** The state with the operations that change it. Only the kernel has access to it. */
export interface Store extends State {
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly feed: Feed;
  apply(writes: readonly Write[]): void;
  /** The state as data. It shares the records, which never change. */
  image(): StateImage;
  restore(image: StateImage): void;
  /** Removes everything. */
  clear(): void;
}

/** The state as data. */
export interface StateImage {
  readonly shelves: readonly ShelfImage[];
  readonly ledger: LedgerImage;
  readonly timeline: TimelineImage;
  readonly feed: FeedImage;
}

/** The accounts that a record belongs to: in its fields, or at the beginning of its id. */
const accountsIn = (record: Row): readonly unknown[] => {
  const { accountId, holder, account, vendor, caller } = record as Row & {
    readonly [name in "accountId" | "holder" | "account" | "vendor"]?: unknown;
  } & { readonly caller?: { readonly accountId: string } };
  return [accountId, holder, account, vendor, caller?.accountId, record.id.split("/")[0]];
};

/** Creates an empty state. */
export function createStore(): Store {
  const shelves = new Map<string, Shelf>();
  const ledger = new Ledger();
  const timeline = createTimeline();
  const feed = createFeed();

  const applyOne = (write: Write): void => {
    const { name } = write.table;
    const shelf = shelves.get(name) ?? new Shelf(write.table);
    shelves.set(name, shelf);
    if (write.do === "put") shelf.put(write.record);
    else shelf.remove(write.id);
  };

  const clear = (): void => {
    shelves.clear();
    ledger.clear();
    timeline.clear();
    feed.clear();
  };

  return {
    image: () => ({
      shelves: [...shelves.values()].map((shelf) => shelf.image()),
      ledger: ledger.image(),
      timeline: timeline.image(),
      feed: feed.image(),
    }),
    restore: (image) => {
      clear();
      for (const shelf of image.shelves) shelves.set(shelf.name, Shelf.restored(shelf));
      ledger.restore(image.ledger);
      timeline.restore(image.timeline);
      feed.restore(image.feed);
    },
    ledger,
    timeline,
    feed,
    get: <R extends Row>(table: Table<R>, id: string) => shelves.get(table.name)?.get(id) as R | undefined,
    find: <R extends Row>(table: Table<R>, name: string, value: string) => {
      if (!(name in table.indexes)) throw new Error(`Table ${table.name} has no index ${name}`);
      return (shelves.get(table.name)?.find(name, value) ?? []) as unknown as readonly R[];
    },
    all: <R extends Row>(table: Table<R>) => (shelves.get(table.name)?.all() ?? []) as unknown as R[],
    locate: (id) =>
      [...shelves].flatMap(([name, shelf]) => {
        const record = shelf.get(id);
        return record === undefined ? [] : [{ table: name, record }];
      }),
    removalOf: (accounts) =>
      [...shelves].flatMap(([name, shelf]) =>
        shelf
          .all()
          .filter((record) => accountsIn(record).some((named) => accounts.has(String(named))))
          .map(({ id }) => remove(tableNamed(name), id)),
      ),
    size: () => [...shelves.values()].reduce((sum, { size }) => sum + size, 0),
    count: <R extends Row>(table: Table<R>) => shelves.get(table.name)?.size ?? 0,
    apply: (writes) => {
      for (const write of writes) applyOne(write);
    },
    clear,
  };
}
