import type { CatalogueRule, RuleResult } from "./results.ts";

/** A result with what the catalogue says of its rule; what is not given is empty. */
export function resultFor(
  rule: Pick<CatalogueRule, "id" | "section" | "area" | "level" | "kind" | "says">,
  fields: Pick<RuleResult, "verdict" | "reason" | "startedAt"> & Partial<RuleResult>,
): RuleResult {
  const { id, section, area, level, kind, says } = rule;
  return {
    id,
    section,
    area,
    level,
    kind,
    says,
    needs: [],
    exchanges: 0,
    durationMs: 0,
    violation: null,
    counterexample: null,
    replay: null,
    known: false,
    shares: {},
    transcript: [],
    events: [],
    ...fields,
  };
}
