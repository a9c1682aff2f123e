import type { RecordedExchange } from "../../harness/results.ts";
import { currencyIn } from "../amounts.ts";
import { clip, oneLine } from "../text.ts";
import { type Html, html } from "./html.ts";

/** A drawing with its title and a description. */
export interface Diagram {
  readonly title: string;
  readonly svg: Html;
  /** The description, one fact per entry. */
  readonly words: readonly string[];
}

/** Creates a drawing. The size is in units of its view box; the title and description are for screen readers. */
export function diagram(
  about: Pick<Diagram, "title" | "words">,
  { width, height }: { readonly width: number; readonly height: number },
  parts: readonly (Html | null)[],
): Diagram {
  const { title, words } = about;
  const svg = html`<svg
    class="drawing"
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-label="${title}: ${words.join(". ")}"
  >
    ${parts}
  </svg>`;
  return { title, words, svg };
}

/** A vertical line with its name above it. */
export function lane(name: string, x: number, { top, bottom }: { top: number; bottom: number }): Html {
  return html`<line class="life" x1="${x}" y1="${top}" x2="${x}" y2="${bottom}" /><text
      class="head"
      x="${x}"
      y="20"
      text-anchor="middle"
      >${name}</text
    >`;
}

/** A request in a few words: its method, the end of its path, its amount. */
export function requestLabel({ method, url, requestBody, responseBody }: RecordedExchange): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const parts = path.split("/").filter((part) => part !== "" && !/^v\d+$/.test(part));
  const short = parts
    .map((part) => (/[_%]|\d{3}/.test(part) && part.length > 14 ? `${part.slice(0, 8)}…` : part))
    .slice(-3);
  const [, amount] = /"amount"\s*:\s*"?(-?[\d.]+)/.exec(requestBody ?? "") ?? [];
  const currency = currencyIn(requestBody) ?? currencyIn(responseBody);
  const sum = amount === undefined ? "" : ` ${[amount, ...(currency === null ? [] : [currency])].join(" ")}`;
  return oneLine(clip(`${method} /${short.join("/")}${sum}`, 60));
}

/** The status of an answer, with the code of a refusal. */
export function answerLabel({ status, responseBody, fault }: RecordedExchange): string {
  if (status === null) return oneLine(clip(fault ?? "no answer", 40));
  const [, code] = /"code"\s*:\s*"([^"\\]+)"/.exec(responseBody ?? "") ?? [];
  return oneLine(clip(`${status}${code === undefined ? "" : ` ${code}`}`, 44));
}

/** Epoch milliseconds; 0 if the text is not a time. */
export const timeOf = (iso: string): number => Date.parse(iso) || 0;
