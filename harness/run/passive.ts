import { operationRows, passiveChecks } from "../../spec/index.ts";
import { isApplicable } from "../patterns.ts";
import { missing, type Supplies } from "../judge/needs.ts";
import { operationsShowing, type PassiveTally } from "../judge/passive.ts";
import { type Silence, watchedResult } from "../judge/watched.ts";
import { type CatalogueRule, isWatched, type Verdict, type RuleResult } from "../results.ts";
import type { Session } from "./session.ts";
import type { Plan } from "./plan.ts";
import { routeNeed } from "../judge/routes.ts";

type Entry = Plan["checks"][number];

/**
 * Chooses the checks that have to run only for passive rules: for each kind of answer that shows a rule, the cheapest check that receives
 * one and can run. A check that does not finish is replaced by the next. If none of the recorded checks shows a rule, every other check of
 * its area is tried.
 */
export class PassiveChecks {
  readonly #session: Session;
  readonly #rules: readonly CatalogueRule[];
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #ways: ReadonlyMap<string, readonly (readonly Entry[])[]>;
  readonly #shown = new Set<Entry>();
  readonly #tried = new Set<Entry>();

  constructor(plan: Plan, session: Session) {
    this.#session = session;
    this.#rules = passiveOf(plan).filter((rule) => isApplicable(session.profile.notOffered, rule));
    this.#entries = new Map(plan.checks.map((entry) => [entry.rule.id, entry]));
    this.#ways = waysOf(plan, this.#rules);
  }

