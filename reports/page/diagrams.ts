import type { RuleResult } from "../../harness/results.ts";
import { eventTimeline } from "./diagram-events.ts";
import { moneyChange } from "./diagram-money.ts";
import { raceSequence } from "./diagram-race.ts";
import type { Diagram } from "./drawing.ts";
import { type Html, html } from "./html.ts";

/** The drawings that explain a violation, as figures: concurrent requests, events over time, money before and after. */
export function diagrams(rule: RuleResult): Html | null {
  const drawn = drawingsOf(rule);
  return drawn.length === 0 ? null : html`${drawn.map(figure)}`;
}

/** The drawings that explain a violation. */
export function drawingsOf(rule: RuleResult): readonly Diagram[] {
  // A passive rule is judged on exchanges of other checks, which overlap by chance.
  if (rule.violation === null || rule.kind === "passive") return [];
  return [raceSequence(rule), eventTimeline(rule), moneyChange(rule)].filter((one) => one !== null);
}

function figure({ title, svg, words }: Diagram): Html {
  return html`<figure>
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">${svg}</div>
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
