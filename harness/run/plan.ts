import { catalogue, retiredRules } from "../../spec/index.ts";
import { selectionOf } from "../patterns.ts";
import { type CatalogueRule, isWatched, type RuleKind } from "../results.ts";
import { withReplacements } from "../retirement.ts";
import type { RuleCheck } from "../check.ts";
import type { ServedRules } from "./context.ts";

/** The rules and checks of a run. */
export interface Plan {
  /** Rules whose verdicts the run reports, in catalogue order. */
  readonly judged: readonly CatalogueRule[];
  /** Checks to run: those of the judged rules, and those whose exchanges the judged rules without a check need. */
  readonly checks: readonly {
    readonly rule: CatalogueRule;
    readonly check: RuleCheck;
    /** Whether its verdict is reported, because its rule is judged. */
    readonly reported: boolean;
    /** Whether it runs, whatever else shows the rules without a check: it is reported, or trace rules are judged on all that it does. */
    readonly required: boolean;
  }[];
  /** The checks that try the routes of these checks, reported or not. */
  readonly served: ServedRules;
  readonly unjudged: readonly {
    readonly rule: CatalogueRule;
    readonly state: "planned" | "unobservable";
    readonly reason: string | null;
  }[];
}

/**
 * Selects rules by patterns and kinds (by default all), and by shard: `index`, from 1, of `count`. The checks that trace rules leave out by their
 * kind run unreported.
 */
export function planRun(options: {
  checks: readonly RuleCheck[];
  patterns: readonly string[];
  kinds?: readonly RuleKind[] | null;
  /** Whether a rule that the patterns select is judged. Default: all are. */
  isSelected?: (rule: CatalogueRule) => boolean;
  shard?: { readonly index: number; readonly count: number };
  /** The rules to choose from. Default: the catalogue. */
  rules?: readonly CatalogueRule[];
}): Plan {
  const { rules = catalogue } = options;
  const { byId } = indexOf(options.checks);
  const { isSelected = () => true } = options;
  const matches = selectionOf(withReplacements(options.patterns, { rules, retired: retiredRules }));
  const selected = rules.filter((rule) => matches(rule) && isSelected(rule));
  const { shard, kinds = null } = options;
  const isOfKind = ({ kind }: CatalogueRule): boolean => kinds === null || kinds.includes(kind);
  const unjudged = unjudgedOf(selected, options.checks);
  const excluded = new Set(unjudged.map(({ rule }) => rule));
  const judgeable = selected.filter((rule) => !excluded.has(rule));
  const areas = [...new Set(judgeable.map((rule) => rule.area))];
  const ofShard =
    shard === undefined
      ? judgeable
      : judgeable.filter((rule) => areas.indexOf(rule.area) % shard.count === shard.index - 1);
  const judged = ofShard.filter(isOfKind);
  const reportedIds = new Set(judged.map((rule) => rule.id));
  const drivers = new Set(kinds?.includes("trace") === true ? ofShard : []);
  const supported = new Set(judged.filter(isWatched).map((rule) => rule.area));
  const checks = rules.flatMap((rule) => {
    const check = byId.get(rule.id);
    const serves = [rule.area, ...(check?.options.serves ?? [])].some((area) => supported.has(area));
    const reported = reportedIds.has(rule.id);
    const required = reported || drivers.has(rule);
    return check === undefined || !(required || serves) ? [] : [{ rule, check, reported, required }];
  });
  const served = new Map(
    rules.flatMap((rule) => {
      const check = byId.get(rule.id);
      const operation = check?.options.tries;
      return check === undefined || operation === undefined ? [] : [[operation, { rule, check }] as const];
    }),
  );
  return { judged, checks, served, unjudged: unjudged.filter(({ rule }) => isOfKind(rule)) };
}

/** The rules that no run can judge. */
export function unjudgedOf(rules: readonly CatalogueRule[], checks: readonly RuleCheck[]): Plan["unjudged"] {
  const { byId, areas } = indexOf(checks);
  return rules.flatMap((rule): Plan["unjudged"] => {
    if (rule.unobservable !== undefined) return [{ rule, state: "unobservable", reason: rule.unobservable }];
    // A passive rule is judged if some check of its area sends requests.
    const isJudged = isWatched(rule) ? areas.has(rule.area) : byId.has(rule.id);
    return isJudged ? [] : [{ rule, state: "planned", reason: null }];
  });
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
