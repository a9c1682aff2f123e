import { contractOperations } from "../../harness/contract.ts";
import type { FaultOutcome } from "./judge-fault.ts";
import { operators } from "./operators.ts";

/** How the faults of one operator, or of one class of operations, fared. */
export interface Score {
  readonly name: string;
  readonly faults: number;
  readonly killed: number;
  readonly permitted: number;
  readonly survived: number;
  /** Share of the faults that ought to be caught, and were: 0 to 1; null without any. */
  readonly power: number | null;
}

/** Faults that changed nothing that the checks provoke are left out. */
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
    power: killed + survived === 0 ? null : killed / (killed + survived),
  };
}

export function byOperator(outcomes: readonly FaultOutcome[]): readonly Score[] {
  return operators.map(({ name }) =>
    scoreOf(
      name,
      outcomes.filter((outcome) => outcome.operator === name),
    ),
  );
}

/** Classes are the contract's resources, creations apart from readings, refusals apart from both. */
export function byClass(outcomes: readonly FaultOutcome[]): readonly Score[] {
  const classes = new Map<string, FaultOutcome[]>();
  for (const outcome of outcomes) {
    const name = classOf(outcome);
    classes.set(name, [...(classes.get(name) ?? []), outcome]);
  }
  return [...classes].sort(([a], [b]) => a.localeCompare(b)).map(([name, own]) => scoreOf(name, own));
}

export function inAll(outcomes: readonly FaultOutcome[]): Score {
  return scoreOf("all", outcomes);
}

/** "92.4 %" */
export function percent(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)} %`;
}

function classOf({ operation, status }: FaultOutcome): string {
  const { method, path = "", tags = [] } = contractOperations.get(operation) ?? {};
  const resource = tags[0] === "Connect" ? `Connect ${path.split("/")[3] ?? ""}` : (tags[0] ?? "");
  if (status >= 300) return `${resource}: refusals`;
  return `${resource}: ${method === "GET" ? "readings" : "changes"}`;
}
