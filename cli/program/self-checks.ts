import { type Command, Option } from "commander";
import { kinds, shard, wholeNumber } from "./arguments.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "../runner/run-config.ts";
import { KIND, type Runs } from "./shared.ts";

const GROUP = "Check the suite itself:";

/** Adds the commands that check the suite itself. */
export function addSelfChecks(program: Command, runs: Runs): void {
  program
    .command("mutants")
    .helpGroup(GROUP)
    .description("prove that every check can fail, and that no conforming variant violates a rule")
    .option("--mutant <id...>", "judge only these mutants")
    .option("--area <area...>", "judge only mutants that violate rules of these areas")
    .option("--variant <id...>", "judge only these variants; `all` judges all of them")
    .addOption(
      new Option("--kind <kinds>", `judge by ${KIND}; a mutant is killed if one of them is violated`)
        .argParser(kinds)
        .conflicts(["variant", "together", "allRules", "from", "markdown", "list"]),
    )
    .addOption(
      new Option("--list", "list the mutants and variants with what each changes; judge nothing").conflicts([
        ...["from", "markdown", "shard", "together"],
      ]),
    )
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "number of runs of each property", wholeNumber(1), DEFAULT_RUNS)
    .option("--seeds <n>", "number of seeds to judge variants with", wholeNumber(1), 1)
    .option("--workers <n>", "number of processes", wholeNumber(1), 2)
    .option("--json <file>", "write the matrix or the list as JSON")
    .option("--from <file...>", "read the --json files of earlier runs (all shards) and judge nothing")
    .option("--markdown <file>", "write the page docs/kill-matrix.md to this file")
    .option("--quiet", "print only problems and the summary", false)
    .option("--together", "apply all named variants to one target", false)
    .option("--all-rules", "judge every rule on every mutant (the full matrix)", false)
    .addOption(
      new Option("--shard <i/n>", "judge part i of n, chosen by the hash of the id").argParser(shard),
    )
    .addOption(new Option("--part <i/n>", "the part that one process judges").argParser(shard).hideHelp())
    .action(runs(async () => (await import("../commands/mutants.ts")).mutantsCommand));

  program
    .command("faults")
    .helpGroup(GROUP)
    .description("inject generic faults into the emulator and report which ones the rules detect")
    .option("--operation <id...>", "inject only faults in these operations")
    .option("--operator <name...>", "inject only faults of these operators")
    .option("--sample <n>", "judge only a sample of n faults, chosen by the seed", wholeNumber(1))
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "number of runs of each property", wholeNumber(1), 5)
    .addOption(
      new Option("--shard <i/n>", "judge part i of n, chosen by the hash of the id").argParser(shard),
    )
    .option("--json <file>", "write each fault and its outcome as JSON")
    .option("--from <file...>", "read the --json files of earlier runs (all shards) and judge nothing")
    .option("--markdown <file>", "write the page docs/detection-power.md to this file")
    .action(runs(async () => (await import("../commands/faults.ts")).faults));
}
