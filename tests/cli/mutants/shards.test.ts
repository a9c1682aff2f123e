import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { argumentsOf } from "../../../cli/commands/mutants.ts";
import { killMatrix } from "../../../cli/mutants/markdown.ts";
import { matrixOf } from "../../../cli/mutants/matrix.ts";
import type { Findings, MutantOutcome } from "../../../cli/mutants/outcome.ts";
import { partsOf } from "../../../cli/mutants/pool.ts";
import { recordedFindings, unjudged } from "../../../cli/mutants/recorded.ts";
import { mutants } from "../../../mutants/index.ts";

const folder = mkdtempSync(join(tmpdir(), "payconform-matrix-"));

function recorded(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const outcomes: readonly MutantOutcome[] = mutants.map(({ id, lie, kills, subtle }) => ({
  id,
  lie,
  kills,
  subtle: subtle === true,
  state: "killed",
  red: kills,
  faults: [],
  durationMs: 1,
}));
const half = (rest: 0 | 1): Findings => ({
  mutants: outcomes.filter((_outcome, index) => index % 2 === rest),
  variants: [{ ids: [`variant-${rest}`], seed: 1, accusations: [], durationMs: 1 }],
  unsound: [],
});

test.each([
  [{ index: 1, count: 1 }, 3],
  [{ index: 2, count: 4 }, 2],
  [{ index: 5, count: 5 }, 3],
])("processes share a shard (%o among %i) without loss or repetition", (shard, workers) => {
  const all = Array.from({ length: 100 }, (_unused, index) => index);
  const within = ({ index, count }: typeof shard): readonly number[] =>
    all.filter((number) => number % count === index - 1);
  const shared = partsOf(shard, workers).flatMap(within);
  expect(shared.sort((a, b) => a - b)).toEqual(within(shard));
});

test("a process that shares the work is told everything that chooses it", () => {
  const told = argumentsOf({
    mutant: ["m"],
    area: ["a"],
    variant: ["v", "w"],
    seed: 3,
    seeds: 4,
    runs: 5,
    workers: 2,
    quiet: true,
    allRules: true,
    together: true,
  });
  const line = told.join(" ");
  for (const part of ["--mutant m", "--area a", "--variant v w", "--seed 3", "--seeds 4", "--runs 5"])
    expect(line).toContain(part);
  for (const flag of ["--quiet", "--all-rules", "--together"]) expect(told).toContain(flag);
});

describe("matrices of shards", () => {
  test("together are the whole", () => {
    const files = ([0, 1] as const).map((rest) => recorded(`${rest}.json`, matrixOf(half(rest))));
    const findings = recordedFindings(files);
    expect(findings.mutants).toHaveLength(mutants.length);
    expect(unjudged(findings)).toEqual([]);
    expect(killMatrix(findings)).toContain(`**${mutants.length} of ${mutants.length} mutants killed**`);
    expect(killMatrix(findings)).toContain("2 variants by themselves");
  });

  test("without one of them are not", () => {
    const findings = recordedFindings([recorded("alone.json", matrixOf(half(0)))]);
    const [, second] = mutants;
    expect(unjudged(findings)).toContain(`not judged: ${second?.id ?? ""}`);
  });

  test.each([
    ["{", /--from: cannot read .*broken\.json/],
    ["null", /broken\.json is not what payconform mutants --json writes/],
    ['{"mutants":[]}', /broken\.json is not what payconform mutants --json writes/],
  ])("refuse %s", (content, says) => {
    expect(() => recordedFindings([recorded("broken.json", content)])).toThrow(says);
  });
});
