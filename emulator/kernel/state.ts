import { createFeed, type Feed, type FeedView } from "./events.ts";
import { type Image, type Keeper, nowhere } from "./keeper.ts";
import { Ledger, type LedgerView } from "./ledger.ts";
import { Shelf, tableOfSection } from "./shelf.ts";
import { remove, type Row, type Table, tableNamed, type Write } from "./table.ts";
import { createTimeline, type Timeline, type TimelineView } from "./timeline.ts";

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
  image(): Image;
  /** Replaces the state. What is kept does not change. @throws Error if it is not a state */
  restore(image: Image): void;
}

/** The accounts that a record belongs to: in its fields, or at the beginning of its id. */
const accountsIn = (record: Row): readonly unknown[] => {
  const { accountId, holder, account, vendor, caller } = record as Row & {
    readonly [name in "accountId" | "holder" | "account" | "vendor"]?: unknown;
  } & { readonly caller?: { readonly accountId: string } };
  return [accountId, holder, account, vendor, caller?.accountId, record.id.split("/")[0]];
};

/** Creates an empty state, whose changes are kept. */
export function createStore(keeper: Keeper = nowhere): Store {
  const shelves = new Map<string, Shelf>();
  const ledger = new Ledger(keeper);
  const timeline = createTimeline(keeper);
  const feed = createFeed(keeper);

  const shelfOf = (table: Table<Row>): Shelf => {
    const shelf = shelves.get(table.name) ?? new Shelf(table, keeper);
    shelves.set(table.name, shelf);
    return shelf;
  };

  return {
    image: () => ({
      ...Object.fromEntries([...shelves.values()].map((shelf) => [shelf.section, shelf.image()])),
      ...ledger.image(),
      ...timeline.image(),
      ...feed.image(),
    }),
    restore: (image) => {
      shelves.clear();
      for (const [section, entries] of Object.entries(image)) {
        const name = tableOfSection(section);
        if (name !== undefined) shelfOf(tableNamed(name)).restore(entries);
      }
      ledger.restore(image);
      timeline.restore(image);
      feed.restore(image);
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
      [...shelves.keys()].sort().flatMap((name) => {
        const record = shelves.get(name)?.get(id);
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
      for (const write of writes) {
        const shelf = shelfOf(write.table);
        if (write.do === "put") shelf.put(write.record);
        else shelf.remove(write.id);
      }
    },
  };
}
