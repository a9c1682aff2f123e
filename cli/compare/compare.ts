import type { Observation, RuleResult, Verdict } from "../../harness/results.ts";
import { groupBy } from "../../reports/text/text.ts";
import { type DifferenceGroup, groupsOf, type Pair, pairsOf } from "./differences.ts";
import type { Side } from "./side.ts";

/** A rule with another verdict on the other side. */
export interface VerdictDifference {
  readonly rule: string;
  /** The first rule of the list that is violated by the same cause; the rule itself if it is the first. */
  readonly cause: string;
  readonly section: string;
  readonly says: string;
  readonly verdicts: { readonly a: Verdict; readonly b: Verdict };
  readonly reasons: { readonly a: string | null; readonly b: string | null };
  /** The exchange that shows it, and the same request on the other side; null if there is none. */
  readonly pair: Pair | null;
}

/** An open point at which both do something else. */
export interface OpenPointDifference {
  readonly id: string;
  readonly section: string;
  readonly question: string;
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
}

export interface Compared {
  readonly a: Side;
  readonly b: Side;
  /** Violated on one side only, the first cause first. */
  readonly verdicts: readonly VerdictDifference[];
  /** Rules that were not judged on both sides, by their verdicts: "passed, could_not_run". */
  readonly unjudged: ReadonlyMap<string, readonly string[]>;
  readonly openPoints: readonly OpenPointDifference[];
  /** What the document leaves alone, and differs. Null without two recordings. */
  readonly others: readonly DifferenceGroup[] | null;
  readonly equal: { readonly verdicts: number; readonly openPoints: number; readonly exchanges: number };
}

/** Compares two runs, or two recordings. */
export function compareSides(a: Side, b: Side): Compared {
  const pairs = a.exchanges === null || b.exchanges === null ? null : pairsOf(a.exchanges, b.exchanges);
  const { verdicts, unjudged, equal } = comparedVerdicts(a, b, pairs ?? []);
  const { differences, agreeing } = comparedPoints(a.observations, b.observations);
  const decided = new Set(verdicts.map(({ rule }) => rule));
  const answers = groupsOf((pairs ?? []).filter((pair) => !decided.has(pair.a.rule)));
  const events = groupsOf(pairsOf(a.events, b.events), { isEvent: true });
  return {
    ...{ a, b, verdicts, unjudged },
    openPoints: differences,
    others: pairs === null ? null : [...answers.groups, ...events.groups],
    equal: { verdicts: equal, openPoints: agreeing, exchanges: answers.equal + events.equal },
  };
}

const JUDGED: ReadonlySet<Verdict> = new Set(["passed", "violated"]);

function comparedVerdicts(a: Side, b: Side, pairs: readonly Pair[]) {
  const inB = new Map(b.rules.map((rule) => [rule.id, rule]));
  const both = a.rules.flatMap((one) => {
    const other = inB.get(one.id);
    return other === undefined ? [] : [{ one, other }];
  });
  const causes = [...a.causes, ...b.causes];
  const rank = rankOf(causes.flat());
  const inSameCause = (one: string) => (other: string) =>
    one === other || causes.some((ids) => ids.includes(one) && ids.includes(other));
  const differing = both.filter(({ one, other }) => one.verdict !== other.verdict);
  const isViolated = ({ one, other }: { readonly one: RuleResult; readonly other: RuleResult }): boolean =>
    one.verdict === "violated" || other.verdict === "violated";
  const byRule = groupBy(pairs, (pair) => pair.a.rule);
  const violated = differing.filter(isViolated).sort((x, y) => rank(x.one.id) - rank(y.one.id));
  const ids = violated.map(({ one }) => one.id);
  const verdicts = violated.map(({ one, other }) => ({
    ...{ rule: one.id, cause: ids.find(inSameCause(one.id)) ?? one.id, section: one.section, says: one.says },
    verdicts: { a: one.verdict, b: other.verdict },
    reasons: { a: one.reason, b: other.reason },
    pair: decisivePair(byRule.get(one.id) ?? []),
  }));
  const unjudged = groupBy(
    differing.filter((each) => !isViolated(each)),
    ({ one, other }) => `${one.verdict}, ${other.verdict}`,
  );
  return {
    verdicts,
    unjudged: new Map([...unjudged].map(([key, some]) => [key, some.map(({ one }) => one.id)])),
    equal: both.filter(({ one, other }) => one.verdict === other.verdict && JUDGED.has(one.verdict)).length,
  };
}

function rankOf(ids: readonly string[]): (id: string) => number {
  const ranks = new Map([...ids].reverse().map((id, index) => [id, ids.length - index]));
  return (id) => ranks.get(id) ?? ids.length + 1;
}

/** The pair that differs most; of a rule whose requests all have the same answers, none. */
function decisivePair(pairs: readonly Pair[]): Pair | null {
  return groupsOf(pairs).groups[0]?.example ?? null;
}

function comparedPoints(a: readonly Observation[], b: readonly Observation[]) {
  const [inA, inB] = [groupBy(a, ({ id }) => id), groupBy(b, ({ id }) => id)];
  const ids = [...new Set([...inA.keys(), ...inB.keys()])].sort();
  const differences = ids.flatMap((id): readonly OpenPointDifference[] => {
    const [one, other] = [inA.get(id) ?? [], inB.get(id) ?? []];
    const [point] = [...one, ...other];
    const missing = (from: readonly Observation[], where: readonly Observation[]): readonly string[] =>
      [...new Set(from.map(({ seen }) => seen))].filter((seen) => !where.some((each) => each.seen === seen));
    const [onlyInA, onlyInB] = [missing(one, other), missing(other, one)];
    if (point === undefined || onlyInA.length + onlyInB.length === 0) return [];
    return [{ id, section: point.section, question: point.question, onlyInA, onlyInB }];
  });
  return { differences, agreeing: ids.length - differences.length };
}
