import type { RuleResult, RunResult } from "../../harness/results.ts";
import { groupBy } from "../text/text.ts";

/** A missing need and the rules that need it. */
interface NeedCost {
  readonly need: string;
  readonly supply: string;
  readonly rules: readonly string[];
  /** The number of these rules that need nothing else. */
  readonly alone: number;
}

interface NeedGroup extends NeedCost {
  /** Whether the need is a missing route, which is shown as a cause. */
  readonly isShownAsCause: boolean;
}

/** Missing needs of these rules. The need of most rules comes first. */
export function missingNeeds(rules: readonly RuleResult[]): readonly NeedCost[] {
  const groups = new Map<string, { supply: string; rules: string[]; alone: number }>();
  for (const rule of rules) {
    if (rule.verdict !== "could_not_run") continue;
    for (const { id, supply } of rule.needs) {
      const group = groups.get(id) ?? { supply, rules: [], alone: 0 };
      group.rules.push(rule.id);
      if (rule.needs.length === 1) group.alone += 1;
      groups.set(id, group);
    }
  }
  return [...groups]
    .map(([need, group]) => ({ need, ...group }))
    .sort((a, b) => b.rules.length - a.rules.length || (a.need < b.need ? -1 : 1));
}

/** The missing needs of rules whose sections have a route. The others need their routes first. */
export function needsOfServed(result: RunResult): readonly NeedGroup[] {
  const absent = new Set(absentAreas(result));
  const routes = new Set(
    result.rules.flatMap(({ symptom }) => (symptom?.kind === "route" ? [`route.${symptom.operation}`] : [])),
  );
  return missingNeeds(result.rules.filter(({ area }) => !absent.has(area))).map((group) => ({
    ...group,
    isShownAsCause: routes.has(group.need),
  }));
}

/** Areas of sections without any route, in alphabetical order. */
function absentAreas({ absentSections = [] }: RunResult): readonly string[] {
  return [...new Set(absentSections.flatMap(({ areas }) => areas))].sort();
}

/** How to exclude the sections without any route in the profile; null if there are none. */
export function leaveOutText(result: RunResult): string | null {
  const areas = absentAreas(result);
  if (areas.length === 0) return null;
  const sections = (result.absentSections ?? []).map(({ name }) => name.split(" ")[0]);
  return `if your server never has ${sections.join(", ")}, write into payconform.yaml: notOffered: [${areas.join(", ")}]`;
}

/** "§4.2 Checkout sessions; §4.8 Test clocks". */
export function sectionsInWords({ absentSections = [] }: RunResult): string {
  return absentSections.map(({ name }) => name).join("; ");
}

/** The number of rules that could not run because their section has no route. */
export function waitingForSections(result: RunResult): number {
  const absent = new Set(absentAreas(result));
  return result.rules.filter(({ area, verdict }) => absent.has(area) && verdict === "could_not_run").length;
}

/** Rules that could not run although no need was missing, such as a passive rule without an exchange to judge, by reason. */
export function couldNotRunWithoutNeed(
  result: RunResult,
): readonly { readonly reason: string; readonly rules: readonly string[] }[] {
  const without = result.rules.filter(
    ({ verdict, needs }) => verdict === "could_not_run" && needs.length === 0,
  );
  return [...groupBy(without, ({ reason }) => reason ?? "")]
    .map(([reason, rules]) => ({ reason, rules: rules.map(({ id }) => id) }))
    .sort((a, b) => b.rules.length - a.rules.length);
}
