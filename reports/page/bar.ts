import type { Shares } from "./shares.ts";
import { shape } from "../drawings/drawing.ts";
import { type Html, html } from "../html.ts";

/** Shares as a horizontal bar. The text beside it shows the same numbers. */
export function bar(shares: Shares): Html {
  const { rules, passed, violated, notJudged, notOffered } = shares;
  const groups = [
    ["violated", violated],
    ["passed", passed],
    ["open", notJudged],
    ["none", notOffered],
  ] as const;
  let x = 0;
  const parts = groups.map(([name, number]) => {
    const width = rules === 0 ? 0 : (100 * number) / rules;
    const place = { x: x.toFixed(2), width: width.toFixed(2), height: 8 };
    x += width;
    return number === 0 ? null : shape("rect", name, place);
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${parts}
  </svg>`;
}
