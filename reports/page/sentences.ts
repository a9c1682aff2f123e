import type { RunResult } from "../../harness/results.ts";
import { type CatalogueFacts, sectionName } from "../evidence/facts.ts";
import { coverageInWords, type Sentence, sentencesOf } from "../evidence/sentences.ts";
import { type Html, html } from "../text/html.ts";
import { groupBy } from "../text/text.ts";
import { MARKS, prose } from "./parts.ts";

/** Every sentence of the document by section. The page inserts a section when it is opened. */
export function sentencesPage(result: RunResult, facts: CatalogueFacts): Html | null {
  const sentences = sentencesOf(result, facts);
  if (sentences.length === 0) return null;
  const sections = [...groupBy(sentences, ({ section }) => section)].map(([section, some]) => {
    const name = section === "0" ? "Before the first section" : sectionName(section, facts);
    const words = coverageInWords(some);
    if (!isShown(some)) return html`<p>${name} <span class="count">${words}; no rule in this run</span></p>`;
    return html`<details class="section" data-filled="sentences/${section}">
      <summary>
        <h2>${name}</h2>
        <span class="count">${words}</span>
      </summary>
    </details>`;
  });
  return html`<section id="sentences" class="view" aria-labelledby="sentences-title">
    <h1 id="sentences-title">Sentences</h1>
    <p>
      What comes from each sentence and table row of the document, by its place and the start of its sha256:
      ${coverageInWords(sentences)}.${facts.quote === undefined ? " With --document FILE, this page quotes them." : ""}
    </p>
    ${sections}
  </section>`;
}

/** Whether the run judged a rule of a section, or no run could. The report of a run of few rules has only these. */
const isShown = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ rules }) => rules.some(({ verdict }) => verdict !== null)) ||
  sentences.every(({ covered }) => covered !== "rules");

/** The sentences of each section, by the address of its entry. */
export function sentenceDetails(
  result: RunResult,
  facts: CatalogueFacts,
): readonly (readonly [address: string, markup: Html])[] {
  return [...groupBy(sentencesOf(result, facts), ({ section }) => section)]
    .filter(([, some]) => isShown(some))
    .map(([section, some]) => [`sentences/${section}`, html`${some.map(sentenceBlock)}`] as const);
}

function sentenceBlock({ place, digest, rules, open, nothing, text }: Sentence): Html {
  return html`<h3>${place} <code>${digest}</code></h3>
    ${text === null ? null : html`<blockquote>${text}</blockquote>`}
    <ul>
      ${rules.map(ruleRow)}${open.map(openRow)}
      ${nothing === null ? null : html`<li>Nothing to check: ${prose(nothing)}</li>`}
    </ul>`;
}

function ruleRow({ id, says, verdict, unobservable }: Sentence["rules"][number]): Html {
  if (verdict === null)
    return html`<li>
      ${prose(says)} <code>${id}</code>,
      ${unobservable === null ? "not in this run" : `never judged: ${unobservable}`}
    </li>`;
  return html`<li>
    <span class="mark ${verdict}" aria-hidden="true">${MARKS[verdict]}</span>
    <a href="#/rule/${id}">${prose(says)}</a> <code>${id}</code>
  </li>`;
}

function openRow({ id, question, accepts, seen }: Sentence["open"][number]): Html {
  return html`<li>
    Open: ${prose(question)} Accepted: ${prose(accepts)} <code>${id}</code>${
      seen.length === 0 ? null : html`<br />Seen: ${seen.join("; ")}`
    }
  </li>`;
}
