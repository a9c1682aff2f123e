import { type Command, Option } from "commander";
import { DEFAULT_SEED } from "../runner/run-config.ts";
import { duration, portOf, url, wholeNumber } from "./arguments.ts";
import { allureOptions, DOCUMENT, GATE, type Runs, targetOptions } from "./shared.ts";

/** Adds the commands that judge traffic by the rules that need no check. */
export function addTrafficCommands(program: Command, runs: Runs): void {
  trafficReportOptions(
    targetOptions(
      program
        .command("judge <file...>")
        .description("judge recorded traffic: HAR, or JSON with one exchange a line")
        .optionsGroup("Target:"),
    ),
  ).action(runs(async () => (await import("../commands/judge.ts")).judge));

  const proxy = targetOptions(
    program
      .command("proxy")
      .description("pass the requests of your own tests on to your server, and judge them")
      .optionsGroup("Target:"),
  )
    .optionsGroup("Addresses:")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--port <n>", "port for the payment host, or 0 for any free port", portOf(1), 4100)
    .option("--checkout-port <n>", "port for the checkout host, if it has one (default: the next)", portOf(1))
    .option("--control-port <n>", "port for control, if it has one (default: the next)", portOf(1))
    .option("--webhook-port <n>", "port for the webhooks of your server", portOf(1))
    .option(
      "--webhook-to <url>",
      "URL that webhooks are passed on to, in front of their paths",
      url("--webhook-to"),
    );
  trafficReportOptions(proxy)
    .optionsGroup("Exit code:")
    .addOption(
      new Option(
        "--fail-on <verdict>",
        "end as `run` does, with 1 if a rule is violated (default: with 0)",
      ).choices(["violated"]),
    )
    .action(runs(async () => (await import("../commands/proxy.ts")).proxy));

  trafficReportOptions(
    targetOptions(
      program
        .command("explore")
        .description("send a target what nobody thought of, and judge it (default: the embedded emulator)")
        .optionsGroup("Target:"),
    )
      .option("--allow-live-key", "use the live key, too", false)
      .optionsGroup("Limits:")
      .option("--for <time>", "how long to explore: seconds, or with a unit, such as 10m", duration("s"))
      .option("--requests <n>", "how many requests to send", wholeNumber(1))
      .option("--seed <n>", "seed of all that is drawn", wholeNumber(0), DEFAULT_SEED),
  ).action(runs(async () => (await import("../commands/explore.ts")).explore));
}

/** Adds the options of `TrafficReportArguments`. */
function trafficReportOptions(command: Command): Command {
  return allureOptions(
    command
      .optionsGroup("Rules:")
      .option(
        "--rules <pattern...>",
        "judge only these rules: ids, ids with *, areas or sections; a ! before a pattern excludes its rules",
      )
      .optionsGroup("Exit code:")
      .option("--baseline <file>", "known violations, which do not count; stale entries do")
      .option("--gate <file>", GATE)
      .optionsGroup("Reports:")
      .option("--quiet", "print only the result, its causes, and what changed since the last one", false)
      .option("--out <dir>", "output directory of the reports", "payconform-out")
      .option("--document <file>", DOCUMENT),
  );
}
