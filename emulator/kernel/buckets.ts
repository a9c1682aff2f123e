/**
 * Items under keys, those of a key in the order in which they came. Most keys have one item, which is kept without a list of its own: that
 * would take more memory than the item.
 */
export class Buckets<T extends object> {
  readonly #of = new Map<string, T | Map<string, T>>();
  readonly #idOf: (item: T) => string;

  constructor(idOf: (item: T) => string) {
    this.#idOf = idOf;
  }

  /** Adds an item, or puts it in the place of one with its id. */
  put(key: string, item: T): void {
    const known = this.#of.get(key);
    if (known instanceof Map) known.set(this.#idOf(item), item);
    else if (known === undefined || this.#idOf(known) === this.#idOf(item)) this.#of.set(key, item);
    else this.#of.set(key, new Map([known, item].map((one) => [this.#idOf(one), one])));
  }

  remove(key: string, id: string): void {
    const known = this.#of.get(key);
    if (known instanceof Map) {
      known.delete(id);
      if (known.size === 0) this.#of.delete(key);
    } else if (known !== undefined && this.#idOf(known) === id) this.#of.delete(key);
  }

  values(key: string): readonly T[] {
    const known = this.#of.get(key);
    if (known === undefined) return [];
    return known instanceof Map ? [...known.values()] : [known];
  }

  /** Keys with more than one item, and the ids of these. */
  *several(): IterableIterator<readonly [string, readonly string[]]> {
    for (const [key, known] of this.#of) if (known instanceof Map) yield [key, [...known.keys()]];
  }

  clear(): void {
    this.#of.clear();
  }
}
