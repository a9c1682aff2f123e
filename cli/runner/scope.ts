import { catalogueAt } from "../../harness/catalogue.ts";
import { type Plan, planRun, unjudgedOf } from "../../harness/engine/plan.ts";
import { checks } from "../../suites/index.ts";
import type { RunConfig, Scope } from "../run-config.ts";

/** Plans a run with the checks that exist. */
export function planOf(config: RunConfig): Plan {
  return planRun({
    checks,
    rules: catalogueAt(config.catalogue),
    patterns: config.patterns,
    ...(config.shard === null ? {} : { shard: config.shard }),
  });
}

/** The part of a plan that reports need. */
export function scopeOf(plan: Plan, config: RunConfig): Scope {
  const unjudged = unjudgedOf(catalogueAt(config.catalogue), checks);
  return {
    judged: plan.judged,
    unjudged: plan.unjudged,
    planned: unjudged.filter(({ state }) => state === "planned").length,
  };
}
