import { catalogue, type RetiredRule, retiredRules } from "../../spec/index.ts";
import type { components } from "../../spec/generated/schemas.ts";
import { parseChecked, readTextFile } from "./checked-yaml.ts";
import { UsageError } from "./usage-error.ts";
import type { RuleResult, StaleBaselineEntry } from "../results.ts";
import { retirementText } from "../retirement.ts";
import { faultOf } from "../symptom.ts";

type Schemas = components["schemas"];

/** A known violation, why it is tolerated, and until when. `fault`: what is wrong, as `faultOf` says it. */
export type BaselineEntry = Schemas["baseline"]["known"][number];

export interface Baseline {
  readonly file: string;
  readonly known: readonly (BaselineEntry & { /** "baseline.yaml:7" */ readonly at: string })[];
}

/** @throws UsageError that names file, line, value and what is allowed */
export function loadBaseline(file: string): Baseline {
  const { value, at } = parseChecked<Schemas["baseline"]>(readTextFile(file, "the baseline"), {
    name: file,
    schema: "baseline.schema.json",
  });
  const known = value.known.map((entry, index) => ({ ...entry, at: at(["known", String(index), "rule"]) }));
  const mistakes = known.flatMap((entry, index) => {
    const earlier = known.slice(0, index).find((other) => other.rule === entry.rule);
    if (earlier !== undefined) return [`${entry.at}: ${entry.rule} stands in ${earlier.at} already`];
    if (Number.isNaN(Date.parse(`${entry.expires}T00:00:00Z`)))
      return [`${entry.at}: "${entry.expires}" is not a calendar day`];
    return [];
  });
  if (mistakes.length > 0) throw new UsageError(mistakes.join("\n"));
  return { file, known };
}

/** Whether an entry is about this violation: another fault of the same rule is new. */
export function isAbout(
  { rule, fault }: Pick<BaselineEntry, "rule" | "fault">,
  result: Pick<RuleResult, "id" | "symptom">,
): boolean {
  if (rule !== result.id) return false;
  const shown = faultOf(result.symptom);
  return fault === undefined || shown === null || fault === shown;
}

/**
 * Marks known violations, and returns stale entries. Only violations are excused; an entry whose rule got no final verdict in
 * this run stays. An entry of a retired rule is a warning.
 */
export function applyBaseline(
  baseline: Baseline,
  results: readonly RuleResult[],
  { retired = retiredRules }: { readonly retired?: readonly RetiredRule[] } = {},
): {
  readonly results: readonly RuleResult[];
  readonly stale: readonly StaleBaselineEntry[];
  readonly warnings: readonly string[];
} {
  const today = new Date().toISOString().slice(0, 10);
  const judged = new Map(results.map((result) => [result.id, result]));
  const retirements = baseline.known.flatMap(({ rule, at }) => {
    const entry = retired.find(({ id }) => id === rule);
    return entry === undefined ? [] : [{ entry, at }];
  });
  const stale = baseline.known.flatMap((entry): StaleBaselineEntry[] => {
    if (retired.some(({ id }) => id === entry.rule)) return [];
    const says = staleness(entry, judged.get(entry.rule), today);
    return says === null ? [] : [{ rule: entry.rule, why: says.why, says: `${entry.at}: ${says.text}` }];
  });
  const valid = baseline.known.filter((entry) => entry.expires >= today);
  const others = valid.flatMap((entry) => {
    const result = judged.get(entry.rule);
    if (result?.verdict !== "violated" || isAbout(entry, result)) return [];
    return [
      `${entry.at}: ${entry.rule} was known for another fault (${entry.fault}); now ${faultOf(result.symptom)}`,
    ];
  });
  return {
    results: results.map((result) =>
      result.verdict === "violated" && valid.some((entry) => isAbout(entry, result))
        ? { ...result, known: true }
        : result,
    ),
    stale,
    warnings: [
      ...retirements.map(({ entry, at }) => `${at}: ${retirementText(entry)} Remove this entry.`),
      ...others,
    ],
  };
}

function staleness(
  entry: BaselineEntry,
  result: RuleResult | undefined,
  today: string,
): { why: StaleBaselineEntry["why"]; text: string } | null {
  if (!catalogue.some((rule) => rule.id === entry.rule))
    return { why: "unknown", text: `${entry.rule} is no rule of the catalogue` };
  if (entry.expires < today)
    return { why: "expired", text: `${entry.rule} was excused until ${entry.expires} only` };
  if (result?.verdict === "passed")
    return { why: "passes", text: `${entry.rule} passes now, so nothing is left to excuse` };
  if (result?.verdict === "not_applicable")
    return {
      why: "not_applicable",
      text: `${entry.rule} is not offered by this target, so it cannot be excused`,
    };
  return null;
}
