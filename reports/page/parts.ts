import type { RuleResult } from "../../harness/results.ts";
import { VERDICT_WORDS } from "../digest.ts";
import { type Html, html } from "./html.ts";

/** A sentence in which backticks mean code. */
export function prose(sentence: string): Html {
  const parts = sentence
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** Lines of a shell, with a button that copies them. */
export function command(lines: string): Html {
  return html`<div class="command">
    <button type="button" data-copy>Copy</button>
    <pre tabindex="0"><code>${lines}</code></pre>
  </div>`;
}

export function ruleLink(id: string): Html {
  return html`<a href="#/rule/${id}"><code>${id}</code></a>`;
}

/** The verdict as a word with a mark that needs no colour. */
export function badge(rule: Pick<RuleResult, "verdict" | "known">): Html {
  const word = rule.known && rule.verdict === "violated" ? "known violation" : VERDICT_WORDS[rule.verdict];
  return html`<span class="badge ${rule.verdict}">${MARKS[rule.verdict]} ${word}</span>`;
}

export const MARKS: Readonly<Record<RuleResult["verdict"], string>> = {
  passed: "✓",
  violated: "✗",
  not_applicable: "–",
  could_not_run: "○",
  inconclusive: "?",
  unstable: "≈",
  broken: "!",
};
