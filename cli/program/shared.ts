import { type Command, Option } from "commander";
import type { ExitCode } from "../../harness/results.ts";
import { filePath, url } from "./arguments.ts";

/** Makes actions of commands, which are loaded when they run and get the arguments and the options. `end` receives their exit codes. */
export const actions =
  (end: (code: ExitCode) => void) =>
  <Given extends readonly unknown[]>(
    load: () => Promise<(...given: Given) => ExitCode | Promise<ExitCode>>,
  ) =>
  async (...given: unknown[]): Promise<void> => {
    const run = await load();
    // After the arguments and the options, Commander passes the command itself.
    end(await run(...(given.slice(0, -1) as unknown as Given)));
  };

export type Runs = ReturnType<typeof actions>;

export const DOCUMENT = "your copy of the interface document (Markdown), which report.html then quotes";
export const KIND = "only rules of these kinds, separated by commas: passive,trace";
export const LEVEL =
  "only the rules of this level count: core, marketplace, billing or strict (default: that of the profile, `all` without one); rules that it does not have yet are shown apart";
export const GATE = "rules that must pass; if one does not, exit code 0 becomes 1";

/** Adds the options of Allure's report. */
export function allureOptions(command: Command): Command {
  return command
    .option("--no-allure", "skip the Allure report, which takes a few seconds")
    .option("--keep-results", "keep allure-results for the Allure plugins of CI services", false)
    .addOption(
      new Option(
        "--allure-history <file>",
        "file of the Allure history; adds this run, and shows earlier ones in the Allure report",
      )
        .argParser(filePath)
        .conflicts(["shard", "allure"]),
    );
}

/** Adds the options that name a target: those of `TargetArguments`. */
export function targetOptions(command: Command): Command {
  return command
    .option("--target <url>", "base URL of the payment host", url("--target"))
    .option(
      "--checkout-url <url>",
      "base URL of the checkout host (default: the target)",
      url("--checkout-url"),
    )
    .option("--profile <file>", "profile of the target (default: payconform.yaml, if it exists)");
}
