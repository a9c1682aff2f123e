import type { RuleResult } from "../../harness/results.ts";
import { currencyOf } from "./amounts.ts";
import { decisive } from "./decisive-requests.ts";
import { eventText, exchangeText } from "./transcript.ts";
import { reasonOf } from "./causes.ts";
import { curlLines } from "./curl.ts";
import { VERDICT_WORDS } from "./outcome-words.ts";
import { prettyJson, clip, indent, oneLine, visible } from "../text/text.ts";
import { timelineLines } from "./timeline.ts";

/** How much evidence is shown, in UTF-16 units. */
export interface EvidenceLimits {
  readonly value: number;
  readonly body: number;
}

/** One labelled piece of evidence; `value` may have several lines and is safe to print. */
export interface EvidenceItem {
  readonly label: string;
  readonly value: string;
}

/** A longer script is only in `conformance.json`, UTF-16 units. */
const LONGEST_SCRIPT = 16 * 1024;

/** Whether a check reported a counterexample. `null` means none. */
export function hasCounterexample(rule: RuleResult): boolean {
  return rule.counterexample !== null && rule.counterexample !== undefined;
}

/**
 * The evidence of a rule in the order in which a reader needs it: what the document says, all allowed outcomes, the actual one, the smallest
 * failing case, the requests as curl, the timeline, the decisive exchange or event, and the command that judges the rule again.
 */
export function evidence(rule: RuleResult, limits: EvidenceLimits): readonly EvidenceItem[] {
  const items: EvidenceItem[] = [{ label: "says", value: oneLine(rule.says) }];
  const add = (label: string, value: string | null) => {
    if (value !== null && value !== "") items.push({ label, value });
  };
  if (rule.violation !== null) {
    add("expected", visible(clip(rule.violation.expected, limits.value)));
    add("actual", visible(clip(rule.violation.actual, limits.value)));
    const currency = currencyOf(rule);
    add("test", rule.violation.test === undefined ? null : oneLine(rule.violation.test));
    add("amounts", currency === null ? null : `in ${currency}`);
    add("reproduced", oneLine(rule.violation.reproduced));
  } else {
    add("reason", visible(clip(reasonOf(rule, Infinity), limits.value)));
  }
  // The smallest case of a model is a list of commands. Their requests show the same in the terms of the interface.
  if (hasCounterexample(rule) && (rule.kind !== "model" || rule.violation === null)) {
    add("counterexample", visible(clip(prettyJson(rule.counterexample).trimEnd(), limits.value)));
  }
  add("requests", scriptOf(rule));
  add("timeline", timelineLines(rule).join("\n"));
  const { exchange, event, named } = decisive(rule);
  if (exchange !== undefined)
    add(named ? "exchange" : "last exchange", exchangeText(exchange, { body: limits.body }).trimEnd());
  if (event !== undefined) add("event", eventText(event, { body: limits.body }).trimEnd());
  add("replay", rule.replay === null ? null : oneLine(rule.replay));
  return items;
}

function scriptOf(rule: RuleResult): string {
  const lines = curlLines(rule);
  const script = lines.join("\n");
  return script.length <= LONGEST_SCRIPT
    ? script
    : `# ${lines.length} lines, too long for this page: violation.curl in conformance.json`;
}

/** The first line of a failure: "violated: reversals/x  §7.4 MUST". */
export function headline(rule: RuleResult): string {
  const known = rule.known ? " (known: listed in the baseline)" : "";
  return `${VERDICT_WORDS[rule.verdict]}: ${oneLine(rule.id)}  §${oneLine(rule.section)} ${rule.level}${known}`;
}

/** The evidence of a rule as plain text: labels in a column, values of several lines indented below. */
export function evidenceText(rule: RuleResult, limits: EvidenceLimits): string {
  return evidence(rule, limits)
    .map(({ label, value }) =>
      value.includes("\n") ? `${label}\n${indent(value, "    ")}` : `${label.padEnd(14)} ${value}`,
    )
    .join("\n");
}
