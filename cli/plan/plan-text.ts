import { guessText } from "../../harness/ports.ts";
import type { Outlook } from "./plan.ts";

const SHOWN_RULES = 3;
const SHOWN_NEEDS = 12;

/** How many rules would be judged, and how many would not and why, one fact a line. */
export function outlookLines(outlook: Outlook): readonly string[] {
  const { judged, notOffered, lacking, guesses, planned, unobservable } = outlook;
  const watched = judged.filter(({ kind }) => kind === "passive").length;
  const areas = new Map<string, number>();
  for (const rule of judged) areas.set(rule.area, (areas.get(rule.area) ?? 0) + 1);
  return [
    `in scope       ${outlook.meant} rules`,
    `judged         ${judged.length} rules${watched === 0 ? "" : ` (${watched} of them on whatever answers come)`}${areas.size === 0 ? "" : `: ${[...areas].map(([area, count]) => `${area} ${count}`).join(", ")}`}`,
    ...guesses.map(
      ({ port, rules }) =>
        `guessed        ${rules} of the judged rules rest on a guess of port.${port}, which the profile does not bind: ${guessText(port)}; where the target refuses it, they cannot run`,
    ),
    `lacking needs  ${lacking.length} rules`,
    ...(notOffered.length > 0 ? [`not offered    ${notOffered.length} rules, as the profile says`] : []),
    ...(planned > 0 ? [`planned        ${planned} rules have no check yet`] : []),
    ...(unobservable > 0 ? [`unobservable   ${unobservable} rules that nothing could show`] : []),
    `requests       about ${outlook.requests}`,
  ];
}

/** What is missing, what it would unlock, how to supply it. */
export function needLines(outlook: Outlook): readonly string[] {
  const rest = outlook.needs.slice(SHOWN_NEEDS);
  return [
    ...outlook.needs.slice(0, SHOWN_NEEDS).flatMap(needEntry),
    ...(rest.length === 0
      ? []
      : [
          `and ${rest.length} more, with the rules that wait: ${rest.map(({ id, rules }) => `${id} ${rules.length}`).join(", ")}`,
          `\`payconform explain NEED\` tells what a need is and how to supply it; \`payconform explain RULE\` what a rule needs`,
        ]),
  ];
}

function needEntry({ id, supply, rules, alone }: Outlook["needs"][number]): readonly string[] {
  return [
    `${id}: ${rules.length} ${rules.length === 1 ? "rule waits" : "rules wait"}${alone === 0 ? "" : `, ${alone} for nothing else`} (${shortList(rules)})`,
    `    ${supply}`,
  ];
}

export function moneyLines(outlook: Outlook): readonly string[] {
  if (outlook.money.length === 0) return ["nothing that is judged moves money"];
  return outlook.money.map(({ operation, section, moves }) => `${operation} (§${section}): ${moves}`);
}

function shortList(ids: readonly string[]): string {
  const more = ids.length - SHOWN_RULES;
  return `${ids.slice(0, SHOWN_RULES).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
