import { describe, expect, test } from "vitest";
import { mutantTarget } from "../../cli/in-process-target.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { mutants } from "../../mutants/index.ts";

/** What only requests at the same time show is found every time, over a socket, whatever the seed. */
const SEEDS = Array.from({ length: 20 }, (_one, index) => index + 1);

describe("a cap that only two concurrent reversals break", () => {
  const mutant = mutants.find(({ id }) => id === "reversal-cap-broken-by-two-at-once");
  const rule = "reversals/concurrent-reversals-respect-the-cap";

  test("is caught in 20 of 20 seeded runs, with the interleaving", async () => {
    if (mutant === undefined) throw new Error("the mutant is gone");
    expect(mutant.socket).toBe(true);
    const observed: string[] = [];
    for (const seed of SEEDS) {
      const verdicts = await judgeTarget({
        target: mutantTarget(mutant, seed),
        patterns: [rule],
        seed,
        runs: 5,
      });
      const result = verdicts.get(rule);
      observed.push(result?.verdict ?? "none");
      expect(result?.counterexample).toMatchObject({
        interleaving: expect.any(Array) as unknown,
        overlap: expect.any(Number) as unknown,
      });
    }
    expect(observed).toEqual(SEEDS.map(() => "violated"));
  });
});
