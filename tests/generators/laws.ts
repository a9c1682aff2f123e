import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { expect } from "vitest";
import type { Classified } from "../../generators/classified.ts";
import { openapi } from "../../spec/index.ts";

/** The number of values that a law examines. */
const RUNS = 200;
const SEED = 20_270_131;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** An independent judge of values: AJV, with references into the contract. */
export function judgeOf(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("iso-8601", isInstant);
  ajv.addFormat("iso-8601-offset", isInstant);
  ajv.addFormat("iso-8601-utc", (text: string) => isInstant(text) && /(Z|[+-]00:00)$/.test(text));
  return ajv.compile({ ...schema, components: openapi["components"] });
}

/** The same seed gives the same values. */
function isDeterministic<T>(make: () => fc.Arbitrary<T>): void {
  const draw = () => JSON.stringify(fc.sample(make(), { numRuns: 30, seed: SEED }));
  expect(draw()).toBe(draw());
}

/** Every class of an arbitrary appears in 200 values, and no value is in a class that was not announced. */
function reachesEveryClass<T>(arbitrary: Classified<T>): void {
  const seen = new Set(fc.sample(arbitrary, { numRuns: RUNS, seed: SEED }).flatMap(arbitrary.classesOf));
  expect([...arbitrary.classes].filter((name) => !seen.has(name))).toEqual([]);
}

/** A predicate that is true for every value is true for every value to which it shrinks. */
function holdsWhileShrinking<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => boolean): void {
  const bad: T[] = [];
  const seen = new Set<string>();
  // Every value "fails", so that the runner shrinks from a large value, and each step is examined.
  for (let seed = 1; seed <= 20; seed++) {
    fc.check(
      fc.property(arbitrary, (value) => {
        seen.add(JSON.stringify(value));
        if (!holds(value)) bad.push(value);
        return false;
      }),
      { seed, numRuns: 1 },
    );
  }
  expect(bad).toEqual([]);
  const possible = new Set(
    fc.sample(arbitrary, { numRuns: 20, seed: SEED }).map((value) => JSON.stringify(value)),
  );
  if (possible.size > 1) expect(seen.size).toBeGreaterThan(1);
}

/** The values to which everything shrinks, for several seeds. */
export function smallestOf<T>(arbitrary: fc.Arbitrary<T>): Set<string> {
  const smallest = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    const { counterexample } = fc.check(
      fc.property(arbitrary, () => false),
      { seed, numRuns: 1 },
    );
    smallest.add(JSON.stringify(counterexample?.[0]));
  }
  return smallest;
}

/** All laws that every classified arbitrary keeps. */
export function keepsTheLaws<T>(make: () => Classified<T>, holds: (value: T) => boolean): void {
  isDeterministic(make);
  reachesEveryClass(make());
  holdsWhileShrinking(make(), holds);
  fc.assert(fc.property(make(), holds), { seed: SEED, numRuns: RUNS });
}

function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text));
}
