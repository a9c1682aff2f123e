import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { CATALOGUE_VERSION } from "../../harness/catalogue.ts";
import { createReporters } from "../../reports/index.ts";
import { catalogue } from "../../spec/index.ts";
import { proofsByRule } from "../mutants/proofs.ts";
import type { RunArguments } from "../program.ts";
import { DEFAULT_RUNS, DEFAULT_SEED, type RunConfig } from "../run-config.ts";
import { findTarget } from "../target/find.ts";
import { collect, onChannel } from "./collect.ts";

/**
 * Lets vitest itself run the rules (`npx vitest run --project conformance`), configured by the environment:
 * PAYCONFORM_TARGET, PAYCONFORM_CHECKOUT_URL, PAYCONFORM_PROFILE, PAYCONFORM_KEY, PAYCONFORM_RULES (separated by spaces),
 * PAYCONFORM_SEED, PAYCONFORM_RUNS, PAYCONFORM_OUT.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { env } = process;
  const options: RunArguments = {
    ...(env["PAYCONFORM_TARGET"] === undefined ? {} : { target: env["PAYCONFORM_TARGET"] }),
    ...(env["PAYCONFORM_CHECKOUT_URL"] === undefined ? {} : { checkoutUrl: env["PAYCONFORM_CHECKOUT_URL"] }),
    ...(env["PAYCONFORM_PROFILE"] === undefined ? {} : { profile: env["PAYCONFORM_PROFILE"] }),
    rules: (env["PAYCONFORM_RULES"] ?? "").split(/\s+/).filter((pattern) => pattern !== ""),
    seed: Number(env["PAYCONFORM_SEED"] ?? DEFAULT_SEED),
    runs: Number(env["PAYCONFORM_RUNS"] ?? DEFAULT_RUNS),
    out: env["PAYCONFORM_OUT"] ?? "payconform-out",
    allowIncomplete: false,
    allowLiveKey: false,
    dryRun: false,
    allure: false,
  };
  const found = await findTarget(options);
  if ("unreachable" in found) throw new Error(found.unreachable);
  const { target } = found;
  const config: RunConfig = {
    profile: target.profile,
    keys: target.keys,
    access: target.access,
    seed: options.seed,
    runs: options.runs,
    patterns: options.rules ?? [],
    catalogue: CATALOGUE_VERSION,
    shard: null,
    liveKeyAllowed: target.liveKeyAllowed,
    maxRequests: null,
    recorded: null,
    replayTemplate: `payconform run --rules ID --seed ${options.seed}`,
    channel: `payconform-${randomUUID()}`,
  };
  project.provide("payconform", config);
  const reporters = createReporters({
    outDir: resolve(options.out),
    stream: process.stdout,
    isTTY: false,
    ci: true,
    catalogue: catalogue.map((rule) => rule.id),
  });
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
    const result = collector.finish(await proofsByRule());
    await reporters.finish(result);
    await target.close();
    if (result.exitCode !== 0) process.exitCode = result.exitCode;
  };
}
