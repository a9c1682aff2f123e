import type { RequestTrace, RuleResult, RecordedExchange } from "../../harness/results.ts";
import { VERDICT_WORDS } from "../evidence/outcome-words.ts";
import { type Html, html } from "../text/html.ts";
import { clip } from "../text/text.ts";

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

/** The longest body, UTF-16 units. */
const BODY = 16 * 1024;

/** An exchange on one line: "POST /v1/payment-intents → 201". */
export function exchangeLine({ method: verb, url, status }: RecordedExchange): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return `${verb} ${clip(path, 160)} → ${status ?? "no answer"}`;
}

/** An exchange: its time, the command that repeats it, its bodies, and its headers in a closed block. */
export function exchangeBlock(exchange: RecordedExchange, curl: string | null): Html {
  const { requestBody, responseBody, responseHeaders, requestHeaders, fault, startedAt, durationMs } =
    exchange;
  const { trace } = exchange;
  const headers = (some: RecordedExchange["requestHeaders"]): Html =>
    html`<pre tabindex="0"><code>${some.map(([name, value]) => `${name}: ${value}`).join("\n")}</code></pre>`;
  const body = (title: string, text: string | null): Html | null =>
    text === null || text === ""
      ? null
      : html`<h3>${title}</h3>
          <pre tabindex="0"><code>${clip(pretty(text), BODY)}</code></pre>`;
  return html`<p class="count">
      Sent ${startedAt}, ${durationMs.toFixed(1)} ms${fault === null ? null : html`, ${fault}`}
    </p>
    ${trace === undefined ? null : traceLine(trace)} ${curl === null ? null : command(curl)}
    ${body("Request", requestBody)}${body("Answer", responseBody)}
    <details>
      <summary>Headers</summary>
      ${headers(requestHeaders)}${headers(responseHeaders)}
    </details>`;
}

/** The case and the trace of a request, which links to where the profile shows traces. */
function traceLine({ id, case: name, link }: RequestTrace): Html {
  const isWeb = link !== undefined && /^https?:/i.test(link);
  return html`<p class="count">
    Case <code>${name}</code>, trace
    ${isWeb ? html`<a href="${link}" rel="noreferrer">${id}</a>` : html`<code>${id}</code>`}
  </p>`;
}

/** Indents JSON. Does not change other text, or text that is too long to be shown completely. */
function pretty(text: string): string {
  if (text.length > BODY) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
