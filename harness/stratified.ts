import * as fc from "fast-check";

/** Draws until a class counts as unreachable. Enough for one value in a hundred; a draw takes microseconds. */
const MOST_TRIES = 1_000;

/**
 * Draws values so that each declared class reaches its share: if a class is behind, values are drawn until one belongs to it.
 * Values and their shrinking stay those of the given arbitrary.
 */
export class Stratified<T> extends fc.Arbitrary<T> {
  readonly #from: fc.Arbitrary<T>;
  readonly #shares: Readonly<Record<string, number>>;
  readonly #classesOf: (value: T) => readonly string[];
  readonly #counts = new Map<string, number>();
  /** Classes that no draw gave: drawing again does not help. */
  readonly #unreachable = new Set<string>();
  #drawn = 0;

  constructor(options: {
    from: fc.Arbitrary<T>;
    shares: Readonly<Record<string, number>>;
    classesOf: (value: T) => readonly string[];
  }) {
    super();
    this.#from = options.from;
    this.#shares = options.shares;
    this.#classesOf = options.classesOf;
  }

  /** The same choice, with nothing drawn yet. */
  fresh(): Stratified<T> {
    return new Stratified({ from: this.#from, shares: this.#shares, classesOf: this.#classesOf });
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    this.#drawn += 1;
    const wanted = this.#furthestBehind();
    let drawn = this.#from.generate(random, biasFactor);
    if (wanted !== null) {
      for (let tries = 0; !this.#classesOf(drawn.value_).includes(wanted); tries += 1) {
        if (tries >= MOST_TRIES) {
          this.#unreachable.add(wanted);
          break;
        }
        drawn = this.#from.generate(random, undefined);
      }
    }
    for (const name of this.#classesOf(drawn.value_))
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return drawn;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#from.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#from.shrink(value, context);
  }

  #furthestBehind(): string | null {
    let furthest: { name: string; behind: number } | null = null;
    for (const [name, share] of Object.entries(this.#shares)) {
      if (this.#unreachable.has(name)) continue;
      const behind = share * this.#drawn - (this.#counts.get(name) ?? 0);
      if (behind > 0 && (furthest === null || behind > furthest.behind)) furthest = { name, behind };
    }
    return furthest?.name ?? null;
  }
}
