import type { RuleResult } from "../../harness/results.ts";
import { VERDICT_WORDS } from "../digest.ts";
import { type Html, html } from "../html.ts";

/** A sentence in which backticks mean code. */
export function prose(sentence: string): Html {
  const parts = sentence
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** Shell commands, with a button that copies them. */
export function command(lines: string): Html {
  return html`<div class="command">
    <button type="button" data-copy>Copy</button>
    <pre tabindex="0"><code>${lines}</code></pre>
  </div>`;
}

/** The heading of a column, and the kind of its cells. */
type Column = string | { readonly name: string; readonly holds: "text" | "wide" };

/** A table that scrolls separately on a narrow screen. `label` describes it; each row is a `tr`. */
export function table(label: string, columns: readonly Column[], rows: readonly Html[]): Html {
  const headings = columns.map((column) =>
    typeof column === "string"
      ? html`<th scope="col">${column}</th>`
      : html`<th scope="col" class="${column.holds}">${column.name}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${headings}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

export function ruleLink(id: string): Html {
  return html`<a href="#/rule/${id}"><code>${id}</code></a>`;
}

/** The verdict as a word, with a mark that is readable without colour. */
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
