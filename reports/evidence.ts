import type { RuleResult } from "../harness/results.ts";
import { currencyOf } from "./amounts.ts";
import { reasonOf } from "./causes.ts";
import { curlLines } from "./curl.ts";
import { VERDICT_WORDS } from "./digest.ts";
import { prettyJson } from "./json.ts";
import { clip, indent, oneLine, visible } from "./text.ts";
import { timelineLines } from "./timeline.ts";
import { decisive, eventText, exchangeText } from "./transcript-text.ts";

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

/** Of a script that is longer, in UTF-16 units, only `conformance.json` has the lines. */
const LONGEST_SCRIPT = 16 * 1024;

/** True when a check left an input behind: a counterexample of `null` is none. */
export function hasCounterexample(rule: RuleResult): boolean {
  return rule.counterexample !== null && rule.counterexample !== undefined;
}

/**
 * Evidence for one rule in the order a reader needs it: what the document says, all allowed outcomes, what came, the
 * smallest failing case, its requests as curl, what happened when, the deciding exchange or event, the command that judges it again.
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
    add("amounts", currency === null ? null : `in ${currency}`);
    add("reproduced", oneLine(rule.violation.reproduced));
  } else {
    add("reason", visible(clip(reasonOf(rule, Infinity), limits.value)));
  }
  // The smallest case of a model is a list of commands: their requests say the same in the words of the interface.
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

/** "violated  reversals/x  §7.4 MUST": the first line of a failure. */
export function headline(rule: RuleResult): string {
  const known = rule.known ? " (known: listed in the baseline)" : "";
  return `${VERDICT_WORDS[rule.verdict]}: ${oneLine(rule.id)}  §${oneLine(rule.section)} ${rule.level}${known}`;
}

/** A rule's evidence as plain text: labels in a column, further lines indented below. */
export function evidenceText(rule: RuleResult, limits: EvidenceLimits): string {
  return evidence(rule, limits)
    .map(({ label, value }) =>
      value.includes("\n") ? `${label}\n${indent(value, "    ")}` : `${label.padEnd(14)} ${value}`,
    )
    .join("\n");
}
