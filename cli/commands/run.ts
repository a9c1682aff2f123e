import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadBaseline } from "../../harness/baseline/baseline.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { prepareAllureResults } from "../../reports/allure.ts";
import { createReporters } from "../../reports/index.ts";
import { catalogue } from "../../spec/index.ts";
import { openJournal } from "../leaks/journal.ts";
import { madeFolder } from "../out-folder.ts";
import type { RunArguments } from "../program.ts";
import { quoted, recordViolations } from "../replay/replay-file.ts";
import { judge } from "../runner/judge.ts";
import { onInterrupt } from "../runner/on-interrupt.ts";
import { findTarget } from "../target/find.ts";
import type { Target } from "../target/target.ts";
import { rulesMeantBy } from "./rules.ts";

/** Judges a target and writes the reports. */
export async function run(options: RunArguments): Promise<ExitCode> {
  rulesMeantBy(options.rules ?? [], options.catalogue);
  if (options.baseline !== undefined) loadBaseline(options.baseline);
  const found = await findTarget(options);
  if ("unreachable" in found) {
    process.stderr.write(`payconform: ${found.unreachable}\n`);
    return 3;
  }
  const { target } = found;
  try {
    if (options.dryRun) {
      const { printPlan } = await import("./dry-run.ts");
      return await printPlan({ target, options });
    }
    return (await judgeAndReport({ target, options })).exitCode;
  } finally {
    await target.close();
  }
}

async function judgeAndReport(context: { target: Target; options: RunArguments }): Promise<RunResult> {
  const { target, options } = context;
  const outDir = madeFolder(options.out);
  const allureResults = join(outDir, "allure-results");
  if (options.allure) await prepareAllureResults(allureResults);
  // An earlier run's report beside this one's outcome would be taken for this run's.
  else
    for (const name of ["allure-results", "allure-report"])
      rmSync(join(outDir, name), { recursive: true, force: true });
  const reporters = createReporters({
    outDir,
    stream: process.stdout,
    isTTY: process.stdout.isTTY === true,
    ci: process.env["CI"] !== undefined && process.env["CI"] !== "" && process.env["CI"] !== "false",
    catalogue: catalogue.map((rule) => rule.id),
    allure: options.allure,
  });
  // What an embedded emulator is left with goes when it goes.
  const journal = target.embedded ? null : openJournal({ outDir, target: target.profile.target.baseUrl });
  const flags = flagsOf(options);
  const judged = await judge({
    target,
    seed: options.seed,
    runs: options.runs,
    patterns: options.rules ?? [],
    catalogue: options.catalogue,
    shard: options.shard,
    allowIncomplete: options.allowIncomplete,
    maxRequests: options.maxRequests,
    maxDuration: options.maxDuration,
    baseline: options.baseline === undefined ? undefined : loadBaseline(options.baseline),
    replayTemplate: [
      "payconform run --rules ID",
      `--seed ${options.seed}`,
      ...targetFlags(options),
      ...flags,
    ].join(" "),
    reporter: reporters,
    journal: journal?.write,
    allureResults: options.allure ? allureResults : undefined,
    interruptible: onInterrupt,
  });
  journal?.close();
  const { runs, out: shownOut } = options;
  const result = await recordViolations(judged, { outDir, shownOut, runs, embedded: target.embedded, flags });
  await reporters.finish(target.embedded ? { ...result, leftovers: [] } : result);
  return result;
}

function targetFlags(options: RunArguments): readonly string[] {
  return [
    ...(options.target === undefined ? [] : [`--target ${quoted(options.target)}`]),
    ...(options.checkoutUrl === undefined ? [] : [`--checkout-url ${quoted(options.checkoutUrl)}`]),
  ];
}

/** What judging one rule again takes over from this run, beside the target. */
function flagsOf(options: RunArguments): readonly string[] {
  return [
    ...(options.profile === undefined ? [] : [`--profile ${quoted(options.profile)}`]),
    ...(options.allowLiveKey ? ["--allow-live-key"] : []),
  ];
}
