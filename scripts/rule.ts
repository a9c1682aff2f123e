/**
 * Takes a rule from its sentence to a green test: generates, formats what changed, records, judges the rule on the emulator, on its
 * mutants and on the variants of the open points that its files name, runs the tests of the catalogue, and says what is missing.
 *
 *   npm run rule -- <id>
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isWatched, type RuleResult } from "../harness/results.ts";
import type { TargetSource } from "../cli/in-process/target.ts";
import type { RuleFiles } from "../spec/index.ts";

const root = join(import.meta.dirname, "..");
const SEED = 1;
const RUNS = 20;
/** Tests that know every rule. */
const RELATED = [
  "tests/spec/catalogue.test.ts",
  "tests/spec/document-coverage.test.ts",
  "tests/spec/frozen.test.ts",
  "tests/spec/passive-rules.test.ts",
];

function run(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n${title}`);
  return (
    spawnSync(join(root, "node_modules/.bin", command), args, { cwd: root, stdio: "inherit" }).status === 0
  );
}

/** The files that differ from the last commit, new ones included. */
function changedFiles(): readonly string[] {
  const listed = (...args: readonly string[]): readonly string[] =>
    spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.split("\n");
  return [
    ...listed("diff", "--name-only", "HEAD"),
    ...listed("ls-files", "--others", "--exclude-standard"),
  ].filter((path) => path !== "" && existsSync(join(root, path)));
}

/** The text of the files that state and check a rule. */
export function sourceOf({ stated, check }: RuleFiles): string {
  // A rule of the contract is stated at a line.
  const paths = [
    ...stated.map((place) => place.replace(/:\d+$/, "")),
    ...(check === undefined ? [] : [check]),
  ];
  return paths.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
}

/** Judges the rule everywhere, prints each verdict, and returns what is missing or wrong. */
async function judged(id: string): Promise<readonly string[]> {
  // Read here, because generation has just written what they load.
  const { openPoints, catalogue, filesByRule } = await import("../spec/index.ts");
  const { fullMutants } = await import("../mutants/index.ts");
  const { variants } = await import("../variants/index.ts");
  const { mutantTarget, plainTarget, variantTarget } = await import("../cli/in-process/target.ts");
  const { judgeTarget } = await import("../cli/mutants/judge.ts");
  const rule = catalogue.find((one) => one.id === id);
  const files = filesByRule().get(id);
  if (rule === undefined || files === undefined)
    return [`no rule has the id ${id}: write its sentence in spec/areas/${id.split("/")[0]}.yaml`];
  const missing: string[] = [];
  if (rule.references.length === 0)
    missing.push("it comes from no sentence: name the statement in spec/document-anchors.yaml");
  if (rule.unobservable !== undefined) return missing;
  if (!isWatched(rule) && files.check === undefined)
    return [...missing, `it has no check: write rule("${id}", …) in suites/${rule.area}/`];
  const on = async (target: TargetSource): Promise<RuleResult["verdict"]> =>
    (await judgeTarget({ target, patterns: [id], seed: SEED, runs: RUNS })).get(rule.id)?.verdict ?? "broken";
  const expect = async (
    name: string,
    target: TargetSource,
    isRight: (verdict: string) => boolean,
  ): Promise<void> => {
    const verdict = await on(target);
    console.log(`  ${name}: ${verdict}`);
    if (!isRight(verdict)) missing.push(`${name}: the rule is ${verdict}`);
  };
  await expect("emulator", plainTarget(SEED), (verdict) => verdict === "passed");
  const mutants = fullMutants.filter(({ violates }) => violates.includes(rule.id));
  if (mutants.length === 0)
    missing.push(`no mutant shows that it can fail: write one in mutants/${rule.area}/`);
  for (const mutant of mutants)
    await expect(`mutant ${mutant.id}`, mutantTarget(mutant, SEED), (verdict) => verdict === "violated");
  const text = sourceOf(files);
  const open = new Set<string>(
    openPoints.map(({ id: point }) => point).filter((point) => text.includes(point)),
  );
  for (const variant of variants.filter(({ openPoints: decided }) =>
    decided.some((point) => open.has(point)),
  ))
    await expect(
      `variant ${variant.id}`,
      variantTarget([variant], SEED),
      (verdict) => verdict !== "violated" && verdict !== "broken",
    );
  return missing;
}

async function main(id: string | undefined): Promise<number> {
  if (id === undefined) {
    console.error("usage: npm run rule -- <id>");
    return 2;
  }
  if (!run("Generated files", "tsx", ["scripts/generate.ts"])) return 1;
  run("Format", "prettier", ["--write", "--ignore-unknown", "--log-level", "warn", ...changedFiles()]);
  console.log("\nVerdicts");
  const missing = [...(await judged(id))];
  // What is incomplete cannot be recorded.
  if (missing.length === 0 && !run("Record", "tsx", ["scripts/freeze.ts", "--quick"]))
    missing.push("it is not recorded: see above");
  if (missing.length === 0 && !run("Tests", "vitest", ["run", "--project", "tests", ...RELATED]))
    missing.push("tests fail: see above");
  console.log(missing.length === 0 ? "\nNothing is missing." : `\nMissing:\n  ${missing.join("\n  ")}`);
  return missing.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv[2]);
