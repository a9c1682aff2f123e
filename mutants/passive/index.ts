import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { passiveEventMutants } from "./events.ts";
import { passiveOperationMutants } from "./operations.ts";

/**
 * Mutants of the passive rules, derived from the annotations of the contract. Each violates one constraint in the answers of one operation,
 * or in one event.
 */
export const everyPassiveMutant: readonly Mutant[] = [...passiveOperationMutants, ...passiveEventMutants];

/** A mutant for each passive rule that none of these mutants violates, at the first operation or event that can show it. */
export function passiveMutantsFor(others: readonly Mutant[]): readonly Mutant[] {
  const broken = new Set(others.flatMap((mutant) => mutant.violates));
  const byRule = new Map<RuleId, Mutant>();
  for (const mutant of everyPassiveMutant) {
    const [rule] = mutant.violates;
    if (rule !== undefined && !broken.has(rule) && !byRule.has(rule)) byRule.set(rule, mutant);
  }
  return [...byRule.values()];
}
