/** The most that may wait for one id, and for all ids together. */
export interface Most {
  readonly ofOne: number;
  readonly ofAll: number;
}

/** Counts what is waiting, by id and in total. */
export class Waiting {
  readonly #most: Most;
  readonly #of = new Map<string, number>();
  #all = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  /** Adds one. Returns false if that would exceed a limit. */
  enter(id: string): boolean {
    const own = this.#of.get(id) ?? 0;
    if (own >= this.#most.ofOne || this.#all >= this.#most.ofAll) return false;
    this.#of.set(id, own + 1);
    this.#all += 1;
    return true;
  }

  leave(id: string): void {
    const own = this.#of.get(id);
    if (own === undefined) return;
    if (own === 1) this.#of.delete(id);
    else this.#of.set(id, own - 1);
    this.#all -= 1;
  }

  /** Resets the counts of ids that are gone. */
  forget(isGone: (id: string) => boolean): void {
    for (const [id, own] of this.#of) {
      if (!isGone(id)) continue;
      this.#of.delete(id);
      this.#all -= own;
    }
  }

  clear(): void {
    this.#of.clear();
    this.#all = 0;
  }
}
