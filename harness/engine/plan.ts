import { retiredRules } from "../../spec/index.ts";
import { catalogueAt } from "../catalogue.ts";
import { matchesRule } from "../patterns.ts";
import type { CatalogueRule } from "../results.ts";
import { withReplacements } from "../retirement.ts";
import type { RuleCheck } from "../rule.ts";
import type { ServedRules } from "./context.ts";

/** The rules and checks of a run. */
export interface Plan {
  /** Rules whose verdicts the run reports, in catalogue order. */
  readonly judged: readonly CatalogueRule[];
  /** Checks to run: those of the judged rules, and those whose exchanges the judged passive rules need. */
  readonly checks: readonly {
    readonly rule: CatalogueRule;
    readonly check: RuleCheck;
    readonly reported: boolean;
  }[];
  /** The checks that try the routes of these checks, reported or not. */
  readonly served: ServedRules;
  readonly unjudged: readonly {
    readonly rule: CatalogueRule;
    readonly state: "planned" | "unobservable";
    readonly reason: string | null;
  }[];
}

/** Chooses rules by patterns (all without any) and by shard `index` of `count`, 1-based. */
export function planRun(options: {
  checks: readonly RuleCheck[];
  patterns: readonly string[];
  shard?: { readonly index: number; readonly count: number };
  /** The rules to choose from: the newest catalogue, or an earlier version. */
  rules?: readonly CatalogueRule[];
}): Plan {
  const { rules = catalogueAt() } = options;
  const { byId, areas: areasWithChecks } = indexOf(options.checks);
  const patterns = withReplacements(options.patterns, { rules, retired: retiredRules });
  const selected = rules.filter(
    (rule) => patterns.length === 0 || patterns.some((pattern) => matchesRule(pattern, rule)),
  );
  // A passive rule is judged as soon as some check of its area makes exchanges.
  const isJudged = (rule: CatalogueRule): boolean =>
    rule.kind === "passive" ? areasWithChecks.has(rule.area) : byId.has(rule.id);
  const judgeable = selected.filter((rule) => rule.unobservable === undefined && isJudged(rule));
  const { shard } = options;
  const areas = [...new Set(judgeable.map((rule) => rule.area))];
  const judged =
    shard === undefined
      ? judgeable
      : judgeable.filter((rule) => areas.indexOf(rule.area) % shard.count === shard.index - 1);
  const reportedIds = new Set(judged.map((rule) => rule.id));
  const supported = new Set(judged.filter((rule) => rule.kind === "passive").map((rule) => rule.area));
  const checks = rules.flatMap((rule) => {
    const check = byId.get(rule.id);
    const serves = [rule.area, ...(check?.options.serves ?? [])].some((area) => supported.has(area));
    if (check === undefined || !(reportedIds.has(rule.id) || serves)) return [];
    return [{ rule, check, reported: reportedIds.has(rule.id) }];
  });
  const unjudged = selected.flatMap((rule): Plan["unjudged"] => {
    if (rule.unobservable !== undefined) return [{ rule, state: "unobservable", reason: rule.unobservable }];
    if (!isJudged(rule)) return [{ rule, state: "planned", reason: null }];
    return [];
  });
  const served = new Map(
    rules.flatMap((rule) => {
      const check = byId.get(rule.id);
      const operation = check?.options.tries;
      return check === undefined || operation === undefined ? [] : [[operation, { rule, check }] as const];
    }),
  );
  return { judged, checks, served, unjudged };
}

interface ChecksIndex {
  readonly byId: ReadonlyMap<string, RuleCheck>;
  readonly areas: ReadonlySet<string>;
}

/** `mutants` and `faults` plan thousands of runs with the same checks. */
const indexes = new WeakMap<readonly RuleCheck[], ChecksIndex>();

function indexOf(checks: readonly RuleCheck[]): ChecksIndex {
  const known = indexes.get(checks) ?? {
    byId: new Map(checks.map((check) => [check.id, check])),
    areas: new Set(checks.map((check) => areaOf(check.id))),
  };
  indexes.set(checks, known);
  return known;
}

function areaOf(ruleId: string): string {
  return ruleId.split("/")[0] ?? "";
}
