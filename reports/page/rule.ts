import { diffWordsWithSpace } from "diff";
import type { RuleResult, RunResult } from "../../harness/results.ts";
import { currencyOf } from "../evidence/amounts.ts";
import { damageOf } from "../evidence/damage.ts";
import { decisive } from "../evidence/decisive-requests.ts";
import { eventText, transcriptText } from "../evidence/transcript.ts";
import { curlLines } from "../evidence/curl.ts";
import { decisiveRequests } from "../evidence/decisive-requests.ts";
import { hasCounterexample } from "../evidence/evidence.ts";
import { prettyJson, clip, count, duration } from "../text/text.ts";
import { METHODS } from "../evidence/outcome-words.ts";
import { type Drawing, inPage } from "../drawings/drawing.ts";
import { drawingsOf } from "../drawings/drawings.ts";
import { exchangeBlock, exchangeLine, badge, command, prose, table } from "./parts.ts";
import { type CatalogueFacts, sectionName } from "../evidence/facts.ts";
import { type Html, html } from "../text/html.ts";
import { type Cause, causeCounts, GROUP_WORDS, tryAgain } from "../evidence/causes.ts";

const VALUE = 8 * 1024;
const BODY = 16 * 1024;
/** The longest transcripts, UTF-16 units. Those of passed rules may be short; those of others are nearly complete. */
const TRANSCRIPT = { passed: 6 * 1024, other: 192 * 1024 };
const PROOFS = 8;

/** Everything about a rule, in the order in which a reader needs it. */
export function rulePage(rule: RuleResult, facts: CatalogueFacts): Html {
  return html`<p class="path">
      <a href="#/rules">Rules</a> ›
      <a href="#/section/${rule.section}">${sectionName(rule.section, facts)}</a> › ${rule.area}
    </p>
    <h1>${prose(rule.says)}</h1>
    <p>
      ${badge(rule)} <span class="damage ${damageOf(rule)}">${damageOf(rule)}</span> <code>${rule.id}</code>
    </p>
    ${origin(rule, facts)} ${comparison(rule)} ${reason(rule)} ${drawingsOf(rule).map(figure)}
    ${smallest(rule)} ${steps(rule)} ${script(rule)} ${again(rule)} ${transcript(rule)} ${method(rule)}`;
}

/** The evidence of a violation, for a page about several rules: the values and the requests. Empty without a violation. */
function evidenceOf(rule: RuleResult): Html {
  return html`${comparison(rule)} ${rule.violation === null ? null : script(rule)}`;
}

/** The places in the document, with their text if the user's copy is available. */
function origin(rule: RuleResult, { references, quote }: CatalogueFacts): Html {
  const places = references.get(rule.id) ?? [`§${rule.section}`];
  const quotes = places.flatMap((place) => {
    const text = quote?.(place) ?? null;
    return text === null
      ? []
      : [
          html`<blockquote>
            <p>${text}</p>
            <footer>${place}</footer>
          </blockquote>`,
        ];
  });
  return html`<p>The document: ${places.join("; ")} (${rule.level}).</p>
    ${quotes}`;
}

function figure(drawing: Drawing): Html {
  const { title, words } = drawing;
  return html`<figure>
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">${inPage(drawing)}</div>
    <figcaption>
      <details>
        <summary>The same in words</summary>
        <ol>
          ${words.map((word) => html`<li>${word}</li>`)}
        </ol>
      </details>
    </figcaption>
  </figure>`;
}

