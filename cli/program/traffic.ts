import type { Command } from "commander";
import type { JudgeArguments } from "../commands/judge.ts";
import { allureOptions, DOCUMENT, type End, GATE, targetOptions } from "./shared.ts";

/** Adds the commands that judge traffic which the suite does not make. */
export function addTrafficCommands(program: Command, end: End): void {
  trafficReportOptions(
    targetOptions(
      program
        .command("judge <file...>")
        .description("judge recorded traffic: HAR, or JSON with one exchange a line")
        .optionsGroup("Target:"),
    ),
  ).action(async (files: string[], options: Omit<JudgeArguments, "files">) =>
    end(await (await import("../commands/judge.ts")).judge({ ...options, files })),
  );
}

/** Adds the options of `TrafficReportArguments`. */
export function trafficReportOptions(command: Command): Command {
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
