import { type Command, Option } from "commander";
import { messageOf } from "../../harness/plain.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { filePath, hosts, networks, pointInTime, portOf, duration, url, wholeNumber } from "./arguments.ts";
import { DEFAULT_SEED } from "../runner/run-config.ts";
import type { Runs } from "./shared.ts";

const GROUP = "Use the emulator:";

const controlUrl = (): Option =>
  new Option("--control-url <url>", "control URL of the emulator, as `emulate` prints it")
    .argParser(url("--control-url"))
    .default("http://127.0.0.1:4010/control");

/** Adds the commands that use the emulator. */
export function addEmulatorCommands(program: Command, runs: Runs): void {
  const emulate = program
    .command("emulate")
    .helpGroup(GROUP)
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
    .option("--import <file>", "start from the snapshot in this file (see `payconform snapshot`)", filePath)
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
      "--magic",
      "let some phone numbers and amounts decide how payments, payouts and renewals end",
      false,
    )
    .option(
      "--sign-webhooks",
      "sign webhooks as Standard Webhooks does (HMAC-SHA256); control returns the secrets",
      false,
    )
    .option(
      "--https [folder]",
      "serve HTTPS, with a certificate of a local authority in this folder (default: ~/.payconform)",
      (text) => ["1", "true"].includes(text) || text,
    )
    .option(
      "--ready-file <file>",
      "write the line of JSON to this file when requests are answered; removed at the end",
      filePath,
    )
    .option(
      "--until-stdin-ends",
      "stop when standard input ends, as it does when the process that started the emulator is killed",
      false,
    )
    .option("--log", "print a line on standard error for each request and each delivery", false)
    .action(runs(async () => (await import("../commands/emulate.ts")).emulate));
  fromVariables(emulate, "PAYCONFORM_EMULATE_");

  program
    .command("listen")
    .helpGroup(GROUP)
    .description("receive the emulator's events, print a line for each, and forward them to your server")
    .option("--forward-to <url>", "URL to post the events to, unchanged", (text) => {
      url("--forward-to")(text);
      return text;
    })
    .option("--events <type...>", "only these events (default: all)")
    .addOption(controlUrl())
    .option("--account <id>", "merchant whose events to receive (default: the first)")
    .option("--no-register", "register nothing; print the URL, to register it at another server")
    .option("--host <host>", "address to receive on", "127.0.0.1")
    .option("--port <n>", "port to receive on, or 0 for any free port", portOf(1), 0)
    .addOption(
      new Option(
        "--state <file>",
        "keep the position in the merchant's events in this file, and continue from it",
      )
        .argParser(filePath)
        .conflicts(["replay", "register"]),
    )
    .addOption(
      new Option("--since <time>", "begin with the events of this time, such as 30s, 10m or 2h")
        .argParser(duration())
        .conflicts(["replay", "register"]),
    )
    .addOption(
      new Option(
        "--from <position>",
        "begin after this position of the merchant's events; start is the first event",
      )
        .argParser((text) => (text.toLowerCase() === "start" ? 0 : wholeNumber(0)(text)))
        .conflicts(["replay", "register", "since"]),
    )
    .option("--replay <event...>", "forward past events with these ids, and exit")
    .action(runs(async () => (await import("../commands/listen.ts")).listen));

  program
    .command("trigger [event]")
    .helpGroup(GROUP)
    .description(
      "cause an event at a running emulator, and show the requests as curl and where it was delivered",
    )
    .option("--list", "list the events, with the steps to each", false)
    .option("--dry-run", "only print the requests; they run in a shell", false)
    .option("--subscription <id>", "cause it for this subscription (default: a new one)")
    .option("--vendor <acct>", "cause it for this vendor (default: a new one)")
    .addOption(controlUrl())
    .option("--account <id>", "merchant for which to cause it (default: the first)")
    .action(runs(async () => (await import("../commands/trigger.ts")).trigger));

  program
    .command("redeliver [endpoint]")
    .helpGroup(GROUP)
    .description(
      "deliver everything again that did not arrive at the webhook endpoints, or at one, by its id or URL",
    )
    .addOption(controlUrl())
    .option("--account <id>", "merchant or vendor of the endpoints (default: the first merchant)")
    .action(runs(async () => (await import("../commands/redeliver.ts")).redeliver));

  const snapshot = program
    .command("snapshot")
    .helpGroup(GROUP)
    .description(
      "save the state of an emulator in a file, or let a running emulator continue from such a file",
    );
  snapshot
    .command("export <file>")
    .description("save the state in a file, for example to attach it to a bug report")
    .addOption(controlUrl())
    .addOption(
      new Option(
        "--state <folder>",
        "the state in this folder, which no emulator is using (default: that of a running emulator)",
      ).conflicts("controlUrl"),
    )
    .action(runs(async () => (await import("../commands/snapshot.ts")).exportSnapshot));
  snapshot
    .command("import <file>")
    .description("continue from the state in a file")
    .addOption(controlUrl())
    .action(runs(async () => (await import("../commands/snapshot.ts")).importSnapshot));
}

/** Reads each flag that is not given from a variable: `--ready-file` from `PREFIX` and `READY_FILE`. */
function fromVariables(command: Command, prefix: string): void {
  const nameOf = ({ long = "" }: Option): string =>
    `${prefix}${long.slice(2).replaceAll("-", "_").toUpperCase()}`;
  command.addHelpText(
    "after",
    `\nEach flag can also be given as a variable: --ready-file as ${prefix}READY_FILE.`,
  );
  // Commander's own variables are enabled by any value, also by `false`, and take one value each.
  command.hook("preAction", () => {
    for (const option of command.options) {
      const text = process.env[nameOf(option)];
      const key = option.attributeName();
      if (text === undefined || command.getOptionValueSource(key) === "cli") continue;
      const isSwitch = !option.required && !option.optional;
      if (!option.required && ["", "0", "false"].includes(text)) continue;
      try {
        command.setOptionValueWithSource(key, isSwitch ? !option.negate : valueOf(option, text), "env");
      } catch (error) {
        throw new UsageError(`${nameOf(option)}: ${messageOf(error)}`);
      }
    }
  });
}

/** The value of an option in a text; several values are separated by spaces or commas. */
function valueOf({ variadic, parseArg }: Option, text: string): unknown {
  const words = variadic ? text.split(/[\s,]+/).filter((word) => word !== "") : [text];
  if (parseArg === undefined) return variadic ? words : text;
  return words.reduce<unknown>((before, word) => parseArg(word, before), undefined);
}
