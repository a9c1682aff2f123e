import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { loadProfile, resolveKeys, UsageError } from "../../harness/profile/load.ts";
import type { Profile } from "../../harness/profile/types.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { prepareAllureResults } from "../../reports/allure.ts";
import { createReporters } from "../../reports/index.ts";
import { catalogue } from "../../spec/index.ts";
import { embeddedTarget } from "../embedded-target.ts";
import { proofsByRule } from "../mutants/proofs.ts";
import type { RunArguments } from "../program.ts";
import { unreachable } from "../reachability.ts";
import type { RunConfig } from "../run-config.ts";
import { collect } from "../runner/collect.ts";
import { runVitest } from "../runner/vitest.ts";
import type { Target } from "../target.ts";
import { rulesMeantBy } from "./rules.ts";

const PROFILE_FILE = "payconform.yaml";

/** Judges a target and writes the reports. */
export async function run(options: RunArguments): Promise<ExitCode> {
  rulesMeantBy(options.rules ?? []);
  const outDir = resolve(options.out);
  const found = await findTarget(options);
  if ("unreachable" in found) {
    process.stderr.write(`payconform: ${found.unreachable}\n`);
    return 3;
  }
  const { target } = found;
  try {
    return (await judge({ target, options, outDir })).exitCode;
  } finally {
    await target.close();
  }
}

export async function findTarget(
  options: RunArguments,
): Promise<{ target: Target } | { unreachable: string }> {
  const file = options.profile ?? (existsSync(PROFILE_FILE) ? PROFILE_FILE : undefined);
  if (file === undefined && options.target === undefined) {
    return { target: await embeddedTarget({ seed: options.seed }) };
  }
  const profile = profileOf(file, options);
  const fault = await unreachable(profile);
  if (fault !== null) return { unreachable: fault };
  const keys = resolveKeys(profile, { env: process.env, folder: file === undefined ? "." : dirname(file) });
  if (keys.live !== undefined && !options.allowLiveKey) {
    throw new UsageError(
      "a live key is given; say --allow-live-key to admit it for the rules that need one, or take it away",
    );
  }
  if (keys.test === undefined) {
    throw new UsageError(`no test key: set ${testKeyName(profile)} (it begins with sk_test_)`);
  }
  return { target: { profile, keys, liveKeyAllowed: options.allowLiveKey, close: () => Promise.resolve() } };
}

function profileOf(file: string | undefined, options: RunArguments): Profile {
  if (file === undefined) {
    return withDefaults({
      target: {
        baseUrl: options.target ?? "",
        ...(options.checkoutUrl === undefined ? {} : { checkoutUrl: options.checkoutUrl }),
      },
    });
  }
  const profile = loadProfile(file);
  const { target } = profile;
  return {
    ...profile,
    target: {
      ...target,
      baseUrl: options.target ?? target.baseUrl,
      checkoutUrl:
        options.checkoutUrl ??
        (target.checkoutUrl === target.baseUrl ? (options.target ?? target.checkoutUrl) : target.checkoutUrl),
    },
  };
}

function testKeyName(profile: Profile): string {
  const source = profile.keys.test;
  if (source === undefined) return "keys.test in the profile";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}

async function judge(context: { target: Target; options: RunArguments; outDir: string }): Promise<RunResult> {
  const { target, options, outDir } = context;
  mkdirSync(outDir, { recursive: true });
  const allureResults = join(outDir, "allure-results");
  await prepareAllureResults(allureResults);
  const config: RunConfig = {
    profile: target.profile,
    keys: target.keys,
    seed: options.seed,
    runs: options.runs,
    patterns: options.rules ?? [],
    shard: options.shard ?? null,
    liveKeyAllowed: target.liveKeyAllowed,
    replayTemplate: replayTemplate(options),
    channel: `payconform-${randomUUID()}`,
  };
  const reporters = createReporters({
    outDir,
    stream: process.stdout,
    isTTY: process.stdout.isTTY === true,
    ci: process.env["CI"] !== undefined && process.env["CI"] !== "" && process.env["CI"] !== "false",
    catalogue: catalogue.map((rule) => rule.id),
    allure: true,
  });
  let interrupt = (): void => undefined;
  const release = onInterrupt(() => interrupt());
  const collector = collect({
    config,
    profile: target.profile,
    allowIncomplete: options.allowIncomplete,
    reporter: reporters,
  });
  interrupt = collector.interrupt;
  try {
    await runVitest({ config, allureResults });
  } finally {
    release();
  }
  const result = collector.finish(await proofsByRule());
  await reporters.finish(result);
  return result;
}

/** The first Ctrl-C ends the judging and writes what was judged; the second one ends the process. */
function onInterrupt(interrupt: () => void): () => void {
  let times = 0;
  const handler = (): void => {
    times += 1;
    if (times > 1) process.exit(3);
    process.stderr.write("\npayconform: interrupted; writing what was judged\n");
    interrupt();
  };
  process.on("SIGINT", handler);
  process.on("SIGTERM", handler);
  return () => {
    process.off("SIGINT", handler);
    process.off("SIGTERM", handler);
  };
}

/** The command that judges one rule again; ID stands for the rule. */
function replayTemplate(options: RunArguments): string {
  const flags = ["payconform run --rules ID", `--seed ${options.seed}`];
  if (options.target !== undefined) flags.push(`--target ${options.target}`);
  if (options.checkoutUrl !== undefined) flags.push(`--checkout-url ${options.checkoutUrl}`);
  if (options.profile !== undefined) flags.push(`--profile ${options.profile}`);
  if (options.allowLiveKey) flags.push("--allow-live-key");
  return flags.join(" ");
}
