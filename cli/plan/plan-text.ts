import { guessText } from "../../harness/ports.ts";
import { groupBy, count, firstOf } from "../../reports/text/text.ts";
import { isWatched } from "../../harness/results.ts";
import type { RunPlan } from "./plan.ts";

const SHOWN_RULES = 3;
const SHOWN_NEEDS = 12;

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** Lines on what a run would judge, followed by `more`, on the missing needs, and on the money that it would move. */
export function planText(runPlan: RunPlan, more: readonly string[] = []): readonly string[] {
  return [
    ...indented([...planLines(runPlan), ...more]),
    ...(runPlan.needs.length === 0 ? [] : ["", "missing needs", ...indented(needLines(runPlan))]),
    "",
    "moves money",
    ...indented(moneyLines(runPlan)),
  ];
}

/** Lines on how many rules would be judged, and why the others would not. */
function planLines(runPlan: RunPlan): readonly string[] {
  const { judged, notOffered, blocked, withoutRoutes, guesses, planned, unobservable } = runPlan;
  const watched = judged.filter(isWatched).length;
  const areas = groupBy(judged, ({ area }) => area);
  return [
    `in scope       ${count(runPlan.inScope, "rule")}`,
    `judged         ${count(judged.length, "rule")}${watched === 0 ? "" : ` (${watched} of them on every exchange)`}${areas.size === 0 ? "" : `: ${[...areas].map(([area, rules]) => `${area} ${rules.length}`).join(", ")}`}`,
    ...guesses.map(
      ({ port, rules }) =>
        `guessed        ${rules} of the judged rules use port.${port}, which the profile does not bind; the guess is ${guessText(port)}; if the target refuses it, they cannot run`,
    ),
    `missing needs  ${count(blocked.length, "rule")}`,
    ...(withoutRoutes.rules > 0
      ? [
          `no routes      ${count(withoutRoutes.rules, "rule")} of sections without any route; if your server never has them, write into payconform.yaml: notOffered: [${withoutRoutes.areas.join(", ")}]`,
        ]
      : []),
    ...(notOffered.length > 0
      ? [`not offered    ${count(notOffered.length, "rule")} (\`notOffered\` in the profile)`]
      : []),
    ...(planned > 0 ? [`planned        ${count(planned, "rule")} without a check`] : []),
    ...(unobservable > 0 ? [`unobservable   ${count(unobservable, "rule")}`] : []),
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
    `${id}: ${count(rules.length, "rule")}${alone === 0 ? "" : `, ${alone} with no other missing need`} (${firstOf(rules, SHOWN_RULES)})`,
    `    ${supply}`,
  ];
}

function moneyLines(runPlan: RunPlan): readonly string[] {
  if (runPlan.money.length === 0) return ["no judged rule moves money"];
  return runPlan.money.map(({ operation, section, moves }) => `${operation} (§${section}): ${moves}`);
}
