import { isApplicable } from "../../harness/applicability.ts";
import { catalogueAt } from "../../harness/catalogue.ts";
import { controlOperations } from "../../harness/control.ts";
import { type Plan, planRun, unjudgedOf } from "../../harness/engine/plan.ts";
import { missing } from "../../harness/needs.ts";
import { guessablePorts } from "../../harness/ports.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import { checks } from "../../suites/index.ts";
import { requestsOfPlan } from "../plan/requests.ts";
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

/** Whether a rule can be judged, as far as is known without a request. Assumes that the target's control offers every operation. */
function canRun(config: RunConfig): (rule: CatalogueRule) => boolean {
  const { keys, liveKeyAllowed } = config;
  const profile = withDefaults(config.profile);
  const control = new Set(profile.target.controlUrl === undefined ? [] : controlOperations.keys());
  const supplies = {
    profile,
    keys,
    liveKeyAllowed,
    control,
    guessedPorts: guessablePorts(profile, keys.test),
  };
  return (rule) => isApplicable(profile.notOffered, rule) && missing(rule.needs, supplies).length === 0;
}

/** The part of a plan that reports need. */
export function scopeOf(plan: Plan, config: RunConfig): Scope {
  const unjudged = unjudgedOf(catalogueAt(config.catalogue), checks);
  return {
    judged: plan.judged,
    unjudged: plan.unjudged,
    planned: unjudged.filter(({ state }) => state === "planned").length,
    requests:
      config.profile.budget?.requestsPerSecond === undefined
        ? null
        : requestsOfPlan(plan, { runs: config.runs, canRun: canRun(config) }),
  };
}
