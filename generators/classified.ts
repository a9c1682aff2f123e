import * as fc from "fast-check";

/** The classes of values: the name of each class, and the test whether a value belongs to it. */
export type Classes<T> = Readonly<Record<string, (value: T) => boolean>>;

/**
 * An arbitrary that knows the classes of its values, so that a property can require a share of its runs for each interesting class. Use it
 * like any other arbitrary.
 */
export class Classified<T> extends fc.Arbitrary<T> {
  /** The names of all classes. */
  readonly classes: readonly string[];
  readonly #inner: fc.Arbitrary<T>;
  readonly #tests: Classes<T>;

  constructor(inner: fc.Arbitrary<T>, tests: Classes<T>) {
    super();
    this.#inner = inner;
    this.#tests = tests;
    this.classes = Object.keys(tests);
  }

  /** The classes of a value, in the order of `classes`. It is bound, so it can be passed as a function. */
  readonly classesOf = (value: T): string[] =>
    Object.entries(this.#tests)
      .filter(([, holds]) => holds(value))
      .map(([name]) => name);

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    return this.#inner.generate(random, biasFactor);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context);
  }
}

/** Adds classes to an arbitrary. */
export function classified<T>(inner: fc.Arbitrary<T>, classes: Classes<T>): Classified<T> {
  return new Classified(inner, classes);
}