  /** Checks to run now; empty when each kind of answer was received, or cannot be. */
  next(): readonly Entry[] {
    const chosen = new Set<Entry>();
    const { supplies } = this.#session;
    for (const rule of this.#rules) {
      if (isDecided(this.#session, rule.id)) continue;
      for (const way of this.#ways.get(rule.id) ?? []) {
        if (way.some((entry) => entry.required || this.#shown.has(entry) || chosen.has(entry))) continue;
        const entry = way.find((one) => !this.#tried.has(one) && canRun(one, supplies));
        if (entry !== undefined) chosen.add(entry);
      }
    }
    return [...chosen];
  }

  /** Call this when a check has ended or was not needed. */
  ended(entry: Entry, verdict: Verdict | null): void {
    this.#tried.add(entry);
    if (verdict === "passed" || verdict === "violated") this.#shown.add(entry);
  }

  /** Whether a check has ended that receives an answer which shows the rule, if the answer leaves nothing out. */
  wasAsked(rule: string): boolean {
    const { rules, ways } = passiveChecks();
    const asking = new Set((rules[rule] ?? []).flatMap((way) => ways[way] ?? []));
    return [...this.#shown].some(({ rule: { id } }) => asking.has(id));
  }

  /** Every other check that may show the rules that nothing has shown. */
  rest(): readonly Entry[] {
    const areas = new Set(this.#rules.filter(({ id }) => !this.#isShown(id)).map(({ area }) => area));
    if (areas.size === 0) return [];
    return [...this.#entries.values()].filter(
      (entry) => !entry.required && !this.#tried.has(entry) && areasOf(entry).some((area) => areas.has(area)),
    );
  }

  /** Whether a rule is decided, or was exercised and has recorded checks. A rule without them needs every check of its area. */
  #isShown(rule: string): boolean {
    const isRecorded = (this.#ways.get(rule) ?? []).length > 0;
    return isDecided(this.#session, rule) || (isRecorded && this.#session.judge.tally(rule).exercised > 0);
  }

  /** Whether a check is not needed: each passive rule that it may show is decided, or with `untilShown`, shown. */
  isNeedless(entry: Entry, { untilShown = false } = {}): boolean {
    if (entry.required) return false;
    const areas = areasOf(entry);
    const rules = this.#rules.filter(({ area }) => areas.includes(area));
    return rules.every(({ id }) => (untilShown ? this.#isShown(id) : isDecided(this.#session, id)));
  }
}

/** The checks with which a run begins, whatever the target offers. Their code is loaded first, and their requests are counted. */
export function firstChecks(plan: Plan): Plan["checks"] {
  const first = new Set<Entry>();
  for (const way of [...waysOf(plan, passiveOf(plan)).values()].flat()) {
    const [entry] = way;
    if (entry !== undefined && !way.some((one) => one.required || first.has(one))) first.add(entry);
  }
  return plan.checks.filter((entry) => entry.required || first.has(entry));
}

export const passiveOf = ({ judged }: Plan): Plan["judged"] => judged.filter(isWatched);

/** By rule and by kind of answer that shows it, the recorded checks in the plan, cheapest first. */
function waysOf(
  plan: Plan,
  rules: readonly CatalogueRule[],
): ReadonlyMap<string, readonly (readonly Entry[])[]> {
  if (rules.length === 0 || plan.checks.every(({ required }) => required)) return new Map();
  const entries = new Map<string, Entry>(plan.checks.map((entry) => [entry.rule.id, entry]));
  const recorded = passiveChecks();
  return new Map(
    rules.map(({ id }) => {
      const ways = (recorded.rules[id] ?? []).map((way) =>
        (recorded.ways[way] ?? []).flatMap((check) => entries.get(check) ?? []),
      );
      return [id, ways.filter((way) => way.length > 0)];
    }),
  );
}

const areasOf = ({ rule, check }: Entry): readonly string[] => [rule.area, ...(check.options.serves ?? [])];

function canRun({ rule }: Entry, supplies: Supplies): boolean {
  return isApplicable(supplies.profile.notOffered, rule) && missing(rule.needs, supplies).length === 0;
}

/** Whether a rule is already violated, or none of the routes that show it exists. */
function isDecided({ judge, routes }: Session, passive: string): boolean {
  if (judge.tally(passive).broken > 0) return true;
  const showing = [...operationsShowing(passive)];
  return showing.length > 0 && showing.every((operation) => routes.isAbsent(operation));
}

/** The result of a passive or trace rule after all exchanges, by how often it could be violated and how often it was. */
export function passiveResult(options: {
  session: Session;
  rule: CatalogueRule;
  startedAt: number;
  replay: (ruleId: string) => string | null;
  /** Whether a check got to its end that receives an answer which shows the rule, unless the answer leaves it out. */
  wasAsked: (ruleId: string) => boolean;
}): RuleResult {
  const { session, rule } = options;
  const tally = session.judge.tally(rule.id);
  const { redactor, profile } = session;
  const silence = (): Silence => silenceOf(options, tally);
  return watchedResult({ ...options, tally, redactor, profile, silence });
}

/** Why nothing that was seen could violate a rule. */
function silenceOf(
  { session, rule, wasAsked }: Pick<Parameters<typeof passiveResult>[0], "session" | "rule" | "wasAsked">,
  tally: PassiveTally,
): Silence {
  const needs = [
    ...missing(rule.needs, session.supplies).map((need) => need.id),
    ...absentRoutes(session, rule.id),
  ];
  if (needs.length === 0 && tally.leftOut > 0 && wasAsked(rule.id)) {
    const reason = "every answer that could show it left it null, absent or empty, as the document permits";
    return { verdict: "not_applicable", reason, needs };
  }
  // Whether anything can contradict what was seen before depends on what a target answers.
  if (needs.length === 0 && rule.kind === "trace" && hasAnswered(session, rule.area))
    return { verdict: "not_applicable", reason: "nothing in this run could contradict it", needs };
  const why = needs.length > 0 ? `needs ${needs.join(", ")}` : "no response in this run could violate it";
  return { verdict: "could_not_run", reason: why, needs };
}

/** Whether a route of an area has answered; any route, for an area that is about all of them. */
function hasAnswered({ routes }: Session, area: string): boolean {
  const rows = Object.entries(operationRows);
  const own = rows.filter(([, row]) => row.area === area);
  return (own.length > 0 ? own : rows).some(([operation]) => routes.evidenceFor(operation) !== null);
}

/** If none of the routes that exercise the rule exists, the rule needs those routes. */
function absentRoutes(session: Session, rule: string): readonly string[] {
  const showing = [...operationsShowing(rule)];
  const allAbsent = showing.length > 0 && showing.every((operation) => session.routes.isAbsent(operation));
  return allAbsent ? showing.map(routeNeed) : [];
}
