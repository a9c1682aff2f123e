import type { TestProject } from "vitest/node";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { proofsByRule } from "../../spec/index.ts";
import { beginOutput, endOutput, outputFolder } from "../out-folder.ts";
import { reportStream } from "../output.ts";
import { plainReports } from "../plain-reports.ts";
import { catalogueFacts } from "../report-facts.ts";
import { findTarget } from "../targets/find.ts";
import { collect, onChannel } from "./collect.ts";
import { configOf } from "./config.ts";
import { runArgumentsOf } from "./environment.ts";

/** Lets vitest itself run the rules (`npx vitest run --project conformance`); the environment configures it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await judged(project);
  } catch (error) {
    // A mistake of the user needs no stack trace.
    if (error instanceof UsageError) error.stack = `payconform: ${error.message}`;
    throw error;
  }
}

async function judged(project: TestProject): Promise<() => Promise<void>> {
  const options = runArgumentsOf(process.env);
  const folder = outputFolder(options.out, { flag: "PAYCONFORM_OUT" });
  const found = await findTarget(options);
  if ("unreachable" in found) {
    folder.retire();
    throw new UsageError(found.unreachable);
  }
  const { target } = found;
  const config = configOf(target, {
    seed: options.seed,
    runs: options.runs,
    patterns: options.rules ?? [],
    replayTemplate: `payconform run --rules ID --seed ${options.seed}`,
  });
  beginOutput(folder);
  project.provide("payconform", config);
  const reporters = plainReports(folder, { stream: reportStream, facts: catalogueFacts() });
  let interrupt = (): void => undefined;
  const collector = collect({
    config,
    profile: target.profile,
    embedded: target.embedded,
    allowIncomplete: false,
    reporter: reporters,
    onInterrupt: () => interrupt(),
  });
  const channel = onChannel(config.channel, collector.receive);
  interrupt = channel.interrupt;
  return async () => {
    channel.close();
    const result = await collector.finish(proofsByRule());
    await reporters.finish(result);
    await target.close();
    endOutput(folder);
    if (result.exitCode !== 0) process.exitCode = result.exitCode;
  };
}
