import { catalogueAt } from "../../harness/catalogue.ts";
import { type Plan, planRun, unjudgedOf } from "../../harness/engine/plan.ts";
import { checks } from "../../suites/index.ts";
import { requestsOfPlan } from "../plan/requests.ts";
import type { RunConfig, Scope } from "../run-config.ts";

/** What a run judges, by the checks that there are. */
export function planOf(config: RunConfig): Plan {
  return planRun({
    checks,
    rules: catalogueAt(config.catalogue),
    patterns: config.patterns,
    ...(config.shard === null ? {} : { shard: config.shard }),
  });
}

/** What a plan means for reports. */
export function scopeOf(plan: Plan, config: RunConfig): Scope {
  const unjudged = unjudgedOf(catalogueAt(config.catalogue), checks);
  return {
    judged: plan.judged,
    unjudged: plan.unjudged,
    planned: unjudged.filter(({ state }) => state === "planned").length,
    requests: requestsOfPlan(plan, { runs: config.runs, notOffered: config.profile.notOffered ?? [] }),
  };
}
