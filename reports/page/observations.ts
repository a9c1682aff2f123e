import type { Observation, RunResult } from "../../harness/results.ts";
import { groupBy, count } from "../text/text.ts";
import { eventText } from "../evidence/transcript.ts";
import { exchangeBlock, exchangeLine, prose } from "./parts.ts";
import { bySection, type CatalogueFacts, sectionName } from "../evidence/facts.ts";
import { type Html, html } from "../text/html.ts";

interface Numbered {
  readonly observation: Observation;
  readonly index: number;
}

/** What the target does where the document is silent or open, by section and question. None of it is judged. */
export function observationsPage({ observations }: RunResult, facts: CatalogueFacts): Html {
  const numbered = observations.map((observation, index) => ({ observation, index }));
  const sections = [...groupBy(numbered, ({ observation }) => observation.section)];
  const blocks = sections
    .sort(([a], [b]) => bySection(a, b))
    .map(([section, some]) => {
      const points = [...groupBy(some, ({ observation }) => observation.id)];
      return html`<h2>${sectionName(section, facts)}</h2>
        <dl class="observations">${points.map(([id, values]) => point(id, values))}</dl>`;
    });
  return html`<section id="observations" class="view" aria-labelledby="observations-title">
    <h1 id="observations-title">Observations</h1>
    <p>
      ${count(observations.length, "observation")} where the document is silent or open. None of them is
      judged: a conforming target may do otherwise.
    </p>
    ${blocks}
  </section>`;
}

function point(id: string, values: readonly Numbered[]): Html {
  const question = values[0]?.observation.question ?? id;
  return html`<dt id="o-${id}">${prose(question)} <code>${id}</code></dt>
    ${values.map(({ observation, index }) => html`<dd>${value(observation, index)}</dd>`)}`;
}

/** An observed value. When it is opened, the page inserts its proof. */
function value(observation: Observation, index: number): Html {
  return hasProof(observation)
    ? html`<details data-filled="observation/${index}">
        <summary>${observation.seen}</summary>
      </details>`
    : html`${observation.seen}`;
}

const hasProof = ({ exchanges = [], events = [] }: Observation): boolean =>
  exchanges.length + events.length > 0;

/** The exchanges and events that prove each observation, by the address of its entry. */
export function observationDetails({
  observations,
}: RunResult): readonly (readonly [address: string, proof: Html])[] {
  return observations.flatMap((observation, index) =>
    hasProof(observation) ? [[`observation/${index}`, proof(observation)] as const] : [],
  );
}

function proof({ exchanges = [], events = [] }: Observation): Html {
  return html`${exchanges.map(
    (exchange) =>
      html`<p><b>${exchangeLine(exchange)}</b></p>
        ${exchangeBlock(exchange, null)}`,
  )}${events.map((event) => html`<pre tabindex="0"><code>${eventText(event)}</code></pre>`)}`;
}