/** The expected and the actual text. If they have most words in common, the differences are marked. */
function comparison(rule: RuleResult): Html | null {
  const { violation } = rule;
  if (violation === null) return null;
  const currency = currencyOf(rule);
  const [expected, actual] = [clip(violation.expected, VALUE), clip(violation.actual, VALUE)];
  const parts = diffWordsWithSpace(expected, actual);
  const length = (some: typeof parts): number => some.reduce((sum, { value }) => sum + value.length, 0);
  const isAlike =
    length(parts.filter(({ added, removed }) => !added && !removed)) * 2 >=
    Math.min(expected.length, actual.length);
  const side = (own: "removed" | "added", other: "removed" | "added"): Html[] =>
    parts
      .filter((part) => !part[other])
      .map((part) => (part[own] && isAlike ? html`<mark>${part.value}</mark>` : html`${part.value}`));
  return html`<dl class="diff">
      <dt>Expected</dt>
      <dd class="expected">${side("removed", "added")}</dd>
      <dt>Actual</dt>
      <dd class="actual">${side("added", "removed")}</dd>
    </dl>
    <p class="count">
      ${currency === null ? null : `Amounts are in ${currency}. `}${timesInWords(rule)}
      ${violation.test === undefined ? null : `Provoked by the test ${violation.test}.`}
    </p>`;
}

/** "Violated in 2/2 executions"; of a rule without a check, how many of the exchanges and events that could violate it did. */
function timesInWords({ kind, violation }: RuleResult): string {
  const { reproduced = "" } = violation ?? {};
  if (kind !== "passive" && kind !== "trace") return `Violated in ${reproduced} executions.`;
  const [broken, judged] = reproduced.split("/");
  return `Violated ${broken} of the ${judged} times that it was judged.`;
}

function reason({ verdict, violation, reason: why, needs }: RuleResult): Html | null {
  if (verdict === "passed" || violation !== null) return null;
  return html`<p class="reason">${clip(why ?? "No reason was given.", VALUE)}</p>
    ${
      needs.length === 0
        ? null
        : html`<h2>What is missing</h2>
            <ul>
              ${needs.map(({ id, supply }) => html`<li><code>${id}</code>: ${prose(supply)}</li>`)}
            </ul>`
    }`;
}

