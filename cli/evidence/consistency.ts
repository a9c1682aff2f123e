import { isDeepStrictEqual } from "node:util";
import { lacksRoute, type RuleResult, type RunResult, type Verdict } from "../../harness/results.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";
import { firstOf } from "../../reports/text/text.ts";
import { catalogue } from "../../spec/index.ts";
import type { ShardOutcome } from "../merge/read-shard.ts";
import { SUITE_VERSION } from "../package/own-package.ts";
import { conclusionOf } from "../selection/conclusion.ts";

const SHOWN = 5;

/** What contradicts itself in an outcome, as after a change by hand: each in one line. */
export async function inconsistencies(outcome: ShardOutcome): Promise<readonly string[]> {
  const { result } = outcome;
  return [
    ...countFaults(result),
    ...result.rules.flatMap((rule) => detailFaults(rule, outcome)),
    ...mentionFaults(outcome),
    ...(await planFaults(result)),
  ];
}

function countFaults(result: RunResult): readonly string[] {
  const { rules, interrupted, failure = null, stale = [], gate = null } = result;
  const judged = { rules, stale: stale.length, gate: undefined, interrupted, failure };
  const { totals, levels = [] } = conclusionOf({ ...judged, allowIncomplete: false });
  const wrong = Object.entries(totals).filter(
    ([verdict, number]) => result.totals[verdict as Verdict] !== number,
  );
  const faults = wrong.map(
    ([verdict, number]) =>
      `the totals count ${result.totals[verdict as Verdict]} ${verdict}, the rules ${number}`,
  );
  const known = rules.filter((rule) => rule.known && rule.verdict === "violated").length;
  const withoutRoute = rules.filter(lacksRoute).length;
  const codes = [true, false].map((allowIncomplete) =>
    exitCodeOf({
      ...{ totals, known, allowIncomplete, interrupted, withoutRoute },
      stale: stale.length,
      gateFailed: gate?.verdict === "failed",
      failed: failure !== null,
    }),
  );
  // A report that cannot be written makes it 4.
  if (result.exitCode !== 4 && !codes.includes(result.exitCode))
    faults.push(`the exit code is ${result.exitCode}, by the verdicts it is ${codes[1] ?? ""}`);
  const isComparable = result.levels !== undefined && isOfThisVersion(result);
  if (isComparable && !isDeepStrictEqual(asJson(result.levels), asJson(levels)))
    faults.push("the levels that are reached do not follow from the verdicts");
  return faults;
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What a verdict has beside it that another verdict has. */
function detailFaults(rule: RuleResult, { recordedVerdicts, transcripts }: ShardOutcome): readonly string[] {
  const { id, verdict, violation, reason, needs, known } = rule;
  const is = (what: string): string => `${id} is ${verdict}, but ${what}`;
  const recorded = recordedVerdicts?.get(id);
  return [
    ...(recorded !== undefined && recorded !== verdict ? [is(`its evidence is of ${recorded}`)] : []),
    ...(verdict === "violated" && violation === null ? [is("has no violation")] : []),
    ...(violation !== null && !["violated", "unstable"].includes(verdict) ? [is("has a violation")] : []),
    ...(verdict === "passed" && reason !== null ? [is("has a reason against it")] : []),
    ...(verdict === "passed" && (needs.length > 0 || transcripts?.has(id) === true)
      ? [is("has what only other verdicts have")]
      : []),
    ...(known && verdict !== "violated" ? [is("is a known violation")] : []),
  ];
}

/** Rules that other parts of the outcome name as failed, and that passed. */
function mentionFaults({ result, causes }: ShardOutcome): readonly string[] {
  const verdicts = new Map(result.rules.map(({ id, verdict }) => [id, verdict]));
  const passed = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => verdicts.get(id) === "passed");
  const of = (where: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0 ? [] : [`${where} has rules that passed: ${firstOf(ids, SHOWN)}`];
  const named = new Set(causes?.flatMap(({ rules }) => rules));
  const violated = result.rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
  const unnamed = causes === undefined ? [] : violated.filter((id) => !named.has(id));
  return [
    ...of("`causes`", passed([...named])),
    ...of("`failed`", passed(result.failed ?? [])),
    ...(unnamed.length === 0 ? [] : [`\`causes\` lacks violated rules: ${firstOf(unnamed, SHOWN)}`]),
  ];
}

const isOfThisVersion = ({ suite, catalogue: counts }: RunResult): boolean =>
  suite.version === SUITE_VERSION && counts.rules === catalogue.length;

/** Rules that the run selected and the outcome lacks, or the other way round. Only the same catalogue can say. */
async function planFaults(result: RunResult): Promise<readonly string[]> {
  if (!isOfThisVersion(result) || (result.traffic ?? null) !== null) return [];
  const { planOf } = await import("../selection/scope.ts");
  const { patterns = [], kinds, level, shard } = result;
  const plan = planOf({ patterns, kinds: kinds ?? undefined, level: level?.name, shard: shard ?? undefined });
  const planned = new Set(plan.judged.map(({ id }) => id));
  const judged = new Set([
    ...result.rules.map(({ id }) => id),
    ...(level?.later ?? []).map(({ rule }) => rule),
  ]);
  const missing = [...planned].filter((id) => !judged.has(id));
  const added = [...judged].filter((id) => !planned.has(id));
  return [
    ...(missing.length === 0 ? [] : [`rules that the run selected are missing: ${firstOf(missing, SHOWN)}`]),
    ...(added.length === 0 ? [] : [`rules that the run did not select are there: ${firstOf(added, SHOWN)}`]),
    ...(result.rules.length === new Set(result.rules.map(({ id }) => id)).size
      ? []
      : ["a rule is there twice"]),
  ];
}
