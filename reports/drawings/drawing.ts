import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RecordedExchange } from "../../harness/results.ts";
import { currencyIn } from "../evidence/amounts.ts";
import { type Html, html, markup } from "../text/html.ts";
import { clip, oneLine } from "../text/text.ts";

/** A drawing with its title and a description. */
export interface Drawing {
  readonly title: string;
  /** The description, one fact per entry. */
  readonly words: readonly string[];
  /** In units of the view box. */
  readonly size: { readonly width: number; readonly height: number };
  readonly marks: readonly Html[];
}

let style: string | undefined;

/** The colours, and the style of drawings. */
export function drawingStyle(): string {
  style ??= readFileSync(fileURLToPath(new URL("./drawing.css", import.meta.url)), "utf8");
  return style;
}

/** A drawing as an element of a page that has its style. */
export function inPage(drawing: Drawing): Html {
  return svg(drawing, []);
}

/** A drawing as a separate file, with its style and a background. */
export function asFile(drawing: Drawing): string {
  return String(
    svg(drawing, [
      html`<style>
        ${markup(drawingStyle())}
      </style>`,
      html`<rect width="100%" height="100%" style="fill: var(--back)" />`,
    ]),
  );
}

function svg({ title, words, size, marks }: Drawing, before: readonly Html[]): Html {
  const { width, height } = size;
  return html`<svg
    class="drawing"
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-label="${title}: ${words.join(". ")}"
  >
    ${before}${marks}
  </svg>`;
}

type Place = Readonly<Record<string, number | string>>;

const attributes = (place: Place): readonly Html[] =>
  Object.entries(place).map(([name, value]) => html` ${name}="${value}"`);

/** A shape. Its class (`kind`) gives its colour. */
export function shape(name: "line" | "rect" | "circle" | "polygon", kind: string, place: Place): Html {
  return html`<${name} class="${kind}" ${attributes(place)} />`;
}

/** A text whose baseline begins, has its middle, or ends at `x`. */
export function label(
  kind: string,
  text: string,
  { x, y, anchor = "start" }: { x: number; y: number; anchor?: "start" | "middle" | "end" },
): Html {
  return html`<text class="${kind}" ${attributes({ x, y, "text-anchor": anchor })}>${text}</text>`;
}

/** A vertical line with its name above it. */
export function lane(name: string, x: number, { top, bottom }: { top: number; bottom: number }): Html {
  const line = shape("line", "life", { x1: x, y1: top, x2: x, y2: bottom });
  return html`${line}${label("head", name, { x, y: 20, anchor: "middle" })}`;
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
