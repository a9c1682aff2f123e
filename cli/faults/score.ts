import { groupBy } from "../../reports/text/text.ts";
import { answerExcuses } from "./answers/permitted.ts";
import { operators } from "./answers/operators.ts";
import type { Excuse } from "./excuse.ts";
import type { Side } from "./fault.ts";
import type { FaultOutcome } from "./judge-fault.ts";
import { requestOperators } from "./requests/fault.ts";
import { requestExcuses } from "./requests/permitted.ts";

/** Outcomes of the faults of one operator or group. */
export interface Score {
  readonly name: string;
  readonly faults: number;
  readonly killed: number;
  readonly permitted: number;
  readonly survived: number;
  /** Faults that changed no exchange of the checks; `faults` does not include them. */
  readonly unreached: number;
  /** Share of detectable faults that were detected, 0 to 1; null if there are none. */
  readonly power: number | null;
}

/** The operators of both sides by name, in the order of the tables. */
export const operatorNames: Readonly<Record<Side, readonly string[]>> = {
  answer: operators.map(({ name }) => name),
  request: requestOperators.map(({ name }) => name),
};

/** The classes of permitted faults, of both sides. */
export const excuses: readonly Excuse[] = [...answerExcuses, ...requestExcuses];

/** The columns of a table of scores, after the name. */
export const SCORE_COLUMNS = ["faults", "killed", "permitted", "surviving", "power", "unreached"] as const;

/** A row of a table of scores. */
export const scoreRow = (score: Score): readonly (string | number)[] => [
  score.name,
  score.faults,
  score.killed,
  score.permitted,
  score.survived,
  percent(score.power),
  score.unreached,
];

export function byOperator(outcomes: readonly FaultOutcome[], side: Side): readonly Score[] {
  return operatorNames[side]
    .map((name) =>
      scoreOf(
        name,
        outcomes.filter((outcome) => outcome.side === side && outcome.operator === name),
      ),
    )
    .filter(({ faults, unreached }) => faults + unreached > 0);
}

/** Groups answers by resource, with changes, readings and refusals separate; requests by operator and group. */
export function byGroup(outcomes: readonly FaultOutcome[], side: Side): readonly Score[] {
  const groups = groupBy(
    outcomes.filter((outcome) => outcome.side === side),
    ({ operator, group }) => (side === "answer" ? group : `${operator}: ${group}`),
  );
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([name, own]) => scoreOf(name, own));
}

export function inAll(outcomes: readonly FaultOutcome[]): Score {
  return scoreOf("all", outcomes);
}

/** "92.4 %" */
export function percent(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)} %`;
}

function scoreOf(name: string, outcomes: readonly FaultOutcome[]): Score {
  const count = (...states: readonly FaultOutcome["state"][]): number =>
    outcomes.filter((outcome) => states.includes(outcome.state)).length;
  const killed = count("killed");
  const survived = count("survived", "broken");
  return {
    name,
    faults: count("killed", "permitted", "survived", "broken"),
    killed,
    permitted: count("permitted"),
    survived,
    unreached: count("unreached"),
    power: killed + survived === 0 ? null : killed / (killed + survived),
  };
}
