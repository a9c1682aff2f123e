import type { Plan } from "../../harness/engine/plan.ts";
import { firstChecks } from "../../harness/engine/passive-checks.ts";
import { isApplicable } from "../../harness/applicability.ts";
import type { CatalogueRule } from "../../harness/results.ts";

/** Requests of a check by its kind, as measured on the emulator; what rules share is divided among them. */
const USUAL: Readonly<Record<CatalogueRule["kind"], (runs: number) => number>> = {
  passive: () => 0,
  example: () => 8,
  property: (runs) => 0.7 * runs,
  model: (runs) => 6 * runs,
  race: () => 32,
  sequence: () => 23,
};

/** About how many requests these checks send, control included, with so many runs of each property. */
export function requestsOf(rules: readonly Pick<CatalogueRule, "kind">[], runs: number): number {
  return Math.ceil(rules.reduce((sum, { kind }) => sum + USUAL[kind](runs), 0));
}

/** The same for a run, whatever it needs. Where the target shows a passive rule otherwise than the emulator, it sends more. */
export function requestsOfPlan(
  plan: Plan,
  { runs, notOffered }: { runs: number; notOffered: readonly string[] },
): number {
  const rules = firstChecks(plan)
    .map(({ rule }) => rule)
    .filter((rule) => isApplicable(notOffered, rule));
  return requestsOf(rules, runs);
}
