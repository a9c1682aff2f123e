import { catalogue, needs } from "../spec/index.ts";
import type { CatalogueRule } from "./results.ts";

/** Rules that ask for a need: by its own name, or by that of a need that it meets as well (`met_by` in spec/needs.yaml). */
export function rulesByNeed(need: string): readonly CatalogueRule[] {
  const asked = needsMetBy(need);
  return catalogue.filter(
    (rule) => rule.unobservable === undefined && rule.needs.some((one) => asked.has(one)),
  );
}

/** The need itself and, step by step, every other one that it meets. */
function needsMetBy(need: string): ReadonlySet<string> {
  const met = new Set([need]);
  for (const one of met) {
    for (const { id, met_by: others = [] } of needs) if (others.includes(one)) met.add(id);
  }
  return met;
}
