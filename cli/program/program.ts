import { traceOf } from "../../harness/plain.ts";
import { Command, CommanderError, Help } from "commander";
import { UnreachableError, UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { OutputError } from "../../reports/output/output-folder.ts";
import { ReportError } from "../../reports/output/shutdown.ts";
import { complain, forgetSecrets, warn } from "../terminal/output.ts";
import { addEmulatorCommands } from "./emulator.ts";
import { addJudgingCommands } from "./judging.ts";
import { addRun } from "./run.ts";
import { actions } from "./shared.ts";
import { addTrafficCommands } from "./traffic.ts";
import type { Host } from "../runner/threads.ts";
import { addSelfChecks } from "./self-checks.ts";
import { SUITE_VERSION } from "../package/own-package.ts";

/** Runs one command. A mistake of the user is reported in one line on standard error, with exit code 2. */
export async function runCommandLine(argv: readonly string[], host?: Host): Promise<ExitCode> {
  forgetSecrets();
  let exitCode: ExitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  }, host);
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof OutputError || error instanceof ReportError) {
      warn(error.message);
      return 4;
    }
    if (error instanceof UsageError || error instanceof UnreachableError) {
      warn(error.message);
      return error instanceof UsageError ? 2 : 3;
    }
    warn(`internal error: ${traceOf(error)}`);
    return 4;
  }
}

/** The command line; `end` receives the exit code of the command. @internal */
export function createProgram(end: (code: ExitCode) => void, host?: Host): Command {
  const runs = actions(end);
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

  addRun(program, runs, host);
  addTrafficCommands(program, runs);
  addEmulatorCommands(program, runs);
  addJudgingCommands(program, runs, host);
  addSelfChecks(program, runs);

  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    command
      .exitOverride()
      .showHelpAfterError(`(run \`payconform ${nameOf(command)} --help\` for usage)`)
      .configureOutput({ outputError: (text, write) => write(complaintOf(command, text)) });
  program.addHelpText("after", `\n${EXAMPLES}`);
  return program;
}

const nameOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${command.parent.name()} ${command.name()}`;

/** Replaces Commander's message for a removed flag, and for a command without arguments: it does not repeat the argument, a secret perhaps. */
const complaintOf = (command: Command, text: string): string =>
  text.startsWith("error: too many arguments") && command.registeredArguments.length === 0
    ? `error: '${nameOf(command)}' takes no arguments${command.name() === "run" ? "; to choose rules, use --rules" : ""}\n`
    : withReplacement(nameOf(command), text);

const EXAMPLES = `Examples:
  payconform run                                    judge the emulator
  payconform run --target http://127.0.0.1:8080     judge your server; the key is in PAYCONFORM_KEY
  payconform init --target http://127.0.0.1:8080    describe your server in payconform.yaml
  payconform run --rules reversals 4.1 --watch      judge an area and a section again on enter
  payconform emulate --port 4010                    start the emulator`;

/** Flags are off by default, so the help does not state this for each. */
const withoutFalse = (description: string): string => description.replace(/ \(default: false\)$/, "");

/** What to use instead of a flag that no longer exists. Of some commands only: `command --flag`. */
const REPLACED: Readonly<Record<string, string>> = {
  "emulate --record-reads": "--log prints each request, and GET /control/requests lists them",
  "emulate --replay":
    "`payconform snapshot export` saves the state before your requests, and `payconform snapshot import` continues from it",
  "emulate --fsync": "--state writes each change before it is acknowledged",
  "--catalogue": "a run judges the rules of the installed release; install the release whose rules you want",
  "init --answers":
    "a profile may lack everything but the URL; give yours as --profile, and the file to write as --out",
  "faults --side": "name operators with --operator",
  "faults --resume": "divide the run with --shard, and merge the parts with --from",
  "faults --every-check": "`npm test` proves that no answer of a target breaks a check",
  "observations --compare": "`payconform compare A B` lists the open points that are decided differently",
  "doctor --runs": "doctor no longer estimates requests; give --runs to run",
};

/** What Commander says of an unknown flag, with what replaces the flag if it was removed. */
function withReplacement(command: string, text: string): string {
  const [, flag = ""] = /^error: unknown option '(--[\w-]+)/.exec(text) ?? [];
  const instead = REPLACED[`${command} ${flag}`] ?? REPLACED[flag];
  return instead === undefined ? text : `error: ${flag} was removed: ${instead}\n`;
}
