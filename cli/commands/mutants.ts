import { prettyJson } from "../../reports/text/text.ts";
import { writeNamedFile } from "../terminal/files.ts";
import type { ExitCode } from "../../harness/results.ts";
import { choose, type Chosen, type MutantArguments, select } from "../mutants/choose.ts";
import { judgeSubject } from "../mutants/judge.ts";
import {
  type Findings,
  killMatrix,
  matrixOf,
  mergeFindings,
  nameOf,
  problemsOf,
  recordedFindings,
  rowsBy,
  unjudged,
} from "../mutants/findings.ts";
import { judgeForParent, judgeInProcesses } from "../mutants/pool.ts";
import { print } from "../terminal/output.ts";
import { numberTable, textTable } from "../terminal/tables.ts";

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
  if (options.part !== undefined) {
    await judgeForParent(() => judgeHere(chosen, options));
    return 0;
  }
  const work = chosen.subjects.reduce((sum, { kind }) => sum + (kind === "variants" ? VARIANT_WORK : 1), 0);
  const alone = options.workers === 1 || work < MIN_WORK_FOR_PROCESSES;
  const findings = alone ? await judgeHere(chosen, options) : await judgeInProcesses(options.workers);
  if (options.kind !== undefined) return conclude(findings, [], { ...options, began });
  const problems = problemsOf(findings, { whole: chosen.whole && options.shard === undefined });
  return conclude(findings, problems, { ...options, began });
}

function conclude(
  findings: Findings,
  problems: readonly string[],
  options: MutantArguments & { began: number },
): ExitCode {
  const { json, markdown } = options;
  if (json !== undefined) writeNamedFile(json, prettyJson(matrixOf(findings)), { flag: "--json" });
  if (markdown !== undefined) writeNamedFile(markdown, killMatrix(findings), { flag: "--markdown" });
  print(`\n${tableOf("area", findings)}\n${tableOf("kind", findings)}`);
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

const tableOf = (head: "area" | "kind", findings: Findings): string =>
  numberTable(
    [head, "rules", "mutants", "killed"],
    rowsBy(findings, head).map(({ name, rules, mutants, killed }) => [name, rules, mutants, killed]),
  );

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

/** Lists mutants and variants and what each changes. Judges nothing. */
function listMutants(
  options: Pick<MutantArguments, "mutant" | "area" | "variant" | "allRules" | "json">,
): ExitCode {
  const { mutants, variants } = select(options);
  if (options.json !== undefined) {
    const listed = {
      mutants: mutants.map(({ id, violates, summary }) => ({
        id,
        violates,
        summary,
      })),
      variants: variants.map(({ id, openPoints, what }) => ({ id, openPoints, what })),
    };
    writeNamedFile(options.json, prettyJson(listed), { flag: "--json" });
  }
  const tables = [
    ...(mutants.length === 0
      ? []
      : [
          textTable(
            ["mutant", "violates", "what it changes"],
            mutants.map(({ id, violates, summary }) => [id, violates.join("\n"), summary]),
          ),
        ]),
    ...(variants.length === 0
      ? []
      : [
          textTable(
            ["variant", "open point", "how it chooses"],
            variants.map(({ id, openPoints, what }) => [id, openPoints.join("\n"), what]),
          ),
        ]),
  ];
  print([...tables, `${mutants.length} mutants, ${variants.length} variants`].join("\n"));
  return 0;
}
