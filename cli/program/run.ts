import { type Command, Option } from "commander";
import { kinds, seconds, shard, wholeNumber } from "./arguments.ts";
import type { RunArguments } from "../runner/run-options.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "../runner/run-config.ts";
import type { Host } from "../runner/threads.ts";
import { allureOptions, DOCUMENT, GATE, KIND, LEVEL, type Runs, targetOptions } from "./shared.ts";

/** Adds `run`. */
export function addRun(program: Command, runs: Runs, host?: Host): void {
  const command = targetOptions(
    program
      .command("run")
      .description("judge a target rule by rule (default: the embedded emulator)")
      .optionsGroup("Target:"),
  )
    .option("--allow-live-key", "use the live key for the rules that need one", false)
    .optionsGroup("Rules:")
    .option(
      "--rules <pattern...>",
      "judge only these rules: ids, ids with *, areas or sections; a ! before a pattern excludes its rules",
    )
    .option("--level <name>", LEVEL)
    .addOption(new Option("--kind <kinds>", KIND).argParser(kinds))
    .option(
      "--last-failed",
      "judge only the rules that failed when a run with this --out last judged them",
      false,
    )
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "number of runs of each property", wholeNumber(1), DEFAULT_RUNS)
    .addOption(new Option("--shard <i/n>", "judge part i of n of the catalogue").argParser(shard))
    .optionsGroup("Exit code:")
    .option("--allow-incomplete", "do not fail the run for rules whose needs are missing", false)
    .option("--baseline <file>", "known violations, which do not fail the run; stale entries do")
    .addOption(new Option("--gate <file>", GATE).conflicts("shard"))
    .optionsGroup("Development:")
    .option("--dry-run", "print what a run would judge, skip, send and move; judge nothing", false)
    .addOption(
      new Option("--watch", "keep running, and judge again on enter or when files under --watch-path change")
        .default(false)
        .conflicts("dryRun"),
    )
    .addOption(
      new Option(
        "--watch-path <path...>",
        "files and folders whose changes start a run (implies --watch)",
      ).implies({ watch: true }),
    )
    .option("--bail", "stop the run at the first violation", false)
    .addOption(
      new Option("--max-violations <n>", "stop the run after this number of violations")
        .argParser(wholeNumber(1))
        .conflicts("bail"),
    )
    .option(
      "--quiet",
      "print only the result, its causes, what changed since the last run and what to do first",
      false,
    )
    .addOption(
      new Option(
        "--reporter <name>",
        "what is printed: text, or with ndjson one JSON object a line, for programs",
      )
        .choices(["console", "ndjson"])
        .conflicts(["quiet", "watch", "watchPath", "dryRun"]),
    )
    .option("--open", "open report.html in the browser at the end; does nothing in CI", false)
    .optionsGroup("Limits:")
    .option("--max-requests <n>", "stop the run after this number of requests", wholeNumber(1))
    .option("--max-duration <s>", "stop the run after this number of seconds", seconds)
    .optionsGroup("Reports:")
    .option("--out <dir>", "output directory of the reports", "payconform-out")
    .addOption(
      new Option(
        "--har <file>",
        "record all requests, answers and events, with pseudonyms for secrets; `judge` reads it",
      ).conflicts(["dryRun", "watch", "watchPath"]),
    )
    .option("--document <file>", DOCUMENT);
  allureOptions(command).action(
    runs(async () => {
      const { run } = await import("../commands/run.ts");
      return (options: RunArguments) => run(options, host);
    }),
  );
}