function smallest(rule: RuleResult): Html | null {
  const shares = Object.entries(rule.shares);
  if (!hasCounterexample(rule) && shares.length === 0) return null;
  const rows = shares.map(
    ([name, { reached, declared }]) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${shown(reached)}</td>
        <td>${shown(declared)}</td>
        <td>${reached >= declared ? "reached" : "not reached"}</td>
      </tr>`,
  );
  return html`${
    hasCounterexample(rule)
      ? html`<h2>Smallest case</h2>
          <pre tabindex="0"><code>${clip(prettyJson(rule.counterexample).trimEnd(), VALUE)}</code></pre>`
      : null
  }
  ${
    rows.length === 0
      ? null
      : html`<details>
          <summary>Interesting cases that the generated values reached</summary>
          ${table("Cases of the generated values", ["case", "of the runs", "at least", ""], rows)}
        </details>`
  }`;
}

const shown = (fraction: number): string => `${(fraction * 100).toFixed(1)} %`;

/** The requests that show a violation. The decisive one is open. */
function steps(rule: RuleResult): Html | null {
  if (rule.violation === null) return null;
  const { exchanges, decisive: one } = decisiveRequests(rule);
  const { event } = decisive(rule);
  const lines = linesByRequest(rule);
  const list = exchanges.map((exchange, index) => {
    const isOpen = exchange === (one ?? (event === undefined ? exchanges.at(-1) : undefined));
    return html`<li><details${isOpen ? html` open` : null} class="${isOpen ? "decisive" : "step"}"><summary>${exchangeLine(exchange)}${isOpen && one !== null ? " ← this is the violation" : ""}</summary>${exchangeBlock(exchange, lines[index] ?? null)}</details></li>`;
  });
  const arrived =
    event === undefined
      ? null
      : html`<h2>The event that shows it</h2>
          <pre tabindex="0"><code>${eventText(event, { body: BODY })}</code></pre>`;
  return list.length === 0
    ? arrived
    : html`<h2>Requests</h2>
        <ol class="steps">
          ${list}
        </ol>
        ${arrived}`;
}

/** The lines of the script, by request. Later requests use variables that earlier ones set. */
function linesByRequest(rule: RuleResult): readonly string[] {
  const requests: string[][] = [];
  for (const text of curlLines(rule)) {
    if (/^# request \d+ of /.test(text)) requests.push([]);
    requests.at(-1)?.push(text);
  }
  return requests.map((lines) => lines.join("\n"));
}

function script(rule: RuleResult): Html | null {
  const lines = curlLines(rule);
  return lines.length === 0
    ? null
    : html`<h2>All requests as a script</h2>
        ${command(lines.join("\n"))}`;
}

function again({ replay, verdict }: RuleResult): Html | null {
  return replay === null || verdict === "passed"
    ? null
    : html`<h2>Judge it again</h2>
        ${command(replay)}`;
}

/** The transcripts of passed rules, which no longer change after the verdict. */
const prepared = new WeakMap<RuleResult["transcript"], Html | null>();

/** Renders the slowest part of a page, the transcript of a passed rule, while other rules are judged. */
export function prepareRulePage(rule: RuleResult): void {
  if (rule.verdict === "passed") prepared.set(rule.transcript, transcriptOf(rule));
}

function transcript(rule: RuleResult): Html | null {
  return (rule.verdict === "passed" ? prepared.get(rule.transcript) : undefined) ?? transcriptOf(rule);
}

function transcriptOf(rule: RuleResult): Html | null {
  const number = rule.transcript.length + rule.events.length;
  if (number === 0) return null;
  const { earlier = 0 } = rule;
  const limit = rule.verdict === "passed" ? TRANSCRIPT.passed : TRANSCRIPT.other;
  return html`<details>
    <summary>
      ${
        earlier > 0
          ? `The last ${number} of ${number + earlier} exchanges and events of this check`
          : `All ${count(rule.transcript.length, "exchange")} and ${count(rule.events.length, "event")} of this check`
      }
    </summary>
    <pre tabindex="0"><code>${transcriptText(rule, limit)}</code></pre>
  </details>`;
}

function method(rule: RuleResult): Html {
  const proofs = rule.provedBy ?? [];
  const more = proofs.length - PROOFS;
  return html`<p class="count">
      Judged ${METHODS[rule.kind]}: ${count(rule.exchanges, "exchange")} in ${duration(rule.durationMs)}.
    </p>
    ${
      proofs.length === 0
        ? null
        : html`<details>
            <summary>The check fails on ${count(proofs.length, "faulty server")}</summary>
            <ul>
              ${proofs.slice(0, PROOFS).map(({ mutant, summary }) => html`<li>${summary} <code>${mutant}</code></li>`)}${more > 0 ? html`<li>and ${more} more</li>` : null}
            </ul>
          </details>`
    }`;
}

/** A cause with all of its rules, the simplest first, and the evidence of the simplest. */
export function causePage(cause: Cause, result: RunResult, facts: CatalogueFacts): Html {
  const again = tryAgain(cause, result);
  const [simplest, ...rest] = cause.rules;
  const list = (rules: Cause["rules"]): Html =>
    html`<ul>
      ${rules.map((rule) => html`<li>${badge(rule)} <a href="#/rule/${rule.id}">${prose(rule.says)}</a> <code>${rule.id}</code> <span class="count">${sectionName(rule.section, facts)}</span></li>`)}
    </ul>`;
  return html`<p class="path"><a href="#/">Summary</a> › ${GROUP_WORDS[cause.group]}</p>
    <h1>${prose(clip(cause.says, 1_000))}</h1>
    <p>${causeCounts(cause)}</p>
    ${cause.where.length === 0 ? null : html`<p>Where: ${cause.where.map((where) => html`<code>${where}</code> `)}</p>`}
    ${cause.rules.length === 0 ? null : list(cause.rules)}
    ${rest.length === 0 || simplest?.violation === null ? null : html`<h2>Evidence of the first rule</h2>`}
    ${simplest === undefined ? null : evidenceOf(simplest)}
    ${
      cause.waiting.length === 0
        ? null
        : html`<h2>Not judged because of it</h2>
            ${list(cause.waiting)}`
    }
    ${
      again === null
        ? null
        : html`<h2>Try again after a fix</h2>
            ${command(again)}`
    }`;
}
