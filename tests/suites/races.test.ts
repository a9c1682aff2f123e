import { describe, expect, test } from "vitest";
import { mutantTarget } from "../../cli/in-process/target.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { type Mutant, part } from "../../mutants/mutant.ts";
import { reasonOf } from "../../reports/evidence/causes.ts";
import type { RuleResult } from "../../harness/results.ts";
import { mutantOf } from "../mutant.ts";

/** What only requests at the same time show is found every time, over a socket, whatever the seed. */
const SEEDS = Array.from({ length: 20 }, (_one, index) => index + 1);

describe("a cap that only two concurrent reversals break", () => {
  const mutant = mutantOf("reversal-cap-broken-by-two-at-once");
  const rule = "reversals/concurrent-reversals-respect-the-cap";

  test("is caught in 20 of 20 seeded runs, with the interleaving", async () => {
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

/** One of each kind of history, with few seeds: all of them with twenty take minutes. */
test.each([
  "cut-withdrawal-repeated-again",
  "withdrawal-locked-by-another-vendor",
  "earlier-schedule-wins",
  "earlier-pause-wins",
  "cut-advance-goes-further",
])("%s is caught whatever the seed, and drawn by client", async (id) => {
  const mutant = mutantOf(id);
  const [rule = ""] = mutant.violates;
  for (const seed of SEEDS.slice(0, 3)) {
    const verdicts = await judgeTarget({
      target: mutantTarget(mutant, seed),
      patterns: [rule],
      seed,
      runs: 5,
    });
    const result = verdicts.get(rule);
    expect(result?.verdict).toBe("violated");
    if (result?.counterexample !== null)
      expect(result?.counterexample).toMatchObject({
        clients: expect.arrayContaining([expect.stringContaining("#1")]) as unknown,
        unexplained: expect.stringMatching(/^#\d+$|^the final reading$/) as unknown,
      });
  }
});

/** The fee is rounded for the credit, but not in the answer. */
const roundedFee: Mutant = {
  id: "fee-rounded-for-the-credit",
  summary: "The fee is rounded up to tens for the credit, but not in the answer.",
  violates: ["allocations/net-of-fee-on-account"],
  socket: true,
  replace: part(["connect", "fees"], () => {
    const net = (amount: number, fee: number): number => amount - Math.ceil((fee + 1) / 10) * 10;
    const share = { net, debit: (amount: number, fee: number): number => net(amount, fee) + fee };
    return { shares: { controller: share, account: share } };
  }),
};

test.each(["allocations/concurrent-same-key-credits-once", "allocations/concurrent-distinct-keys-all-count"])(
  "%s counts credits, and does not judge the fee",
  async (rule) => {
    const verdicts = await judgeTarget({
      target: mutantTarget(roundedFee, 1),
      patterns: [rule],
      seed: 1,
      runs: 5,
    });
    expect(verdicts.get(rule)).toMatchObject({ verdict: "passed", violation: null });
  },
);

/** One mutant for each way in which a race is violated, and what its violation says. */
test.each([
  [
    "allocation-key-reserved-late",
    "allocations/concurrent-same-key-credits-once",
    /^expected 6 concurrent allocations of \d+ with one key to be answered like requests one after another, but \d were accepted with \d ids$/,
  ],
  [
    "allocation-race-loses-credits",
    "allocations/concurrent-distinct-keys-all-count",
    /^expected the vendor to have \d+ francs after 6 concurrent allocations of \d+ with different keys \(6 made\) within 300 ms, but at the deadline it was pending \d+, available \d+$/,
  ],
  [
    "reversal-cap-broken-by-two-at-once",
    "reversals/concurrent-reversals-linearize",
    /^expected \d concurrent reversals of [\w ]+ to be answered like requests one after another, but \d were accepted with reversed_total [\d, …]+$/,
  ],
])("%s violates %s in one readable sentence", async (id, rule, sentence) => {
  const mutant = mutantOf(id);
  const verdicts = await judgeTarget({ target: mutantTarget(mutant, 1), patterns: [rule], seed: 1, runs: 5 });
  const result = verdicts.get(rule);
  expect(result?.verdict).toBe("violated");
  expect(reasonOf(result as RuleResult, Infinity)).toMatch(sentence);
});
