import { describe, expect, test } from "vitest";
import { plainTarget } from "../../cli/in-process/target.ts";
import { judgeTarget, type Verdicts } from "../../cli/mutants/judge.ts";

const CORE = [
  "conventions",
  "authentication",
  "payment-intents",
  "checkout-sessions",
  "disbursements",
  "remittances",
];

async function judgeCore(seed: number): Promise<Verdicts> {
  return judgeTarget({ target: plainTarget(seed), patterns: CORE, seed, runs: 20 });
}

const notPassed = (verdicts: Verdicts): readonly string[] =>
  [...verdicts.values()]
    .filter(({ verdict }) => verdict !== "passed")
    .map(({ id, verdict, reason }) => `${id} is ${verdict}: ${reason ?? ""}`);

const missedShares = (verdicts: Verdicts): readonly string[] =>
  [...verdicts.values()].flatMap(({ id, shares }) =>
    Object.entries(shares)
      .filter(([, share]) => share.reached < share.declared)
      .map(([name]) => `${id}: ${name}`),
  );

describe("the core areas on the emulator", () => {
  test.each([1, 2, 3])(
    "every rule passes with seed %i, and every property reaches its declared shares",
    async (seed) => {
      const verdicts = await judgeCore(seed);
      expect(notPassed(verdicts)).toEqual([]);
      expect(missedShares(verdicts)).toEqual([]);
      expect([...verdicts.values()].some(({ shares }) => Object.keys(shares).length > 0)).toBe(true);
    },
  );
});
