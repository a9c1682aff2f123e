import type { RunResult } from "../../harness/results.ts";
import { type Cause, causeCounts, GROUP_WORDS, tryAgain } from "../causes.ts";
import { clip } from "../text.ts";
import { type CatalogueFacts, sectionName } from "./facts.ts";
import { type Html, html } from "../html.ts";
import { badge, command, prose } from "./parts.ts";
import { evidenceOf } from "./rule.ts";

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
