import type { RunResult } from "../../harness/results.ts";
import { count } from "../text.ts";
import { bySection, type CatalogueFacts, sectionName } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { prose } from "./parts.ts";

/** What the target does where the document is silent, by section and question. Nothing of it is judged. */
export function observationsPage(result: RunResult, facts: CatalogueFacts): Html {
  const sections = new Map<string, Map<string, { question: string; seen: Set<string> }>>();
  for (const { id, section, question, seen } of result.observations) {
    const points = sections.get(section) ?? new Map<string, { question: string; seen: Set<string> }>();
    sections.set(section, points);
    const point = points.get(id) ?? { question, seen: new Set() };
    points.set(id, point);
    point.seen.add(seen);
  }
  const blocks = [...sections]
    .sort(([a], [b]) => bySection(a, b))
    .map(
      ([section, points]) =>
        html`<h2>${sectionName(section, facts)}</h2>
          <dl class="observations">
            ${[...points].map(
              ([id, { question, seen }]) =>
                html`<dt id="o-${id}">${prose(question)} <code>${id}</code></dt>
                  ${[...seen].map((text) => html`<dd>${text}</dd>`)}`,
            )}
          </dl>`,
    );
  return html`<section id="observations" class="view" aria-labelledby="observations-title">
    <h1 id="observations-title">Observations</h1>
    <p>
      ${count(result.observations.length, "observation")} where the document is silent or open. None of them
      is judged: a conforming target may do otherwise.
    </p>
    ${blocks}
  </section>`;
}
