import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Findings,
  killMatrix,
  matrixOf,
  type MutantOutcome,
  recordedFindings,
  unjudged,
} from "../../../cli/mutants/findings.ts";
import { choose, type MutantArguments } from "../../../cli/mutants/choose.ts";
import { mutants } from "../../../mutants/index.ts";
import { emptyFolder } from "../../empty-folder.ts";

const folder = emptyFolder();

function recorded(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const outcomes: readonly MutantOutcome[] = mutants.map(({ id, summary, violates }) => ({
  id,
  summary,
  violates,
  state: "killed",
  violated: violates,
  faults: [],
  durationMs: 1,
}));
const half = (rest: 0 | 1): Findings => ({
  mutants: outcomes.filter((_outcome, index) => index % 2 === rest),
  variants: [{ ids: [`variant-${rest}`], seed: 1, accusations: [], durationMs: 1 }],
  unsound: [],
});

const asked = {
  seed: 1,
  seeds: 2,
  runs: 2,
  workers: 1,
  quiet: true,
  allRules: true,
  together: false,
};
const names = (fields: Partial<MutantArguments>): readonly string[] =>
  choose({ ...asked, ...fields }).subjects.map((subject) =>
    subject.kind === "mutant"
      ? subject.mutant.id
      : subject.kind === "plain"
        ? "plain"
        : `${subject.variants.map(({ id }) => id).join("+")} ${subject.seed}`,
  );

describe("shards", () => {
  const shards = [1, 2, 3, 4].map((index) => names({ shard: { index, count: 4 } }));

  test("contain everything once and are of similar size", () => {
    expect(shards.flat().sort()).toEqual([...names({})].sort());
    for (const shard of shards) expect(shard.length / names({}).length).toBeCloseTo(0.25, 1);
  });

  test("keep their mutants, whichever others are selected", () => {
    const some = names({ shard: { index: 2, count: 4 }, area: ["vendors"] });
    expect(some.length).toBeGreaterThan(5);
    const mutantsOnly = some.filter((name) => name !== "plain");
    expect(mutantsOnly.filter((name) => shards[1]?.includes(name) !== true)).toEqual([]);
  });

  test("are divided among processes, each subject once", () => {
    const shard = { index: 3, count: 4 };
    const parts = [1, 2, 3].flatMap((index) => names({ shard, part: { index, count: 3 } }));
    expect(parts.sort()).toEqual([...(shards[2] ?? [])].sort());
  });
});

describe("matrices of shards", () => {
  test("together are the whole matrix", () => {
    const files = ([0, 1] as const).map((rest) => recorded(`${rest}.json`, matrixOf(half(rest))));
    const findings = recordedFindings(files);
    expect(findings.mutants).toHaveLength(mutants.length);
    expect(unjudged(findings)).toEqual([]);
    expect(killMatrix(findings)).toContain(`**${mutants.length} of ${mutants.length} mutants killed**`);
    expect(killMatrix(findings)).toContain("2 variants by themselves");
  });

  test("are refused if one is missing", () => {
    const findings = recordedFindings([recorded("alone.json", matrixOf(half(0)))]);
    const [, second] = mutants;
    expect(unjudged(findings)).toContain(`not judged: ${second?.id ?? ""}`);
  });

  test.each([
    ["{", /broken\.json was not written by `payconform mutants --json`/],
    ["null", /broken\.json was not written by `payconform mutants --json`/],
    ['{"mutants":[]}', /broken\.json was not written by `payconform mutants --json`/],
  ])("refuse %s", (content, says) => {
    expect(() => recordedFindings([recorded("broken.json", content)])).toThrow(says);
  });
});
