import { type Plan, planRun, unjudgedOf } from "../../harness/run/plan.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { isJudgedBy } from "../selection/levels.ts";
import type { RunConfig, Scope } from "./run-config.ts";

/** Plans a run with the checks that exist. */
export function planOf(config: Pick<RunConfig, "patterns" | "kinds" | "level" | "shard">): Plan {
  return planRun({
    checks,
    patterns: config.patterns,
    kinds: config.kinds,
    isSelected: isJudgedBy(config.level),
    ...(config.shard === null ? {} : { shard: config.shard }),
  });
}

/** The part of a plan that reports need. */
export function scopeOf(plan: Plan): Scope {
  const unjudged = unjudgedOf(catalogue, checks);
  return {
    judged: plan.judged,
    unjudged: plan.unjudged,
    planned: unjudged.filter(({ state }) => state === "planned").length,
  };
}
