import { Command, CommanderError, Help, Option } from "commander";
import { UsageError } from "../harness/profile/usage-error.ts";
import type { ExitCode } from "../harness/results.ts";
import {
  futureDay,
  hosts,
  networks,
  pointInTime,
  portOf,
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
    .description("Judges implementations of a payment service interface, and includes an emulator of it.")
    .version(SUITE_VERSION)
    .exitOverride()
    .configureOutput({ writeErr: complain })
    .configureHelp({ optionDescription: (option) => withoutFalse(new Help().optionDescription(option)) })
    .showHelpAfterError("(run `payconform --help` for usage)")
    .commandsGroup("Help:")
    .helpCommand("help [command]", "show the help of a command")
    .commandsGroup("Judge a server:");

  targetOptions(
    program
      .command("run")
      .description("judge a target rule by rule (default: the embedded emulator)")
      .optionsGroup("Target:"),
  )
    .option("--allow-live-key", "use the live key for the rules that need one", false)
    .optionsGroup("Rules:")
    .option("--rules <pattern...>", "judge only these rules: ids, ids with *, areas or sections")
    .option(
      "--last-failed",
      "judge only the rules that failed when a run with this --out last judged them",
      false,
    )
    .option("--catalogue <version>", CATALOGUE)
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
      new Option("--watch", "keep running, and judge again on a key or when files under --watch-path change")
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
    .option("--quiet", "print only the result, its causes and what to do first", false)
    .option("--open", "open report.html in the browser at the end; does nothing in CI", false)
    .optionsGroup("Limits:")
    .option("--max-requests <n>", "stop the run after this number of requests", wholeNumber(1))
    .option("--max-duration <s>", "stop the run after this number of seconds", seconds)
    .optionsGroup("Reports:")
    .option("--out <dir>", "output directory of the reports", "payconform-out")
    .option("--no-allure", "skip the Allure report, which takes a few seconds")
    .option("--keep-results", KEEP_RESULTS, false)
    .addOption(new Option("--allure-history <file>", ALLURE_HISTORY).conflicts(["shard", "allure"]))
    .option("--document <file>", DOCUMENT)
    .action(async (options: RunArguments) => end(await (await import("./commands/run.ts")).run(options)));

  program
    .command("emulate")
    .helpGroup(EMULATOR)
    .description("start the emulator and print one line of JSON with its URLs, keys and ids")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option(
      "--port <n>",
      "port of the payment host, or 0 for any free port; the checkout host uses the next one",
      portOf(2),
      0,
    )
    .option("--seed <n>", "seed of the ids, keys and secrets", wholeNumber(0), DEFAULT_SEED)
    .option(
      "--allow-host <name...>",
      "also accept requests with these names in Host or Origin (default: this machine only)",
      hosts,
    )
    .option("--no-control", "do not serve the control protocol and the dashboard")
    .option("--no-dashboard", "do not serve the dashboard")
    .option("--seed-file <file>", "start with the merchants, vendors, customers and sales in this YAML file")
    .option(
      "--now <time>",
      "start the clock at this time, such as 2026-01-31T10:00:00Z (default: the present)",
      pointInTime,
    )
    .addOption(
      new Option("--clock <kind>", "let the clock run, or keep it still until control moves it")
        .choices(["running", "still"])
        .default("running"),
    )
    .option("--state <folder>", "keep the state in this folder, and continue from it at the next start")
    .option("--record-reads", "with --state: also keep reads, which --replay then prints", false)
    .option(
      "--replay <folder>",
      "repeat the commands in a folder of --state, print each answer and event, and exit",
    )
    .addOption(
      new Option(
        "--fsync <when>",
        "with --state: when to flush to disk (default: interval, with which a power loss costs at most a second)",
      ).choices(["always", "interval"]),
    )
    .option(
      "--allow-webhooks-to <host...>",
      "also send webhooks to these names, addresses or networks, such as 10.0.0.0/8 (default: this machine only)",
      networks,
    )
    .option("--mutant <id>", "break one documented rule (see `payconform mutants --list`)")
    .option("--variant <id...>", "decide open points of the document differently")
    .option(
      "--fault <fault...>",
      "disturb requests and events: EFFECT[:OPERATION or EVENT][:times=N][:rate=R][:status=S][:ms=N], such as lose-answer:createDisbursement:times=1 or repeat-event:rate=0.3",
    )
    .option(
      "--sign-webhooks",
      "sign webhooks as Standard Webhooks does (HMAC-SHA256); control returns the secrets",
      false,
    )
    .option("--log", "print a line on standard error for each request and each delivery", false)
    .action(async (options: EmulateArguments) =>
      end(await (await import("./commands/emulate.ts")).emulate(options)),
    );

  program
    .command("listen")
    .helpGroup(EMULATOR)
    .description("receive the emulator's events, print a line for each, and forward them to your server")
    .option("--forward-to <url>", "URL to post the events to, unchanged", (text) => {
      url("--forward-to")(text);
      return text;
    })
    .option("--events <type...>", "only these events (default: all)")
    .option(
      "--control-url <url>",
      "control URL of the emulator, as `emulate` prints it",
      url("--control-url"),
      "http://127.0.0.1:4010/control",
    )
    .option("--account <id>", "merchant whose events to receive (default: the first)")
    .option("--no-register", "register nothing; print the URL, to register it at another server")
    .option("--host <host>", "address to receive on", "127.0.0.1")
    .option("--port <n>", "port to receive on, or 0 for any free port", portOf(1), 0)
    .option("--replay <event...>", "forward past events with these ids, and exit")
    .action(async (options: ListenArguments) =>
      end(await (await import("./commands/listen.ts")).listen(options)),
    );

  program
    .command("rules [pattern...]")
    .description("list the rules")
    .option("--catalogue <version>", CATALOGUE)
    .option("--json", "print JSON", false)
    .action(async (patterns: string[], options: { json: boolean; catalogue?: string }) =>
      end(await (await import("./commands/rules.ts")).rules({ patterns, ...options })),
    );

  program
    .command("explain <name>")
    .description("explain a rule, a need (how to supply it), or an open point (what is accepted)")
    .action(async (id: string) => end(await (await import("./commands/explain.ts")).explain(id)));

  targetOptions(program.command("doctor").description("check a target and its profile before a run"))
    .option("--allow-live-key", "also try the live key on the target", false)
    .option("--probe-events", "create one test subscription and wait for its event", false)
    .option("--seed <n>", "seed of all generated values", wholeNumber(0), DEFAULT_SEED)
    .option(
      "--runs <n>",
      "number of runs of each property, for the estimate of requests",
      wholeNumber(1),
      DEFAULT_RUNS,
    )
    .action(async (options: DoctorArguments) =>
      end(await (await import("./commands/doctor.ts")).doctor(options)),
    );

  program
    .command("init")
    .description("write a commented profile; with --target, fill it in by trying the server")
    .option("--out <file>", "file to write (default: payconform.yaml)")
    .option("--target <url>", "base URL of the payment host", url("--target"))
    .option("--checkout-url <url>", "base URL of the checkout host", url("--checkout-url"))
    .option(
      "--answers <file>",
      "file of answers, in the form of a profile, instead of questions in the terminal",
    )
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

  targetOptions(program.command("sweep").description("delete objects that an earlier run left on a target"))
    .option("--out <dir>", "output directory of that run", "payconform-out")
    .option("--allow-live-key", "use the live key", false)
    .action(async (options: Omit<SweepArguments, "seed">) =>
      end(await (await import("./commands/sweep.ts")).sweep({ ...options, seed: DEFAULT_SEED })),
    );

  program
    .command("merge <dir...>")
    .description("merge the reports of the shards of a run")
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
    .description("print what the target of a run does where the document is silent")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .option("--compare <dir...>", "print the differences between the runs in these two output directories")
    .action(async (options: ObservationsArguments) =>
      end((await import("./commands/observations.ts")).observations(options)),
    );

  program
    .command("annotations")
    .description("print the result of a run as GitHub annotations")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .action(async (options: { out: string }) =>
      end((await import("./commands/annotations.ts")).annotations(options)),
    );

  targetOptions(
    program
      .command("replay <file>")
      .description("reproduce a violation (default: on the target where it occurred)"),
  )
    .option("--allow-live-key", "use the live key, for the rules that need one", false)
    .action(async (file: string, options: Omit<ReplayArguments, "file">) =>
      end(await (await import("./commands/replay.ts")).replay({ ...options, file })),
    );

  program
    .command("mutants")
    .helpGroup(TRUST)
    .description("prove that every check can fail, and that no conforming variant violates a rule")
    .option("--mutant <id...>", "judge only these mutants")
    .option("--area <area...>", "judge only mutants that violate rules of these areas")
    .option("--variant <id...>", "judge only these variants; `all` judges all of them")
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
    .helpGroup(TRUST)
    .description("inject generic faults into the emulator and report which ones the rules detect")
    .addOption(
      new Option(
        "--side <side>",
        "inject only faults in responses, or only faults in how requests are handled",
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

  for (const command of [...program.commands, ...baseline.commands])
    command
      .exitOverride()
      .showHelpAfterError(`(run \`payconform ${nameOf(command)} --help\` for usage)`)
      .configureOutput({ outputError: (text, write) => write(withoutArguments(command, text)) });
  program.addHelpText("after", `\n${EXAMPLES}`);
  return program;
}

const nameOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${command.parent.name()} ${command.name()}`;

/** Commander counts arguments where none is taken; the argument itself may be a secret and is not repeated. */
const withoutArguments = (command: Command, text: string): string =>
  text.startsWith("error: too many arguments") && command.registeredArguments.length === 0
    ? `error: '${nameOf(command)}' takes no arguments${command.name() === "run" ? "; to choose rules, use --rules" : ""}\n`
    : text;

const EMULATOR = "Use the emulator:";
const TRUST = "Check the suite itself:";
const EXAMPLES = `Examples:
  payconform run                                    judge the emulator
  payconform run --target http://127.0.0.1:8080     judge your server; the key is in PAYCONFORM_KEY
  payconform init --target http://127.0.0.1:8080    describe your server in payconform.yaml
  payconform run --rules reversals 4.1 --watch      judge an area and a section again on each key
  payconform emulate --port 4010                    start the emulator`;

const CATALOGUE = "use the rules of this version of the catalogue, without those added later";
const DOCUMENT = "your copy of the interface document (Markdown), which report.html then quotes";
const GATE = "rules that must pass; if one does not, exit code 0 becomes 1";
const ALLURE_HISTORY =
  "file of the Allure history; adds this run, and shows earlier ones in the Allure report";
const KEEP_RESULTS = "keep allure-results for the Allure plugins of CI services (always kept with --shard)";

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
