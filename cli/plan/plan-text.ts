import { guessText } from "../../harness/ports.ts";
import type { RunPlan } from "./plan.ts";

const SHOWN_RULES = 3;
const SHOWN_NEEDS = 12;

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** What a run would judge, and `more` about it; the needs that are missing, and the money that it moves. */
export function planText(runPlan: RunPlan, more: readonly string[] = []): readonly string[] {
  return [
    ...indented([...planLines(runPlan), ...more]),
    ...(runPlan.needs.length === 0 ? [] : ["", "missing needs", ...indented(needLines(runPlan))]),
    "",
    "moves money",
    ...indented(moneyLines(runPlan)),
  ];
}

/** How many rules would be judged, and how many not and why, one fact a line. */
function planLines(runPlan: RunPlan): readonly string[] {
  const { judged, notOffered, blocked, withoutRoutes, guesses, planned, unobservable } = runPlan;
  const watched = judged.filter(({ kind }) => kind === "passive").length;
  const areas = new Map<string, number>();
  for (const rule of judged) areas.set(rule.area, (areas.get(rule.area) ?? 0) + 1);
  return [
    `in scope       ${countOf(runPlan.inScope)}`,
    `judged         ${countOf(judged.length)}${watched === 0 ? "" : ` (${watched} of them on every exchange)`}${areas.size === 0 ? "" : `: ${[...areas].map(([area, count]) => `${area} ${count}`).join(", ")}`}`,
    ...guesses.map(
      ({ port, rules }) =>
        `guessed        ${rules} of the judged rules use port.${port}, which the profile does not bind; the guess is ${guessText(port)}; if the target refuses it, they cannot run`,
    ),
    `missing needs  ${countOf(blocked.length)}`,
    ...(withoutRoutes.rules > 0
      ? [
          `no routes      ${countOf(withoutRoutes.rules)} of sections without any route; if your server never has them, write into payconform.yaml: notOffered: [${withoutRoutes.areas.join(", ")}]`,
        ]
      : []),
    ...(notOffered.length > 0
      ? [`not offered    ${countOf(notOffered.length)} (\`notOffered\` in the profile)`]
      : []),
    ...(planned > 0 ? [`planned        ${countOf(planned)} without a check`] : []),
    ...(unobservable > 0 ? [`unobservable   ${countOf(unobservable)}`] : []),
    `requests       about ${runPlan.requests}`,
  ];
}

/** Each missing need with the rules that need it and how to supply it. */
function needLines(runPlan: RunPlan): readonly string[] {
  const rest = runPlan.needs.slice(SHOWN_NEEDS);
  return [
    ...runPlan.needs.slice(0, SHOWN_NEEDS).flatMap(needEntry),
    ...(rest.length === 0
      ? []
      : [
          `and ${rest.length} more, with the number of rules: ${rest.map(({ id, rules }) => `${id} ${rules.length}`).join(", ")}`,
          `\`payconform explain NEED\` shows how to supply a need, \`payconform explain RULE\` what a rule needs`,
        ]),
  ];
}

function needEntry({ id, supply, rules, alone }: RunPlan["needs"][number]): readonly string[] {
  return [
    `${id}: ${countOf(rules.length)}${alone === 0 ? "" : `, ${alone} with no other missing need`} (${shortList(rules)})`,
    `    ${supply}`,
  ];
}

function moneyLines(runPlan: RunPlan): readonly string[] {
  if (runPlan.money.length === 0) return ["no judged rule moves money"];
  return runPlan.money.map(({ operation, section, moves }) => `${operation} (§${section}): ${moves}`);
}

const countOf = (count: number): string => `${count} ${count === 1 ? "rule" : "rules"}`;

function shortList(ids: readonly string[]): string {
  const more = ids.length - SHOWN_RULES;
  return `${ids.slice(0, SHOWN_RULES).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
