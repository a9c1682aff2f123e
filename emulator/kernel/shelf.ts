import { Buckets } from "./buckets.ts";
import type { Keeper, KeptEntry } from "./keeper.ts";
import type { IndexKey, Row, Table } from "./table.ts";

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
export const tableOfSection = (section: string): string | undefined =>
  section.startsWith(PREFIX) ? section.slice(PREFIX.length) : undefined;

/** The records of a table and its indexes, oldest first. */
export class Shelf {
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
