import * as fc from "fast-check";
import type { RecordedCase } from "../results.ts";

/** Steers fast-check; never leaves this module. */
class Onwards extends Error {}

/**
 * The value at which a property failed, generated and shrunk again without a single request: values consist of symbols that a
 * check binds to fresh fixtures. Null when there is no such value any more (another version of the suite, other runs).
 */
export async function valueOf<T>(
  options: {
    readonly from: fc.Arbitrary<T>;
    readonly examples: readonly T[];
    readonly numRuns: number;
    readonly seed: number;
  },
  recorded: RecordedCase,
): Promise<{ readonly value: T } | null> {
  const path = recorded.path.split(":").map(Number);
  let found: { readonly value: T } | null = null;
  for (let batch = 0; batch <= recorded.batch; batch += 1) {
    // Earlier batches are gone through as well: what an arbitrary gives may depend on what it gave before.
    const wanted = batch === recorded.batch ? path : [];
    let depth = 0;
    let index = -1;
    const walk = async (value: T): Promise<void> => {
      index += 1;
      if (found !== null || index !== wanted[depth]) return;
      if (depth === wanted.length - 1) {
        found = { value };
        return;
      }
      depth += 1;
      index = -1;
      throw new Onwards();
    };
    await fc.check(fc.asyncProperty(options.from, walk), {
      seed: options.seed + batch,
      numRuns: options.numRuns,
      examples: batch > 0 ? [] : options.examples.map((value): [T] => [value]),
      endOnFailure: false,
    });
  }
  return found;
}
