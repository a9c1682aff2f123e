import { type Plan, planRun, unjudgedOf } from "../../harness/run/plan.ts";
import type { CatalogueRule, RuleKind, RunResult } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { isJudgedBy } from "./levels.ts";
import type { Shard } from "./shard.ts";

/** Which rules a run judges. */
export interface RuleSelection {
  readonly patterns: readonly string[];
  /** Default: all. */
  readonly kinds?: readonly RuleKind[] | undefined;
  /** The level whose rules are judged. Default: all rules. */
  readonly level?: string | undefined;
  readonly shard?: Shard | undefined;
}

/** What a run judges. The worker computes it, because loading the checks takes most of the startup time. */
export interface Scope {
  /** In catalogue order. */
  readonly judged: readonly CatalogueRule[];
  readonly unjudged: RunResult["unjudged"];
  /** Rules of the whole catalogue that have no check yet. */
  readonly planned: number;
}

/** Plans a run with the checks that exist. */
export function planOf({ patterns, kinds, level, shard }: RuleSelection): Plan {
  const isSelected = isJudgedBy(level);
  return planRun({
    checks,
    patterns,
    kinds: kinds ?? null,
    isSelected,
    ...(shard !== undefined && { shard }),
  });
}

/** The part of a plan that reports need. */
export function scopeOf({ judged, unjudged }: Plan): Scope {
  const planned = unjudgedOf(catalogue, checks).filter(({ state }) => state === "planned").length;
  return { judged, unjudged, planned };
}
