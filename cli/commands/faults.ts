import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { contractOperations } from "../../harness/contract.ts";
import { readingProblem, UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import type { Shard } from "../selection/shard.ts";
import { choose } from "../faults/choose.ts";
import { runBaseline } from "../faults/baseline-run.ts";
import { type FaultOutcome, judgeFault } from "../faults/judge-fault.ts";
import { detectionPower, type Findings } from "../faults/markdown.ts";
import type { Side } from "../faults/fault.ts";
import {
  byGroup,
  byOperator,
  excuses,
  inAll,
  operatorNames,
  percent,
  type Score,
  SCORE_COLUMNS,
  scoreRow,
} from "../faults/score.ts";
import { print } from "../terminal/output.ts";
import { numberTable } from "../terminal/tables.ts";

export interface FaultsArguments {
  readonly side?: "answer" | "request";
  readonly operation?: readonly string[];
  readonly operator?: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly runs: number;
  readonly shard?: Shard;
  readonly json?: string;
  readonly resume: boolean;
  readonly everyCheck: boolean;
  readonly from?: readonly string[];
  readonly markdown?: string;
}

const SIDES: readonly Side[] = ["answer", "request"];
/** The interval at which findings are saved for `--resume`. */
const SAVE_INTERVAL_MS = 2_000;

/** Injects generic faults into the emulator. Exits with 1 if a fault that no conforming server can have is not detected. */
export async function faults(options: FaultsArguments): Promise<ExitCode> {
  const began = performance.now();
  const findings = options.from === undefined ? await judge(options) : merged(options.from);
  if (options.json !== undefined) write(options.json, findings);
  if (options.markdown !== undefined) writeFileSync(options.markdown, detectionPower(findings));
  const { outcomes } = findings;
  print("");
  for (const side of SIDES) {
    if (!outcomes.some((outcome) => outcome.side === side)) continue;
    print(tableOf(`operator (${side})`, byOperator(outcomes, side)));
    print(tableOf("class", byGroup(outcomes, side)));
  }
  const problems = problemsOf(findings);
  for (const problem of problems) print(`✗ ${problem}`);
  const { killed, survived, permitted, power } = inAll(outcomes);
  print(
    `${percent(power)}: ${killed} killed, ${survived} surviving, ${permitted} permitted of ${outcomes.length} faults, ` +
      `${Math.round((performance.now() - began) / 1000)} s`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function judge(options: FaultsArguments): Promise<Findings> {
  const { seed, runs, everyCheck } = options;
  requireKnown("operation", options.operation ?? [], [...contractOperations.keys()]);
  requireKnown(
    "operator",
    options.operator ?? [],
    SIDES.flatMap((side) => operatorNames[side]),
  );
  const outcomes = options.resume ? [...earlierOutcomes(options)] : [];
  const baselineRun = await runBaseline({ seed, runs, patterns: [] });
  for (const id of baselineRun.unsound) print(`not counted: the emulator itself violates ${id}`);
  const chosen = choose(baselineRun.faults, options);
  print(`${chosen.faults.length} of ${chosen.all} faults`);
  const known = new Set(outcomes.map(({ id }) => id));
  const pending = chosen.faults.filter(({ id }) => !known.has(id));
  let written = performance.now();
  const findings = (): Findings => ({
    seed,
    runs,
    all: chosen.all,
    outcomes: [...outcomes].sort((a, b) => a.id.localeCompare(b.id)),
  });
  // Sequentially, because all share the simulated time of the process.
  for (const fault of pending) {
    const outcome = await judgeFault(fault, baselineRun, { seed, runs, everyCheck });
    outcomes.push(outcome);
    if (options.json !== undefined && performance.now() - written > SAVE_INTERVAL_MS) {
      write(options.json, findings());
      written = performance.now();
    }
    if (outcome.state !== "killed" && outcome.state !== "permitted")
      print(`${outcome.state.padEnd(10)}${outcome.id}`);
  }
  return findings();
}

function write(file: string, findings: Findings): void {
  writeFileSync(file, `${JSON.stringify(findings, null, 1)}\n`);
}

/** The outcomes of an interrupted run, which `--resume` continues. */
function earlierOutcomes({ json, seed, runs }: FaultsArguments): readonly FaultOutcome[] {
  if (json === undefined) throw new UsageError("--resume needs --json FILE, the file to continue");
  if (!existsSync(json)) return [];
  const earlier = read(json);
  if (earlier.seed !== seed || earlier.runs !== runs)
    throw new UsageError(
      `${json} was written with --seed ${earlier.seed} --runs ${earlier.runs}; use the same values, or drop --resume`,
    );
  return earlier.outcomes;
}

function read(file: string): Findings {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Findings;
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${readingProblem(error)}`);
  }
}

/** Merges the findings of several shards. */
function merged(files: readonly string[]): Findings {
  const all = files.map(read);
  const [first] = all;
  if (first === undefined) throw new UsageError("--from needs a file");
  const outcomes = all.flatMap((findings) => findings.outcomes).sort((a, b) => a.id.localeCompare(b.id));
  return { ...first, outcomes };
}

function problemsOf({ outcomes, all }: Findings): readonly string[] {
  const used = new Set(
    outcomes.filter(({ state }) => ["permitted", "unreached"].includes(state)).map(({ why }) => why),
  );
  return [
    ...outcomes.filter(({ state }) => state === "survived").map(({ id }) => `no rule detects: ${id}`),
    ...outcomes
      .filter(({ state }) => state === "broken")
      .map(({ id, why }) => `a check breaks on ${id}: ${why ?? ""}`),
    ...(outcomes.length === all
      ? excuses
          .filter(({ id }) => !used.has(id))
          .map(({ id }) => `the permission "${id}" matches no fault; remove it`)
      : []),
  ];
}

function requireKnown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`there is no ${what} "${unknown}"; known: ${known.join(", ")}`);
}

function tableOf(head: string, scores: readonly Score[]): string {
  return numberTable([head, ...SCORE_COLUMNS], scores.map(scoreRow));
}
