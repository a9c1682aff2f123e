import { Command, CommanderError, Help, Option } from "commander";
import { UsageError } from "../harness/profile/usage-error.ts";
import type { ExitCode } from "../harness/results.ts";
import {
  futureDay,
  hosts,
  networks,
  pointInTime,
  portOfTwo,
  seconds,
  shard,
  url,
  wholeNumber,
  reason,
} from "./arguments.ts";
import type { BaselineWriteArguments } from "./commands/baseline.ts";
import type { DoctorArguments } from "./commands/doctor.ts";
import type { EmulateArguments } from "./commands/emulate.ts";
import type { FaultsArguments } from "./commands/faults.ts";
import type { InitArguments } from "./commands/init.ts";
import type { ListenArguments } from "./commands/listen.ts";
import type { MergeArguments } from "./commands/merge.ts";
import type { ObservationsArguments } from "./commands/observations.ts";
import type { ReplayArguments } from "./commands/replay.ts";
import type { SweepArguments } from "./commands/sweep.ts";
import type { MutantArguments } from "./mutants/arguments.ts";
import type { RunArguments } from "./runner/arguments.ts";
import { OutputError } from "../reports/output-folder.ts";
import { ReportError } from "../reports/report-error.ts";
import { complain, warn } from "./output.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "./run-config.ts";
import { SUITE_VERSION } from "./version.ts";

/** Runs one command. A mistake of the user is reported in one line on standard error, with exit code 2. */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof OutputError || error instanceof ReportError) {
      warn(error.message);
      return 4;
    }
    if (error instanceof UsageError) {
      warn(error.message);
      return 2;
    }
    warn(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 4;
  }
}

