import { writeFileSync } from "node:fs";
import type { ExitCode } from "../../harness/results.ts";
import { type Chosen, choose } from "../mutants/choose.ts";
import { judgeSubject } from "../mutants/judge-subject.ts";
import { killMatrix } from "../mutants/markdown.ts";
import { byArea, byKind, matrixOf, nameOf, problemsOf, type Row } from "../mutants/matrix.ts";
import { type Findings, mergeFindings } from "../mutants/outcome.ts";
import { judgeInProcesses, reportToParent } from "../mutants/pool.ts";
import { recordedFindings, unjudged } from "../mutants/recorded.ts";
import { print } from "../terminal/output.ts";
import type { MutantArguments } from "../mutants/arguments.ts";
import { numberTable } from "../terminal/tables.ts";
import { listMutants } from "./list-mutants.ts";

/** The least work for which several processes are faster than one, in mutants. */
const MIN_WORK_FOR_PROCESSES = 40;
/** The work of judging one variant by all rules, in mutants. */
const VARIANT_WORK = 10;

/** Proves the checks: each rule that a mutant violates detects it, and no rule reports a variant. With `list`, only lists both. */
export async function mutantsCommand(options: MutantArguments): Promise<ExitCode> {
  if (options.list === true) return listMutants(options);
  const began = performance.now();
  if (options.from !== undefined) {
    const findings = recordedFindings(options.from);
    return conclude(findings, [...problemsOf(findings, { whole: true }), ...unjudged(findings)], {
      ...options,
      began,
    });
  }
  const chosen = choose(options);
  const work = chosen.subjects.reduce((sum, { kind }) => sum + (kind === "variants" ? VARIANT_WORK : 1), 0);
  const isPart = options.part !== undefined;
  const alone = isPart || options.workers === 1 || work < MIN_WORK_FOR_PROCESSES;
  const findings = alone
    ? await judgeHere(chosen, options)
    : await judgeInProcesses({ workers: options.workers, args: argumentsOf(options) });
  if (isPart) {
    await reportToParent(findings);
    return 0;
  }
  if (options.kind !== undefined) return conclude(findings, [], { ...options, began });
  const problems = problemsOf(findings, { whole: chosen.whole && options.shard === undefined });
  return conclude(findings, problems, { ...options, began });
}

function conclude(
  findings: Findings,
  problems: readonly string[],
  options: MutantArguments & { began: number },
): ExitCode {
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify(matrixOf(findings), null, 2)}\n`);
  if (options.markdown !== undefined) writeFileSync(options.markdown, killMatrix(findings));
  print(`\n${tableOf("area", byArea(findings))}\n${tableOf("kind", byKind(findings))}`);
  for (const problem of problems) print(`✗ ${problem}`);
  const seconds = Math.round((performance.now() - options.began) / 1_000);
  print(`${summaryOf(findings, problems, options)}, ${seconds} s`);
  return problems.length === 0 ? 0 : 1;
}

async function judgeHere(chosen: Chosen, options: MutantArguments): Promise<Findings> {
  const all: Findings[] = [];
  for (const subject of chosen.subjects) {
    const findings = await judgeSubject(subject, options);
    all.push(findings);
    for (const { state, id, faults, durationMs } of findings.mutants)
      if (!options.quiet || state !== "killed") print(outcomeText(state, id, faults, durationMs));
    for (const { ids, seed, accusations, durationMs } of findings.variants) {
      const isFair = accusations.length === 0;
      const name = `${nameOf(ids)}, seed ${seed}`;
      if (!options.quiet || !isFair)
        print(outcomeText(isFair ? "fair" : "accused", name, accusations, durationMs));
    }
  }
  return mergeFindings(all);
}

function outcomeText(state: string, name: string, faults: readonly string[], ms: number): string {
  return [`${state.padEnd(9)}${name}  ${ms} ms`, ...faults.map((fault) => `         ${fault}`)].join("\n");
}

/** The command line of a process that judges a part. @internal */
export function argumentsOf(options: MutantArguments): readonly string[] {
  return [
    "mutants",
    ...(options.mutant === undefined ? [] : ["--mutant", ...options.mutant]),
    ...(options.area === undefined ? [] : ["--area", ...options.area]),
    ...(options.variant === undefined ? [] : ["--variant", ...options.variant]),
    ...(options.kind === undefined ? [] : ["--kind", options.kind.join(",")]),
    ...["--seed", String(options.seed), "--seeds", String(options.seeds), "--runs", String(options.runs)],
    ...(options.allRules ? ["--all-rules"] : []),
    ...(options.together ? ["--together"] : []),
    ...(options.quiet ? ["--quiet"] : []),
    ...(options.shard === undefined ? [] : ["--shard", `${options.shard.index}/${options.shard.count}`]),
  ];
}

function tableOf(head: string, rows: readonly Row[]): string {
  return numberTable(
    [head, "rules", "mutants", "killed"],
    rows
      .filter(({ mutants }) => mutants > 0)
      .map(({ name, rules, mutants, killed }) => [name, rules, mutants, killed]),
  );
}

function summaryOf(
  { mutants, variants }: Findings,
  problems: readonly string[],
  { kind }: MutantArguments,
): string {
  const killed = mutants.filter((outcome) => outcome.state === "killed").length;
  const ofMutants = `${killed} of ${mutants.length} mutants killed`;
  if (kind !== undefined) return `${ofMutants} by rules of kind ${kind.join(", ")}`;
  const fair = variants.filter((outcome) => outcome.accusations.length === 0).length;
  return `${ofMutants}, ${fair} of ${variants.length} variants fair, ${problems.length} problems`;
}
