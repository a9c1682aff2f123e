import { randomUUID } from "node:crypto";
import type { Baseline } from "../../harness/baseline/baseline.ts";
import { CATALOGUE_VERSION } from "../../harness/catalogue.ts";
import type { JournalEntry } from "../../harness/leaks/leftovers.ts";
import type { Profile } from "../../harness/profile/types.ts";
import type { Reporter, RunResult } from "../../harness/results.ts";
import { proofsByRule } from "../mutants/proofs.ts";
import type { RunConfig } from "../run-config.ts";
import type { Target } from "../target/target.ts";
import { type Collector, collect, onChannel } from "./collect.ts";
import { startJudging } from "./judging.ts";

/** One run, whoever asked for it. */
export interface JudgeOptions {
  readonly target: Target;
  readonly seed: number;
  readonly runs: number;
  readonly patterns: readonly string[];
  /** Version of the catalogue; the newest without it. */
  readonly catalogue?: string | undefined;
  readonly shard?: RunConfig["shard"] | undefined;
  readonly allowIncomplete: boolean;
  readonly maxRequests?: number | undefined;
  /** Seconds, whole or not. */
  readonly maxDuration?: number | undefined;
  readonly baseline?: Baseline | undefined;
  readonly recorded?: RunConfig["recorded"] | undefined;
  readonly replayTemplate: string;
  readonly reporter: Reporter;
  readonly journal?: ((entry: JournalEntry) => void) | undefined;
  /** Where Allure's raw results go: then vitest runs the rules, in a worker of its own. Without it they are judged here. */
  readonly allureResults?: string | undefined;
  /** Given a way to end the run early, with the reason. Gives what takes that back. */
  readonly interruptible?: ((interrupt: (why: string) => void) => () => void) | undefined;
}

/** Judges a target. Never rejects for what the target does. */
export async function judge(options: JudgeOptions): Promise<RunResult> {
  const { target } = options;
  const config: RunConfig = {
    profile: partOf(target.profile, options.shard ?? null),
    keys: target.keys,
    access: target.access,
    seed: options.seed,
    runs: options.runs,
    patterns: options.patterns,
    catalogue: options.catalogue ?? CATALOGUE_VERSION,
    shard: options.shard ?? null,
    liveKeyAllowed: target.liveKeyAllowed,
    maxRequests: options.maxRequests ?? null,
    recorded: options.recorded ?? null,
    replayTemplate: options.replayTemplate,
    channel: `payconform-${randomUUID()}`,
  };
  let onInterrupt = (): void => undefined;
  // Before anybody is told that the run has begun: who reads that may end it at once.
  let interrupt = (_why: string): void => undefined;
  const release = options.interruptible?.((why) => interrupt(why));
  const collector = collect({
    config,
    profile: target.profile,
    embedded: target.embedded,
    allowIncomplete: options.allowIncomplete,
    reporter: options.reporter,
    baseline: options.baseline,
    journal: options.journal,
    onInterrupt: () => onInterrupt(),
  });
  interrupt = collector.interrupt;
  const stopTimer = endAfter(options.maxDuration, collector.interrupt);
  try {
    if (options.allureResults === undefined) {
      const interruption = new AbortController();
      onInterrupt = () => interruption.abort();
      await startJudging({ config, tell: collector.receive, signal: interruption.signal }).done;
    } else {
      await inWorker({ config, collector, allureResults: options.allureResults }, (interrupt) => {
        onInterrupt = interrupt;
      });
    }
  } finally {
    stopTimer();
    release?.();
  }
  return collector.finish(await proofsByRule());
}

/** Shards run side by side on one account, so they divide what it may be asked to create. */
function partOf(profile: Profile, shard: RunConfig["shard"]): Profile {
  if (shard === null) return profile;
  const { budget } = profile;
  const share = Math.max(1, Math.floor(budget.accountCreationsPerMinute / shard.count));
  const { requestsPerSecond } = budget;
  return {
    ...profile,
    budget: {
      accountCreationsPerMinute: share,
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: requestsPerSecond / shard.count }),
    },
  };
}

async function inWorker(
  options: { config: RunConfig; collector: Collector; allureResults: string },
  connect: (interrupt: () => void) => void,
): Promise<void> {
  const { config, collector, allureResults } = options;
  const channel = onChannel(config.channel, collector.receive);
  connect(channel.interrupt);
  try {
    // Vitest takes a while to load, and not everybody needs it.
    const { runVitest } = await import("./vitest.ts");
    await runVitest({ config, allureResults });
  } finally {
    channel.close();
  }
}

function endAfter(seconds: number | undefined, interrupt: (why: string) => void): () => void {
  if (seconds === undefined) return () => undefined;
  const timer = setTimeout(
    () => interrupt(`the run's time of ${seconds} s (--max-duration) was over`),
    Math.min(seconds * 1_000, 2 ** 31 - 1),
  );
  return () => clearTimeout(timer);
}
