import { Buckets } from "./buckets.ts";
import { type IndexKey, type Row, type Table, tableNamed } from "./table.ts";

/** The records of a table, as data. */
export interface ShelfImage {
  readonly name: string;
  /** Oldest first. */
  readonly rows: readonly Row[];
  /** The index entries that may have another order: name of the index, value, ids. */
  readonly orders: readonly (readonly [string, string, readonly string[]])[];
}

interface Index {
  readonly name: string;
  readonly key: IndexKey<Row>;
  /** Built by the first search, since many indexes are never used, or when a record moves within the index. */
  buckets?: Buckets<Row>;
}

/** The records of a table and its indexes. */
export class Shelf {
  readonly #name: string;
  readonly #rows = new Map<string, Row>();
  readonly #indexes: readonly Index[];

  constructor({ name, indexes }: Table<Row>) {
    this.#name = name;
    this.#indexes = Object.entries(indexes).map(([index, key]) => ({ name: index, key }));
  }

  static restored({ name, rows, orders }: ShelfImage): Shelf {
    const shelf = new Shelf(tableNamed(name));
    for (const record of rows) shelf.put(record);
    for (const [index, value, ids] of orders) {
      const buckets = shelf.#bucketsNamed(index);
      for (const id of ids) {
        const record = shelf.#rows.get(id);
        buckets?.remove(value, id);
        if (record !== undefined) buckets?.put(value, record, true);
      }
    }
    return shelf;
  }

  image(): ShelfImage {
    return {
      name: this.#name,
      rows: [...this.#rows.values()],
      orders: this.#indexes.flatMap(({ name: index, buckets }) =>
        (buckets?.withMoved() ?? []).map(([value, ids]) => [index, value, ids] as const),
      ),
    };
  }

  /** The number of records. */
  get size(): number {
    return this.#rows.size;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All records, oldest first. */
  all(): Row[] {
    return [...this.#rows.values()];
  }

  /** The records whose index has this value, oldest first. */
  find(index: string, value: string): readonly Row[] {
    return this.#bucketsNamed(index)?.values(value) ?? [];
  }

  put(record: Row): void {
    const before = this.#rows.get(record.id);
    for (const index of this.#indexes) {
      if (before === undefined && index.buckets === undefined) continue;
      const value = index.key(record);
      const earlier = before === undefined ? undefined : index.key(before);
      const isMoved = before !== undefined && earlier !== value;
      const buckets = isMoved ? this.#bucketsOf(index) : index.buckets;
      if (isMoved && earlier !== undefined) buckets?.remove(earlier, record.id);
      if (value !== undefined) buckets?.put(value, record, isMoved);
    }
    this.#rows.set(record.id, record);
  }

  remove(id: string): void {
    const before = this.#rows.get(id);
    if (before === undefined) return;
    for (const { key, buckets } of this.#indexes) {
      const value = buckets === undefined ? undefined : key(before);
      if (value !== undefined) buckets?.remove(value, id);
    }
    this.#rows.delete(id);
  }

  #bucketsNamed(name: string): Buckets<Row> | undefined {
    const index = this.#indexes.find((one) => one.name === name);
    return index === undefined ? undefined : this.#bucketsOf(index);
  }

  #bucketsOf(index: Index): Buckets<Row> {
    if (index.buckets !== undefined) return index.buckets;
    const buckets = new Buckets<Row>(({ id }) => id);
    for (const record of this.#rows.values()) {
      const value = index.key(record);
      if (value !== undefined) buckets.put(value, record);
    }
    index.buckets = buckets;
    return buckets;
  }
}