/** The command line; `end` receives the exit code of the command. @internal */
export function createProgram(end: (code: ExitCode) => void): Command {
  const program = new Command("payconform")
    .description("Conformance suite for a payment service interface, with an emulator of it.")
    .version(SUITE_VERSION)
    .exitOverride()
    .configureOutput({ writeErr: complain })
    .configureHelp({ optionDescription: (option) => withoutFalse(new Help().optionDescription(option)) })
    .showHelpAfterError("(run `payconform --help` for usage)");

  targetOptions(
    program.command("run").description("judge a target rule by rule (default: the embedded emulator)"),
  )
    .option("--rules <pattern...>", "judge only these rules: ids, ids with *, areas or sections")
    .option(
      "--last-failed",
      "judge only rules that failed when a run with this --out last judged them",
      false,
    )
    .option("--catalogue <version>", "use this version of the catalogue: skip rules added later")
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "number of runs of each property", wholeNumber(1), DEFAULT_RUNS)
    .addOption(new Option("--shard <i/n>", "judge part i of n of the catalogue").argParser(shard))
    .option("--out <dir>", "output directory of the reports", "payconform-out")
    .option("--allow-incomplete", "do not fail the run for rules whose needs are missing", false)
    .option("--allow-live-key", "use the live key, for the rules that need one", false)
    .option("--baseline <file>", "known violations: they do not fail the run, stale entries do")
    .addOption(new Option("--gate <file>", GATE).conflicts("shard"))
    .option(
      "--dry-run",
      "print the plan and judge nothing: rules, missing needs, number of requests, what moves money",
      false,
    )
    .addOption(
      new Option("--watch", "stay and judge again: on a key, and when files under --watch-path change")
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
    .option("--max-requests <n>", "stop the run after this number of requests", wholeNumber(1))
    .option("--max-duration <s>", "stop the run after this number of seconds", seconds)
    .option("--quiet", "print only the verdict, its causes and what to do first", false)
    .option("--open", "open report.html when the run has ended; does nothing in CI", false)
    .option("--no-allure", "skip the Allure report, which takes a few seconds")
    .option("--keep-results", KEEP_RESULTS, false)
    .addOption(new Option("--allure-history <file>", ALLURE_HISTORY).conflicts(["shard", "allure"]))
    .option("--document <file>", DOCUMENT)
    .action(async (options: RunArguments) => end(await (await import("./commands/run.ts")).run(options)));

  program
    .command("emulate")
    .description("start the emulator and print one line of JSON with its URLs, keys and ids")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option(
      "--port <n>",
      "port of the payment host, 0 for any free one; the checkout host uses the next port",
      portOfTwo,
      0,
    )
    .option("--seed <n>", "seed of ids and secrets", wholeNumber(0), DEFAULT_SEED)
    .option(
      "--allow-host <name...>",
      "also answer requests with these hosts in Host or Origin (default: this machine only)",
      hosts,
    )
    .option("--no-control", "do not serve the control protocol, nor the dashboard")
    .option("--no-dashboard", "do not show the dashboard")
    .option("--seed-file <file>", "begin with the merchants, vendors, customers and sales of this YAML file")
    .option(
      "--now <time>",
      "begin at this time, such as 2026-01-31T10:00:00Z, instead of the present",
      pointInTime,
    )
    .addOption(
      new Option("--clock <kind>", "whether time runs, or stands still until control moves it")
        .choices(["running", "still"])
        .default("running"),
    )
    .option("--state <folder>", "keeps every command in this folder and continues from it")
    .option("--record-reads", "with --state: keeps reads, too, so that --replay prints their answers", false)
    .option(
      "--replay <folder>",
      "repeat the commands of a folder of --state, print each answer and event, and end",
    )
    .addOption(
      new Option(
        "--fsync <when>",
        "with --state: when it is forced to the disk; a power loss costs at most a second",
      )
        .choices(["always", "interval"])
        .default("interval"),
    )
    .option(
      "--allow-webhooks-to <host...>",
      "also send webhooks to these names, addresses or networks, such as 10.0.0.0/8 (default: this machine only)",
      networks,
    )
    .option("--mutant <id>", "apply a mutant: break one documented rule")
    .option("--variant <id...>", "apply variants: decide open points of the document otherwise")
    .option(
      "--fault <fault...>",
      "disturb requests and events: EFFECT[:OPERATION or EVENT][:times=N][:rate=R][:status=S][:ms=N], such as lose-answer:createDisbursement:times=1 or repeat-event:rate=0.3",
    )
    .option(
      "--sign-webhooks",
      "sign webhooks (HMAC-SHA256, as Standard Webhooks); secrets over control",
      false,
    )
    .option("--log", "print a line on standard error for each request and each delivery", false)
    .action(async (options: EmulateArguments) =>
      end(await (await import("./commands/emulate.ts")).emulate(options)),
    );

  program
    .command("listen")
    .description("receive events of the emulator, print a line for each, and forward them to your server")
    .option("--forward-to <url>", "where events are posted, unchanged", (text) => {
      url("--forward-to")(text);
      return text;
    })
    .option("--events <type...>", "only these events (default: all)")
    .option(
      "--control-url <url>",
      "control of the emulator, as `emulate` prints it",
      url("--control-url"),
      "http://127.0.0.1:4010/control",
    )
    .option("--account <id>", "the merchant whose events are received (default: the first)")
    .option("--no-register", "print the URL to register at another server, and register nothing")
    .option("--host <host>", "address to receive on", "127.0.0.1")
    .option("--port <n>", "port to receive on, 0 for any free one", portOfTwo, 0)
    .option("--replay <event...>", "forward past events with these ids, and end")
    .action(async (options: ListenArguments) =>
      end(await (await import("./commands/listen.ts")).listen(options)),
    );

  program
    .command("rules [pattern...]")
    .description("list the rule catalogue")
    .option("--catalogue <version>", "use this version of the catalogue: skip rules added later")
    .option("--json", "print JSON", false)
    .action(async (patterns: string[], options: { json: boolean; catalogue?: string }) =>
      end(await (await import("./commands/rules.ts")).rules({ patterns, ...options })),
    );

  program
    .command("explain <rule>")
    .description(
      "explain a rule (sentence, how it is judged, needs) or a need (what it is, how to supply it)",
    )
    .action(async (id: string) => end(await (await import("./commands/explain.ts")).explain(id)));

  targetOptions(
    program
      .command("doctor")
      .description("check a target before a run: hosts, keys, clock, events, needs, requests, money"),
  )
    .option("--allow-live-key", "also try the live key on the target", false)
    .option("--probe-events", "create one test subscription and wait for its event", false)
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "runs of each property, to estimate requests", wholeNumber(1), DEFAULT_RUNS)
    .action(async (options: DoctorArguments) =>
      end(await (await import("./commands/doctor.ts")).doctor(options)),
    );

  program
    .command("init")
    .description("write a commented profile; with a target, fill in what it shows and try it")
    .option("--out <file>", "file to write (default: payconform.yaml)")
    .option("--target <url>", "base URL of the payment host", url("--target"))
    .option("--checkout-url <url>", "base URL of the checkout host", url("--checkout-url"))
    .option("--answers <file>", "answers to what the target does not show, as a profile: nothing is asked")
    .action(async (options: InitArguments) => end(await (await import("./commands/init.ts")).init(options)));

  const baseline = program.command("baseline").description("manage known violations");
  baseline
    .command("write <file>")
    .description("write the violations of a run to a baseline, or update an existing one")
    .option("--from <file>", "conformance.json of that run", "payconform-out/conformance.json")
    .requiredOption("--reason <text>", "why new entries are tolerated", reason)
    .requiredOption("--expires <day>", "last day of new entries, YYYY-MM-DD", futureDay)
    .action(async (file: string, options: Omit<BaselineWriteArguments, "file">) =>
      end((await import("./commands/baseline.ts")).baselineWrite({ ...options, file })),
    );

  targetOptions(
    program
      .command("sweep")
      .description("delete what an earlier run created on a target and could not delete"),
  )
    .option("--out <dir>", "output directory of that run", "payconform-out")
    .option("--allow-live-key", "use the live key", false)
    .action(async (options: Omit<SweepArguments, "seed">) =>
      end(await (await import("./commands/sweep.ts")).sweep({ ...options, seed: DEFAULT_SEED })),
    );

  program
    .command("merge <dir...>")
    .description("merge the reports of the shards of a run into one")
    .option("--out <dir>", "output directory of the merged reports", "payconform-out")
    .option("--allow-incomplete", "do not fail the run for rules whose needs are missing", false)
    .option("--gate <file>", GATE)
    .option("--keep-results", KEEP_RESULTS, false)
    .option("--allure-history <file>", ALLURE_HISTORY)
    .option("--document <file>", DOCUMENT)
    .action(async (folders: string[], options: Omit<MergeArguments, "folders">) =>
      end(await (await import("./commands/merge.ts")).merge({ ...options, folders })),
    );

  program
    .command("observations")
    .description("print what a target does where the document is silent, from the reports of a run")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .option("--compare <dir...>", "print how the runs with these two output directories differ")
    .action(async (options: ObservationsArguments) =>
      end((await import("./commands/observations.ts")).observations(options)),
    );

  program
    .command("annotations")
    .description("print the outcome of a run as annotations for a GitHub job")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .action(async (options: { out: string }) =>
      end((await import("./commands/annotations.ts")).annotations(options)),
    );

  targetOptions(
    program
      .command("replay <file>")
      .description(
        "judge one recorded violation again, the recorded case first (default: on the recorded target)",
      ),
  )
    .option("--allow-live-key", "use the live key, for the rules that need one", false)
    .action(async (file: string, options: Omit<ReplayArguments, "file">) =>
      end(await (await import("./commands/replay.ts")).replay({ ...options, file })),
    );

  program
    .command("mutants")
    .description("prove that every check can fail, and that no check fails on a conforming variant")
    .option("--mutant <id...>", "judge only these mutants")
    .option("--area <area...>", "judge only mutants that violate rules of these areas")
    .option("--variant <id...>", "judge only these variants; `all` for all of them")
    .addOption(
      new Option("--list", "list mutants and variants with what each changes; judge nothing").conflicts([
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
    .addOption(new Option("--findings <file>", "write the findings of this part").hideHelp())
    .option("--together", "apply all named variants to one target", false)
    .option("--all-rules", "judge every rule on every mutant (the full matrix)", false)
    .addOption(
      new Option("--shard <i/n>", "judge part i of n, chosen by the hash of the id").argParser(shard),
    )
    .addOption(new Option("--part <i/n>", "the part that one process judges").argParser(shard).hideHelp())
    .action(async (options: MutantArguments) =>
      end(await (await import("./commands/mutants.ts")).mutantsCommand(options)),
    );

  program
    .command("faults")
    .description("inject generic faults into the emulator and report which ones the rules detect")
    .addOption(
      new Option(
        "--side <side>",
        "inject only faults in answers, or only faults in how requests are handled",
      ).choices(["answer", "request"]),
    )
    .option("--operation <id...>", "inject only faults in these operations")
    .option("--operator <name...>", "inject only faults of these operators")
    .option("--sample <n>", "judge only a sample of n faults, chosen by the seed", wholeNumber(1))
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "number of runs of each property", wholeNumber(1), 5)
    .addOption(
      new Option("--shard <i/n>", "judge part i of n, chosen by the hash of the id").argParser(shard),
    )
    .option("--json <file>", "write each fault and its outcome as JSON, while the command runs")
    .option("--resume", "skip faults that the --json file already has", false)
    .option("--every-check", "run all checks on each fault, to find checks that break", false)
    .option("--from <file...>", "read the --json files of earlier runs (all shards) and judge nothing")
    .option("--markdown <file>", "write the page docs/detection-power.md to this file")
    .action(async (options: FaultsArguments) =>
      end(await (await import("./commands/faults.ts")).faults(options)),
    );

  for (const command of [...program.commands, ...baseline.commands]) command.exitOverride();
  return program;
}

const DOCUMENT =
  "your own copy of the interface document (Markdown): report.html quotes what each rule comes from";
const GATE = "rules that must pass: if one does not, a run that would end with 0 ends with 1";
const ALLURE_HISTORY =
  "add this run to the Allure history in this file, and show the earlier ones in the Allure report";
const KEEP_RESULTS =
  "keep allure-results, which the Allure plugins of CI services read (always kept with --shard)";

/** Flags are off by default: help does not repeat it for each. */
const withoutFalse = (description: string): string => description.replace(/ \(default: false\)$/, "");

/** Adds the options that name a target: those of `TargetArguments`. */
function targetOptions(command: Command): Command {
  return command
    .option("--target <url>", "base URL of the payment host", url("--target"))
    .option(
      "--checkout-url <url>",
      "base URL of the checkout host (default: the target)",
      url("--checkout-url"),
    )
    .option("--profile <file>", "profile of the target (default: payconform.yaml, if it exists)");
}
