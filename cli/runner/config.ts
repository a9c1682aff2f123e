import type { Profile } from "../../harness/profile/types.ts";
import type { RunConfig } from "../run-config.ts";
import type { Target } from "../targets/target.ts";

/** The part of a run's configuration that does not come from the target. Most settings are optional. */
export type ConfigOptions = Pick<RunConfig, "seed" | "runs" | "patterns" | "replayTemplate"> & {
  readonly [Name in "shard" | "maxRequests" | "recorded" | "firstViolationEnds" | "wholeTranscripts"]?:
    RunConfig[Name] | undefined;
};

/** The configuration of a run on a target. */
export function configOf(target: Target, options: ConfigOptions): RunConfig {
  const { shard = null } = options;
  return {
    profile: partOf(target.profile, shard),
    keys: target.keys,
    access: target.access,
    seed: options.seed,
    runs: options.runs,
    patterns: options.patterns,
    shard,
    liveKeyAllowed: target.liveKeyAllowed,
    maxRequests: options.maxRequests ?? null,
    recorded: options.recorded ?? null,
    firstViolationEnds: options.firstViolationEnds === true,
    wholeTranscripts: options.wholeTranscripts !== false,
    replayTemplate: options.replayTemplate,
  };
}

/** The profile with a share of the budget for each shard, because all shards run on one account at the same time. */
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
