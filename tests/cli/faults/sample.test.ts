import { expect, test } from "vitest";
import { choose, type Fault } from "../../../cli/faults/fault.ts";
import { type Baseline, type FaultOutcome, judgeFault, runBaseline } from "../../../cli/faults/judge.ts";
import { detectionPower, scoreOf } from "../../../cli/faults/report.ts";

const SEED = 7;
const baseline = await runBaseline({ seed: SEED, runs: 2, patterns: ["payment-intents", "conventions"] });

const judged = async (on: Baseline, sample: number): Promise<readonly FaultOutcome[]> => {
  const ofAnswers = baseline.faults.filter(({ status }) => status !== null);
  const faults = choose(ofAnswers, { sample, seed: SEED, operation: ["createPaymentIntent"] });
  const outcomes: FaultOutcome[] = [];
  for (const fault of faults) outcomes.push(await judgeFault(fault, on, { seed: SEED, runs: 3 }));
  return outcomes;
};

test("every sampled fault of a creation is detected or permitted", async () => {
  expect([...baseline.unsound]).toEqual([]);
  const outcomes = await judged(baseline, 30);
  expect(outcomes).toHaveLength(30);
  expect(outcomes.filter(({ state }) => !["killed", "permitted", "unreached"].includes(state))).toEqual([]);
  expect(scoreOf(outcomes).killed).toBeGreaterThan(15);
  const killed = outcomes.filter(({ state }) => state === "killed");
  expect(new Set(killed.map(({ operator }) => operator)).size).toBeGreaterThan(6);
  expect(detectionPower({ seed: SEED, runs: 3, all: 100, outcomes })).toContain("**100.0 %**");
});

test("checks that do not read the changed field do not detect the fault", async () => {
  const blind = { ...baseline, unsound: { has: () => true } as unknown as ReadonlySet<string> };
  const outcomes = await judged(blind, 6);
  expect(scoreOf(outcomes).killed).toBe(0);
  expect(scoreOf(outcomes).survived).toBeGreaterThan(0);
});

const ids = (
  wanted: Parameters<typeof choose>[1],
  all: readonly Fault[] = baseline.faults,
): readonly string[] => choose(all, wanted).map(({ id }) => id);

test("the same seed chooses the same faults", () => {
  const wanted = { sample: 30, seed: SEED };
  expect(ids(wanted)).toHaveLength(30);
  expect(ids(wanted)).toEqual(ids(wanted));
  expect(ids(wanted)).not.toEqual(ids({ ...wanted, seed: SEED + 1 }));
});

test("shards are of similar size, and keep their faults when others are added", () => {
  const shards = [1, 2, 3, 4].map((index) => ({ seed: SEED, shard: { index, count: 4 } }));
  expect(shards.flatMap((wanted) => ids(wanted)).sort()).toEqual([...ids({ seed: SEED })].sort());
  const withoutSome = baseline.faults.filter((_fault, index) => index % 3 > 0);
  for (const wanted of shards) {
    const mine = ids(wanted);
    expect(mine.length / baseline.faults.length).toBeCloseTo(0.25, 1);
    expect(ids(wanted, withoutSome).filter((id) => !mine.includes(id))).toEqual([]);
  }
});
