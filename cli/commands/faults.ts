import { contractOperations } from "../../harness/contract.ts";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { parsed } from "../../spec/json.ts";
import { writeNamedFile } from "../terminal/files.ts";
import type { ExitCode } from "../../harness/results.ts";
import { choose } from "../faults/fault.ts";
import { type FaultOutcome, judgeFault, runBaseline } from "../faults/judge.ts";
import { reasons } from "../faults/permitted.ts";
import { detectionPower, type Findings, operatorNames, scoreOf, scoreTable } from "../faults/report.ts";
import type { Shard } from "../selection/shard.ts";
import { print } from "../terminal/output.ts";
import { numberTable } from "../terminal/tables.ts";

interface FaultsArguments {
  readonly operation?: readonly string[];
  readonly operator?: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly runs: number;
  readonly shard?: Shard;
  readonly json?: string;
  readonly from?: readonly string[];
  readonly markdown?: string;
}

/** Injects generic faults into the emulator. Exits with 1 if a fault that no conforming server can have is not detected. */
export async function faults(options: FaultsArguments): Promise<ExitCode> {
  const began = performance.now();
  const findings = options.from === undefined ? await judge(options) : merged(options.from);
  const { json, markdown } = options;
  if (json !== undefined) writeNamedFile(json, `${JSON.stringify(findings, null, 1)}\n`, { flag: "--json" });
  if (markdown !== undefined) writeNamedFile(markdown, detectionPower(findings), { flag: "--markdown" });
  const { outcomes } = findings;
  const [titles = [], ...rows] = scoreTable(outcomes);
  print("");
  print(numberTable(titles.map(String), rows));
  const problems = problemsOf(findings, options.from !== undefined);
  for (const problem of problems) print(`✗ ${problem}`);
  const { killed, survived, permitted, power } = scoreOf(outcomes);
  print(
    `${power}: ${killed} killed, ${survived} surviving, ${permitted} permitted of ${outcomes.length} faults, ` +
      `${Math.round((performance.now() - began) / 1000)} s`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function judge(options: FaultsArguments): Promise<Findings> {
  const { seed, runs } = options;
  requireKnown("operation", options.operation ?? [], [...contractOperations.keys()]);
  requireKnown("operator", options.operator ?? [], operatorNames);
  const baseline = await runBaseline({ seed, runs, patterns: [] });
  for (const id of baseline.unsound) print(`not counted: the emulator itself violates ${id}`);
  const chosen = choose(baseline.faults, options);
  const all = baseline.faults.length;
  print(`${chosen.length} of ${all} faults`);
  const outcomes: FaultOutcome[] = [];
  // Sequentially, because all share the simulated time of the process.
  for (const fault of chosen) {
    const outcome = await judgeFault(fault, baseline, { seed, runs });
    outcomes.push(outcome);
    if (outcome.state !== "killed" && outcome.state !== "permitted")
      print(`${outcome.state.padEnd(10)}${outcome.id}`);
  }
  return { seed, runs, all, outcomes: outcomes.sort((a, b) => a.id.localeCompare(b.id)) };
}

/** Merges the findings of several shards. */
function merged(files: readonly string[]): Findings {
  const all = files.map((file): Findings => {
    const findings = parsed(readTextFile(file, "the findings in")) as Findings | null | undefined;
    if (!Array.isArray(findings?.outcomes))
      throw new UsageError(`--from: ${file} was not written by \`payconform faults --json\``);
    return findings;
  });
  const [first] = all;
  if (first === undefined) throw new UsageError("--from needs a file");
  const outcomes = all.flatMap((findings) => findings.outcomes).sort((a, b) => a.id.localeCompare(b.id));
  return { ...first, outcomes };
}

function problemsOf({ outcomes, all }: Findings, isMerged: boolean): readonly string[] {
  const used = new Set(
    outcomes.filter(({ state }) => ["permitted", "unreached"].includes(state)).map(({ why }) => why),
  );
  const isWhole = outcomes.length === all;
  return [
    ...(isMerged && !isWhole ? [`${outcomes.length} of ${all} faults: give the files of all shards`] : []),
    ...outcomes.filter(({ state }) => state === "survived").map(({ id }) => `no rule detects: ${id}`),
    ...outcomes
      .filter(({ state }) => state === "broken")
      .map(({ id, why }) => `a check breaks on ${id}: ${why ?? ""}`),
    ...reasons
      .filter((reason) => isWhole && !used.has(reason))
      .map((reason) => `this permission concerns no fault; remove it: ${reason}`),
  ];
}

function requireKnown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`there is no ${what} "${unknown}"; known: ${known.join(", ")}`);
}
