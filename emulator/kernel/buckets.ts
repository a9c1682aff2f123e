/**
 * Items under keys, those of a key in the order in which they came. Most keys have one item, which is kept without a list of its own: that
 * would take more memory than the item.
 */
export class Buckets<T extends object> {
  readonly #of = new Map<string, T | Map<string, T>>();
  /** Keys with an item that was under another key before. */
  readonly #late = new Set<string>();
  readonly #idOf: (item: T) => string;

  constructor(idOf: (item: T) => string) {
    this.#idOf = idOf;
  }

  /** Adds an item, or replaces the one with its id. `isLate`: the item was under another key before. */
  put(key: string, item: T, isLate = false): void {
    if (isLate) this.#late.add(key);
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
    this.#late.delete(key);
  }

  values(key: string): readonly T[] {
    const known = this.#of.get(key);
    if (known === undefined) return [];
    return known instanceof Map ? [...known.values()] : [known];
  }

  /** The keys whose items may be in another order than that of their creation, and their ids in order. */
  late(): readonly (readonly [string, readonly string[]])[] {
    return [...this.#late].flatMap((key) => {
      const ids = this.values(key).map(this.#idOf);
      return ids.length > 1 ? [[key, ids] as const] : [];
    });
  }

  clear(): void {
    this.#of.clear();
    this.#late.clear();
  }
}
