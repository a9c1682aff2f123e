import { Buckets } from "./buckets.ts";
import { type Keeper, type KeptEntry, type Image, nowhere } from "./keeper.ts";
import { type IndexKey, type Row, type Table, remove, tableNamed, type Write } from "./table.ts";
import { createFeed, type Feed, type FeedView, webhookEndpoints } from "./events.ts";
import { Ledger, type LedgerView } from "./ledger.ts";
import { Undelivered } from "./undelivered.ts";
import { createTimeline, type Timeline, type TimelineView } from "./timeline.ts";

interface Index {
  readonly key: IndexKey<Row>;
  /** Built by the first search, since many indexes are never used. */
  buckets?: Buckets<Row>;
}

/** A record with its place among the records of its table. */
interface Placed {
  readonly place: number;
  readonly record: Row;
}

/** The section in which the records of a table are kept. */
const PREFIX = "records ";

/** The table whose records are kept in a section, if it is such a section. */
const tableOfSection = (section: string): string | undefined =>
  section.startsWith(PREFIX) ? section.slice(PREFIX.length) : undefined;

/** The records of a table and its indexes, oldest first. */
class Shelf {
  readonly #table: Table<Row>;
  readonly #keeper: Keeper;
  readonly #section: string;
  readonly #rows = new Map<string, Placed>();
  readonly #indexes: ReadonlyMap<string, Index>;
  #places = 0;

  constructor(table: Table<Row>, keeper: Keeper) {
    this.#table = table;
    this.#keeper = keeper;
    this.#section = `${PREFIX}${table.name}`;
    this.#indexes = new Map(Object.entries(table.indexes).map(([name, key]) => [name, { key }]));
  }

  /** Fills an empty shelf. */
  restore(entries: readonly KeptEntry[]): void {
    const placed = entries.map(([, value]) => value as Placed).sort((a, b) => a.place - b.place);
    for (const row of placed) this.#rows.set(row.record.id, row);
    this.#places = placed.at(-1)?.place ?? 0;
  }

  get section(): string {
    return this.#section;
  }

  image(): readonly KeptEntry[] {
    return [...this.#rows.values()].map((row) => {
      const kept = this.#kept(row);
      return [kept.record.id, kept];
    });
  }

  #kept(row: Placed): Placed {
    const { place, record } = row;
    const id = this.#table.keptId(record.id);
    return id === record.id ? row : { place, record: { ...record, id } };
  }

  /** The number of records. */
  get size(): number {
    return this.#rows.size;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)?.record;
  }

  /** All records, oldest first. */
  all(): Row[] {
    return Array.from(this.#rows.values(), ({ record }) => record);
  }

  /** The records whose index has this value, oldest first. */
  find(name: string, value: string): readonly Row[] {
    const index = this.#indexes.get(name);
    if (index === undefined) return [];
    const buckets = (index.buckets ??= this.#bucketsOf(index));
    const found = buckets.values(value);
    return buckets.isMixed(value) ? found.sort((a, b) => this.#placeOf(a) - this.#placeOf(b)) : found;
  }

  put(record: Row): void {
    const before = this.#rows.get(record.id);
    for (const { key, buckets } of this.#indexes.values()) {
      if (buckets === undefined) continue;
      const value = key(record);
      const earlier = before === undefined ? undefined : key(before.record);
      const isMoved = before !== undefined && earlier !== value;
      if (isMoved && earlier !== undefined) buckets.remove(earlier, record.id);
      if (value !== undefined) buckets.put(value, record, isMoved);
    }
    const row = { place: before?.place ?? ++this.#places, record };
    this.#rows.set(record.id, row);
    const kept = this.#kept(row);
    this.#keeper.put(this.#section, kept.record.id, kept);
  }

  remove(id: string): void {
    const before = this.#rows.get(id);
    if (before === undefined) return;
    for (const { key, buckets } of this.#indexes.values()) {
      const value = buckets === undefined ? undefined : key(before.record);
      if (value !== undefined) buckets?.remove(value, id);
    }
    this.#rows.delete(id);
    this.#keeper.remove(this.#section, this.#table.keptId(id));
  }

  #placeOf({ id }: Row): number {
    return this.#rows.get(id)?.place ?? 0;
  }

  #bucketsOf({ key }: Index): Buckets<Row> {
    const buckets = new Buckets<Row>(({ id }) => id);
    for (const { record } of this.#rows.values()) {
      const value = key(record);
      if (value !== undefined) buckets.put(value, record);
    }
    return buckets;
  }
}

/** What a decision may read. Never mutate a record: `put` a copy. */
export interface State {
  get<R extends Row>(table: Table<R>, id: string): R | undefined;
  /** The records whose index has this value, oldest first. */
  find<R extends Row>(table: Table<R>, index: string, value: string): readonly R[];
  /** All records of a table, oldest first. */
  all<R extends Row>(table: Table<R>): readonly R[];
  /** The records with that id, in all tables. */
  locate(id: string): readonly { readonly table: string; readonly record: Row }[];
  /** The records of some accounts, in all tables. */
  recordsOf(accounts: ReadonlySet<string>): readonly { readonly table: string; readonly record: Row }[];
  /** The writes that delete all records of some accounts, in all tables. */
  removalOf(accounts: ReadonlySet<string>): readonly Write[];
  /** The number of records in all tables. */
  size(): number;
  /** The number of records in a table. */
  count<R extends Row>(table: Table<R>): number;
  readonly ledger: LedgerView;
  readonly timeline: TimelineView;
  readonly feed: FeedView;
  readonly undelivered: Pick<Undelivered, "of" | "all">;
}

/** The state with the operations that change it. Only the kernel has access to it. */
export interface Store extends State {
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly feed: Feed;
  readonly undelivered: Undelivered;
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
  const undelivered = new Undelivered(keeper);

  const shelfOf = (table: Table<Row>): Shelf => {
    const shelf = shelves.get(table.name) ?? new Shelf(table, keeper);
    shelves.set(table.name, shelf);
    return shelf;
  };

  const recordsOf: State["recordsOf"] = (accounts) =>
    [...shelves].flatMap(([table, shelf]) =>
      shelf
        .all()
        .filter((record) => accountsIn(record).some((named) => accounts.has(String(named))))
        .map((record) => ({ table, record })),
    );

  return {
    image: () => ({
      ...Object.fromEntries([...shelves.values()].map((shelf) => [shelf.section, shelf.image()])),
      ...ledger.image(),
      ...timeline.image(),
      ...feed.image(),
      ...undelivered.image(),
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
      undelivered.restore(image);
    },
    ledger,
    timeline,
    feed,
    undelivered,
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
    recordsOf,
    removalOf: (accounts) =>
      recordsOf(accounts).map(({ table, record }) => remove(tableNamed(table), record.id)),
    size: () => [...shelves.values()].reduce((sum, { size }) => sum + size, 0),
    count: <R extends Row>(table: Table<R>) => shelves.get(table.name)?.size ?? 0,
    apply: (writes) => {
      for (const write of writes) {
        const shelf = shelfOf(write.table);
        if (write.do === "put") shelf.put(write.record);
        else shelf.remove(write.id);
        if (write.do === "remove" && write.table.name === webhookEndpoints.name) undelivered.forget(write.id);
      }
    },
  };
}
