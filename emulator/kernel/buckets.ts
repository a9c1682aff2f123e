/**
 * A multimap that keeps the items of a key in the order of their insertion. Most keys have one item, which is stored without a collection:
 * the collection would take more memory than the item.
 */
export class Buckets<T extends object> {
  readonly #of = new Map<string, T | Map<string, T>>();
  /** Keys with an item that moved there from another key, so that they may not be in the order of creation. */
  readonly #mixed = new Set<string>();
  readonly #idOf: (item: T) => string;

  constructor(idOf: (item: T) => string) {
    this.#idOf = idOf;
  }

  /** Adds an item, or replaces the one with its id. `isMoved` says that it had another key before. */
  put(key: string, item: T, isMoved = false): void {
    if (isMoved) this.#mixed.add(key);
    const known = this.#of.get(key);
    if (known instanceof Map) known.set(this.#idOf(item), item);
    else if (known === undefined || this.#idOf(known) === this.#idOf(item)) this.#of.set(key, item);
    else this.#of.set(key, new Map([known, item].map((one) => [this.#idOf(one), one])));
  }

  remove(key: string, id: string): void {
    const known = this.#of.get(key);
    if (known instanceof Map) {
      known.delete(id);
      if (known.size === 0) this.#forget(key);
    } else if (known !== undefined && this.#idOf(known) === id) this.#forget(key);
  }

  #forget(key: string): void {
    this.#of.delete(key);
    this.#mixed.delete(key);
  }

  values(key: string): T[] {
    const known = this.#of.get(key);
    if (known === undefined) return [];
    return known instanceof Map ? [...known.values()] : [known];
  }

  /** Whether the items of a key may not be in the order of their creation. */
  isMixed(key: string): boolean {
    return this.#mixed.has(key);
  }

  clear(): void {
    this.#of.clear();
    this.#mixed.clear();
  }
}
