import { readFileSync, writeFileSync } from "node:fs";
import Table from "cli-table3";
import { contractOperations } from "../../harness/contract.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { choose } from "../faults/choose.ts";
import { survey } from "../faults/ground.ts";
import { type FaultOutcome, judgeFault } from "../faults/judge-fault.ts";
import { detectionPower, type Findings } from "../faults/markdown.ts";
import { operators } from "../faults/operators.ts";
import { excuses } from "../faults/permitted.ts";
import { byClass, byOperator, inAll, percent, type Score } from "../faults/score.ts";
import type { FaultsArguments } from "../program.ts";

/** Faults judged at once: the checks wait for events more than they work. */
const SIDE_BY_SIDE = 5;

/** Spoils answers in every generic way; ends with 1 when a fault that no conforming server shows goes unnoticed. */
export async function faults(options: FaultsArguments): Promise<ExitCode> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const findings = options.from === undefined ? await judge(options, say) : merged(options.from);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(findings, null, 1)}\n`);
  if (options.markdown !== undefined) writeFileSync(options.markdown, detectionPower(findings));
  const { outcomes } = findings;
  say("");
  say(tableOf("operator", byOperator(outcomes)));
  say(tableOf("class", byClass(outcomes)));
  const problems = problemsOf(findings);
  for (const problem of problems) say(`✗ ${problem}`);
  const { killed, survived, permitted, power } = inAll(outcomes);
  say(
    `${percent(power)}: ${killed} killed, ${survived} surviving, ${permitted} permitted of ${outcomes.length} faults`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function judge(options: FaultsArguments, say: (line: string) => void): Promise<Findings> {
  const { seed, runs } = options;
  requireKnown("operation", options.operation ?? [], [...contractOperations.keys()]);
  requireKnown(
    "operator",
    options.operator ?? [],
    operators.map(({ name }) => name),
  );
  const ground = await survey({ seed, runs, patterns: [] });
  for (const id of ground.unsound) say(`not counted: ${id} is violated by the emulator itself`);
  const chosen = choose(ground.surfaces, options);
  say(`${chosen.faults.length} of ${chosen.all} faults`);
  const outcomes: FaultOutcome[] = [];
  const pending = [...chosen.faults];
  const work = async (): Promise<void> => {
    for (let fault = pending.shift(); fault !== undefined; fault = pending.shift()) {
      const outcome = await judgeFault(fault, ground, { seed, runs });
      outcomes.push(outcome);
      if (outcome.state !== "killed" && outcome.state !== "permitted")
        say(`${outcome.state.padEnd(10)}${outcome.id}`);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  outcomes.sort((a, b) => a.id.localeCompare(b.id));
  return { seed, runs, all: chosen.all, outcomes };
}

/** Findings of several shards as one. */
function merged(files: readonly string[]): Findings {
  const all = files.map((file): Findings => {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Findings;
    } catch (error) {
      throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
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
    ...outcomes.filter(({ state }) => state === "survived").map(({ id }) => `no rule notices: ${id}`),
    ...outcomes
      .filter(({ state }) => state === "broken")
      .map(({ id, why }) => `a check breaks on ${id}: ${why ?? ""}`),
    ...(outcomes.length === all
      ? excuses.filter(({ id }) => !used.has(id)).map(({ id }) => `nothing is permitted for "${id}"`)
      : []),
  ];
}

function requireKnown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`there is no ${what} "${unknown}"; there are: ${known.join(", ")}`);
}

function tableOf(head: string, scores: readonly Score[]): string {
  const table = new Table({
    head: [head, "faults", "killed", "permitted", "surviving", "power"],
    colAligns: ["left", "right", "right", "right", "right", "right"],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, faults: count, killed, permitted, survived, power } of scores.filter(
    (score) => score.faults > 0,
  ))
    table.push([name, count, killed, permitted, survived, percent(power)]);
  return table.toString();
}
