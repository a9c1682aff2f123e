/**
 * Shows whether a change of structure kept what the suite judges.
 *
 *   npm run record -- before.tsv              judges the emulator, each variant alone and each mutant; takes half an hour
 *   npm run record -- after.tsv --sample 1/8  only an eighth of variants and mutants, chosen by the hash of their ids
 *   npm run record -- --compare before.tsv after.tsv
 *
 * A line is one rule on one target: target, rule, verdict, and the missing needs or what the violation shows. A mutant has only the
 * rules that it must violate. A mutant that is gone counts as kept if another one violates the same rule and shows the same.
 * Verdicts on the second server are in `spec/rules.lock`.
 */
import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mutantTarget, plainTarget, type TargetSource, variantTarget } from "../cli/in-process/target.ts";
import { judgeTarget } from "../cli/mutants/judge.ts";
import { shard } from "../cli/program/arguments.ts";
import { isInShard } from "../cli/selection/shard.ts";
import type { RuleResult } from "../harness/results.ts";
import { mutants } from "../mutants/index.ts";
import { variants } from "../variants/index.ts";

const SEED = 1;
const RUNS = 20;
const PROCESSES = 2;

interface Target {
  readonly name: string;
  readonly source: TargetSource;
  /** The rules that a mutant must violate; all rules without it. */
  readonly rules?: readonly string[];
}

const allTargets = (): readonly Target[] => [
  { name: "emulator", source: plainTarget(SEED) },
  ...variants.map((variant) => ({ name: `variant ${variant.id}`, source: variantTarget([variant], SEED) })),
  ...mutants.map((mutant) => ({
    name: `mutant ${mutant.id}`,
    source: mutantTarget(mutant, SEED),
    rules: mutant.violates,
  })),
];

async function linesOf({ name, source, rules }: Target): Promise<readonly string[]> {
  const verdicts = await judgeTarget({
    target: source,
    patterns: rules ?? [],
    seed: SEED,
    runs: RUNS,
    ...(rules === undefined ? {} : { violates: rules }),
  });
  return [...verdicts.values()]
    .filter(({ id }) => rules === undefined || rules.includes(id))
    .map((result) => [name, result.id, result.verdict, shownBy(result)].join("\t"));
}

function shownBy({ verdict, needs, symptom }: RuleResult): string {
  if (verdict === "violated") return JSON.stringify(symptom ?? null);
  return needs.map(({ id }) => id).join(" ");
}

/** Differences of two records, each in a line. */
export function compareRecords(before: readonly string[], after: readonly string[]): readonly string[] {
  const [old, now] = [tableOf(before), tableOf(after)];
  const successors = new Set(
    [...now].filter(([key]) => isMutant(key)).map(([key, shown]) => `${ruleOf(key)}\t${shown}`),
  );
  const differences: string[] = [];
  for (const [key, shown] of old) {
    const current = now.get(key);
    if (current === shown) continue;
    if (isMutant(key) && successors.has(`${ruleOf(key)}\t${shown}`)) continue;
    differences.push(`${key}\n  - ${shown}\n  + ${current ?? (isMutant(key) ? "no successor" : "gone")}`);
  }
  for (const [key, shown] of now)
    if (!old.has(key) && !isMutant(key)) differences.push(`${key}\n  + ${shown}`);
  return differences;
}

const isMutant = (key: string): boolean => key.startsWith("mutant ");
const ruleOf = (key: string): string => key.split("\t")[1] ?? "";

/** Verdict and what it shows, by target and rule. */
const tableOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const [target = "", rule = "", ...shown] = line.split("\t");
      return [`${target}\t${rule}`, shown.join("\t")];
    }),
  );

const linesIn = (path: string): readonly string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");

async function judgePart(part: string, sample: string): Promise<void> {
  const [share, chosen] = [shard(part), shard(sample)];
  const targets = allTargets()
    .filter(({ name }) => isInShard(name, chosen))
    .filter((_target, index) => index % share.count === share.index - 1);
  for (const target of targets) process.send?.(await linesOf(target));
}

async function judgeAll(sample: string): Promise<readonly string[]> {
  const lines: string[] = [];
  await Promise.all(
    Array.from({ length: PROCESSES }, async (_unused, index) => {
      const args = ["--part", `${index + 1}/${PROCESSES}`, "--sample", sample];
      const child = fork(import.meta.filename, args);
      child.on("message", (message: readonly string[]) => lines.push(...message));
      const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
      if (code !== 0) throw new Error(`a process that judges a part ended with ${code ?? "a signal"}`);
    }),
  );
  return lines.sort();
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      compare: { type: "boolean", default: false },
      sample: { type: "string", default: "1/1" },
      part: { type: "string" },
    },
  });
  if (values.part !== undefined) {
    await judgePart(values.part, values.sample);
    return 0;
  }
  const [first, second] = positionals;
  if (values.compare && first !== undefined && second !== undefined) {
    const differences = compareRecords(linesIn(first), linesIn(second));
    for (const difference of differences) console.log(difference);
    console.log(`${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  }
  if (values.compare || first === undefined || second !== undefined) {
    console.error("usage: npm run record -- FILE [--sample i/n] | --compare BEFORE AFTER");
    return 2;
  }
  writeFileSync(first, `${(await judgeAll(values.sample)).join("\n")}\n`);
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
