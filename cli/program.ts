import { Command, CommanderError, Option } from "commander";
import { UsageError } from "../harness/profile/load.ts";
import type { ExitCode } from "../harness/results.ts";
import {
  dayToCome,
  hosts,
  networks,
  portOfTwo,
  seconds,
  shard,
  url,
  wholeNumber,
  words,
} from "./arguments.ts";
import type { BaselineWriteArguments } from "./commands/baseline.ts";
import type { DoctorArguments } from "./commands/doctor.ts";
import type { EmulateArguments } from "./commands/emulate.ts";
import type { FaultsArguments } from "./commands/faults.ts";
import type { InitArguments } from "./commands/init.ts";
import type { MergeArguments } from "./commands/merge.ts";
import type { ReplayArguments } from "./commands/replay.ts";
import type { SweepArguments } from "./commands/sweep.ts";
import type { MutantArguments } from "./mutants/arguments.ts";
import type { RunArguments } from "./runner/arguments.ts";
import { ReportError } from "../reports/index.ts";
import { OutputError } from "../reports/output-folder.ts";
import { complain, warn } from "./output.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "./run-config.ts";
import { SUITE_VERSION } from "./version.ts";

/** Runs one command. Every mistake of the user's is one line on standard error and exit code 2. */
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
    warn(
      `the suite itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return 4;
  }
}

/** The command line; `end` is told how a command ended. */
export function createProgram(end: (code: ExitCode) => void): Command {
  const program = new Command("payconform")
    .description("Conformance suite for a payment service interface, with an emulator of it.")
    .version(SUITE_VERSION)
    .exitOverride()
    .configureOutput({ writeErr: complain })
    .showHelpAfterError("(payconform --help tells what is allowed)");

  targetOptions(
    program.command("run").description("judge a target rule by rule; without --target the embedded emulator"),
  )
    .option("--rules <pattern...>", "only these rules: ids, areas, sections, or ids with *")
    .option("--catalogue <version>", "leave out rules that came after this version of the catalogue")
    .option("--seed <n>", "seed of everything that is generated", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "runs of a property", wholeNumber(1), DEFAULT_RUNS)
    .addOption(new Option("--shard <i/n>", "judge one of n parts of the catalogue").argParser(shard))
    .option("--out <dir>", "where reports are written", "payconform-out")
    .option("--allow-incomplete", "rules whose needs are missing do not change the exit code", false)
    .option("--allow-live-key", "admit the live key, for the rules that need one", false)
    .option("--baseline <file>", "violations that are known: they do not count, stale entries do")
    .option(
      "--dry-run",
      "print the plan: what is judged, what is not and why, how many requests, what moves money",
      false,
    )
    .option("--max-requests <n>", "end the run after so many requests", wholeNumber(1))
    .option("--max-duration <s>", "end the run after so many seconds", seconds)
    .option("--no-allure", "leave out Allure's report, which takes seconds")
    .action(async (options: RunArguments) => end(await (await import("./commands/run.ts")).run(options)));

  program
    .command("emulate")
    .description("start the emulator; one JSON line tells its URLs, keys and ids")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option(
      "--port <n>",
      "port of the payment host, 0 for any; the checkout host takes the next one",
      portOfTwo,
      0,
    )
    .option("--seed <n>", "seed of ids and secrets", wholeNumber(0), DEFAULT_SEED)
    .option(
      "--allow-host <name...>",
      "answer requests for these hosts, and pages of theirs, beside those for this machine",
      hosts,
    )
    .option("--no-control", "leave out the control protocol")
    .option(
      "--allow-webhooks-to <host...>",
      "send webhooks to these names, addresses or networks (10.0.0.0/8), beside this machine",
      networks,
    )
    .option("--mutant <id>", "break one documented rule")
    .option("--variant <id...>", "choose otherwise at open points")
    .action(async (options: EmulateArguments) =>
      end(await (await import("./commands/emulate.ts")).emulate(options)),
    );

  program
    .command("rules [pattern...]")
    .description("list the rule catalogue")
    .option("--catalogue <version>", "leave out rules that came after this version of the catalogue")
    .option("--json", "as JSON", false)
    .action(async (patterns: string[], options: { json: boolean; catalogue?: string }) =>
      end(await (await import("./commands/rules.ts")).rules({ patterns, ...options })),
    );

  program
    .command("explain <rule>")
    .description("what a rule says, how it is judged, what it needs; or what a need is, and how to supply it")
    .action(async (id: string) => end(await (await import("./commands/explain.ts")).explain(id)));

  targetOptions(
    program
      .command("doctor")
      .description("look at a target before any rule: hosts, keys, clock, events, needs, requests, money"),
  )
    .option("--allow-live-key", "show the live key to the target, too", false)
    .option("--probe-events", "make one test subscription and wait for its event", false)
    .option("--seed <n>", "seed of everything that is generated", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "runs of a property, for the number of requests", wholeNumber(1), DEFAULT_RUNS)
    .action(async (options: DoctorArguments) =>
      end(await (await import("./commands/doctor.ts")).doctor(options)),
    );

  program
    .command("init")
    .description("write a commented profile")
    .option("--out <file>", "where (default: payconform.yaml)")
    .option("--target <url>", "base URL of the payment host", url("--target"))
    .option("--checkout-url <url>", "base URL of the checkout host", url("--checkout-url"))
    .action(async (options: InitArguments) => end((await import("./commands/init.ts")).init(options)));

  const baseline = program.command("baseline").description("known violations");
  baseline
    .command("write <file>")
    .description("write the violations of a run into a baseline; an existing one is brought up to date")
    .option("--from <file>", "conformance.json of the run", "payconform-out/conformance.json")
    .requiredOption("--reason <text>", "why new entries are tolerated", words)
    .requiredOption("--expires <day>", "last day of new entries, YYYY-MM-DD", dayToCome)
    .action(async (file: string, options: Omit<BaselineWriteArguments, "file">) =>
      end((await import("./commands/baseline.ts")).baselineWrite({ ...options, file })),
    );

  targetOptions(program.command("sweep").description("delete what an earlier run left on a target"))
    .option("--out <dir>", "output directory of that run", "payconform-out")
    .option("--allow-live-key", "admit the live key", false)
    .action(async (options: Omit<SweepArguments, "seed">) =>
      end(await (await import("./commands/sweep.ts")).sweep({ ...options, seed: DEFAULT_SEED })),
    );

  program
    .command("merge <dir...>")
    .description("make one set of reports of the shards of a run")
    .option("--out <dir>", "where it is written", "payconform-out")
    .option("--allow-incomplete", "rules whose needs are missing do not change the exit code", false)
    .action(async (folders: string[], options: Omit<MergeArguments, "folders">) =>
      end(await (await import("./commands/merge.ts")).merge({ ...options, folders })),
    );

  program
    .command("annotations")
    .description("print the outcome of a run as annotations of a GitHub job")
    .option("--out <dir>", "output directory of the run", "payconform-out")
    .action(async (options: { out: string }) =>
      end((await import("./commands/annotations.ts")).annotations(options)),
    );

  targetOptions(
    program
      .command("replay <file>")
      .description(
        "judge one recorded violation again, alone, with the recorded case first; on the recorded target, without --target",
      ),
  )
    .option("--allow-live-key", "admit the live key, for the rules that need one", false)
    .action(async (file: string, options: Omit<ReplayArguments, "file">) =>
      end(await (await import("./commands/replay.ts")).replay({ ...options, file })),
    );

  program
    .command("mutants")
    .description("prove that every check can fail, and that none accuses a conforming variant")
    .option("--mutant <id...>", "only these mutants")
    .option("--area <area...>", "only mutants that rules of these areas kill")
    .option("--variant <id...>", "only these variants; all: every one, as the gate judges them")
    .addOption(
      new Option("--list", "judge nothing: name them, and say what each of them does").conflicts([
        ...["from", "markdown", "shard", "together"],
      ]),
    )
    .option("--seed <n>", "seed", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "runs of a property", wholeNumber(1), DEFAULT_RUNS)
    .option("--seeds <n>", "judge variants with so many seeds", wholeNumber(1), 1)
    .option("--workers <n>", "processes to share the work", wholeNumber(1), 2)
    .option("--json <file>", "write the matrix, or the list, as JSON")
    .option("--from <file...>", "judge nothing: take what earlier runs wrote with --json, shards as one")
    .option("--markdown <file>", "write the page on the kill matrix")
    .option("--quiet", "only tell what is wrong, and the outcome", false)
    .addOption(new Option("--findings <file>", "write what this shard found").hideHelp())
    .option("--together", "judge the named variants as one target", false)
    .option("--all-rules", "judge every rule on every mutant: the full matrix", false)
    .addOption(new Option("--shard <i/n>", "one of n parts, by the hash of the id").argParser(shard))
    .addOption(new Option("--part <i/n>", "what one process judges").argParser(shard).hideHelp())
    .action(async (options: MutantArguments) =>
      end(await (await import("./commands/mutants.ts")).mutantsCommand(options)),
    );

  program
    .command("faults")
    .description("make the emulator wrong in every generic way, and tell what the rules notice")
    .addOption(
      new Option("--side <side>", "only spoiled answers, or only wrong dealings with requests").choices([
        "answer",
        "request",
      ]),
    )
    .option("--operation <id...>", "only faults of these operations")
    .option("--operator <name...>", "only these operators")
    .option("--sample <n>", "judge only so many faults, chosen by the seed", wholeNumber(1))
    .option("--seed <n>", "seed", wholeNumber(0), DEFAULT_SEED)
    .option("--runs <n>", "runs of a property", wholeNumber(1), 5)
    .addOption(new Option("--shard <i/n>", "one of n parts, by the hash of the id").argParser(shard))
    .option("--json <file>", "write every fault and what became of it, as soon as it is known")
    .option("--resume", "judge only what the file of --json does not have yet", false)
    .option("--every-check", "judge all checks on each fault: none may break on it", false)
    .option("--from <file...>", "judge nothing: take what earlier runs wrote with --json")
    .option("--markdown <file>", "write the page on detection power")
    .action(async (options: FaultsArguments) =>
      end(await (await import("./commands/faults.ts")).faults(options)),
    );

  for (const command of [...program.commands, ...baseline.commands]) command.exitOverride();
  return program;
}

/** Adds the options that name a target: those of `TargetArguments`. */
function targetOptions(command: Command): Command {
  return command
    .option("--target <url>", "base URL of the payment host", url("--target"))
    .option(
      "--checkout-url <url>",
      "base URL of the checkout host (default: the target)",
      url("--checkout-url"),
    )
    .option("--profile <file>", "description of the target (default: payconform.yaml, if there is one)");
}
