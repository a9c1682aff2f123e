import { setMaxListeners } from "node:events";
import { retiredRules } from "../../spec/index.ts";
import { catalogueAt } from "../catalogue.ts";
import { matchesRule } from "../patterns.ts";
import type { CatalogueRule, RuleResult } from "../results.ts";
import { withReplacements } from "../retirement.ts";
import type { RuleCheck } from "../rule.ts";
import type { ServedRules } from "./context.ts";
import type { Session } from "../session/session.ts";
import { judgeRule } from "./judge-rule.ts";
import { passiveResult } from "./passive-results.ts";

/** Which rules a run judges, and by which checks. */
export interface Plan {
  /** Rules whose verdicts the run reports, in catalogue order. */
  readonly judged: readonly CatalogueRule[];
  /** Checks to run: those of the judged rules, and what makes the exchanges that judged passive rules need. */
  readonly checks: readonly {
    readonly rule: CatalogueRule;
    readonly check: RuleCheck;
    readonly reported: boolean;
  }[];
  /** The checks that try the routes which these checks use; reported or not. */
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
  /** The rules there are: the newest catalogue, or an earlier version of it. */
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

/** The proofs plan thousands of runs with the same checks. */
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

export interface RunOptions {
  readonly session: Session;
  readonly plan: Plan;
  readonly signal: AbortSignal;
  readonly replay: (ruleId: string) => string | null;
  readonly onResult: (result: RuleResult) => void;
  /** Called after every check, reported or not; ends the run early when it returns false. */
  readonly goOn?: () => boolean;
}

/** Runs a plan: first what may run side by side, then what has to be alone, then what uses something up. */
export async function executePlan(options: RunOptions): Promise<void> {
  const { session, plan } = options;
  const startedAt = Date.now();
  // As many checks listen to it as run side by side, and their exchanges too.
  setMaxListeners(0, options.signal);
  // A merchant of its own is of no use to a check if control cannot create its vendors, or if the profile names a vendor:
  // then the check takes the profile's merchant and has to run alone.
  const ownMerchants =
    ["createMerchant", "createVendor"].every((operation) => session.supplies.control.has(operation)) &&
    !Object.keys(session.profile.fixtures).some((fixture) => /^(?:vendor|merchant)\b/.test(fixture));
  let ended = false;
  const report = (entry: Plan["checks"][number], result: RuleResult): void => {
    const interrupted = options.signal.aborted && result.verdict === "inconclusive";
    if (entry.reported && !interrupted) options.onResult(result);
    if (options.goOn?.() === false) ended = true;
  };
  /** Verdicts that rely on the target's reports that it is idle: an event may still show that one came too early. */
  const provisional: { readonly entry: Plan["checks"][number]; readonly result: RuleResult }[] = [];
  const judge = async (entry: Plan["checks"][number]): Promise<void> => {
    if (options.signal.aborted || ended) return;
    const { result, reliesOnIdle } = await judgeRule({
      ...options,
      rule: entry.rule,
      check: entry.check,
      served: plan.served,
    });
    if (reliesOnIdle && result.verdict !== "violated") provisional.push({ entry, result });
    else report(entry, result);
  };
  const confirm = async (): Promise<void> => {
    await session.delayedCleanup.ended();
    if (session.idle.trusted || options.signal.aborted || ended) {
      for (const { entry, result } of provisional) report(entry, result);
      return;
    }
    await inParallel(provisional, session.profile.inFlight, async ({ entry }) => {
      if (options.signal.aborted || ended) return;
      const { result } = await judgeRule({
        ...options,
        rule: entry.rule,
        check: entry.check,
        served: plan.served,
        firstAttempt: 3,
      });
      report(entry, result);
    });
  };
  const judgePassive = (): void => {
    options.session.routes.end();
    for (const rule of plan.judged) {
      if (rule.kind !== "passive") continue;
      const result = passiveResult({ ...options, rule, startedAt });
      if (!options.signal.aborted || result.verdict === "violated" || result.verdict === "passed")
        options.onResult(result);
    }
  };
  // An early end leaves passive rules with the exchanges so far: enough for a verdict, never for a lack of one. It does not
  // wait for clean-up, for which there may be no time.
  const onAbort = (): void => judgePassive();
  options.signal.addEventListener("abort", onAbort, { once: true });
  const isAlone = ({ check }: Plan["checks"][number]): boolean =>
    check.options.alone === true && !ownMerchants;
  const sideBySide = longestFirst(
    plan.checks.filter((entry) => entry.check.options.last !== true && !isAlone(entry)),
  );
  await inParallel(sideBySide, session.profile.inFlight, judge);
  await session.delayedCleanup.ended();
  for (const entry of plan.checks.filter(
    (candidate) => candidate.check.options.last !== true && isAlone(candidate),
  ))
    await judge(entry);
  for (const entry of plan.checks.filter((candidate) => candidate.check.options.last === true))
    await judge(entry);
  await confirm();
  options.signal.removeEventListener("abort", onAbort);
  if (!options.signal.aborted) judgePassive();
}

/** Model rules take longest, so they start first. */
function longestFirst(checks: Plan["checks"]): Plan["checks"] {
  const isLong = ({ rule }: Plan["checks"][number]): boolean => rule.kind === "model";
  return [...checks.filter(isLong), ...checks.filter((entry) => !isLong(entry))];
}

async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pending = [...items];
  const worker = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
}
