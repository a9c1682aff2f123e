import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Property, runProperty } from "../../../harness/judge/property.ts";
import { Violation } from "../../../harness/verdicts.ts";

const unhurried = { signal: new AbortController().signal, deadlineAt: Number.POSITIVE_INFINITY };
const found = async (work: Promise<unknown>): Promise<Violation> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Violation) return error;
  throw new Error("no violation was found");
};

/** Violated by lists whose sum exceeds 100; keeps what it was asked, in order. */
function property(asked: unknown[], options: Partial<Property<number[]>> = {}): Property<number[]> {
  return {
    from: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 }),
    holds: async (list) => {
      asked.push(list);
      if (list.reduce((sum, number) => sum + number, 0) > 100)
        throw new Violation({ expected: "at most 100", actual: "more" });
    },
    ...options,
  };
}

const stratified: Partial<Property<number[]>> = {
  classesOf: (list) => (list.length > 3 ? ["long"] : []),
  shares: { long: 0.5 },
};

describe("a recorded case", () => {
  test.each([
    ["a plain property", {}],
    ["one with examples", { examples: [[1], [2, 3]] }],
    ["one that keeps pace with its shares", stratified],
  ])("of %s is found by its path and tried before all others", async (_what, options) => {
    for (const seed of [1, 2, 3]) {
      const first = await found(runProperty(property([], options), { seed, runs: 20, ...unhurried }));
      const { recorded, counterexample } = first;
      if (recorded === null) throw new Error("nothing was recorded");
      const asked: unknown[] = [];
      const again = await found(
        runProperty(property(asked, options), {
          seed,
          runs: 20,
          ...unhurried,
          recorded: { property: 1, seed, ...recorded },
        }),
      );
      expect(asked).toEqual([counterexample]);
      expect(again.counterexample).toEqual(counterexample);
    }
  });

  test("that passes now is followed by all others", async () => {
    const { recorded } = await found(runProperty(property([]), { seed: 1, runs: 20, ...unhurried }));
    if (recorded === null) throw new Error("nothing was recorded");
    const asked: unknown[] = [];
    const harmless = { ...property(asked), holds: async (list: number[]) => void asked.push(list) };
    await runProperty(harmless, {
      seed: 1,
      runs: 20,
      ...unhurried,
      recorded: { property: 1, seed: 1, ...recorded },
    });
    expect(asked).toHaveLength(21);
  });

  test("that no longer exists is ignored", async () => {
    const asked: unknown[] = [];
    const harmless = { ...property(asked), holds: async (list: number[]) => void asked.push(list) };
    const recorded = { property: 1, seed: 1, batch: 0, path: "999:5" };
    await runProperty(harmless, { seed: 1, runs: 5, ...unhurried, recorded });
    expect(asked).toHaveLength(5);
  });
});
