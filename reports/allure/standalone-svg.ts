import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Diagram } from "../page/drawing.ts";

let style: string | undefined;

/** The rules for drawings and colours in the page's style sheet. */
function ownStyle(): string {
  style ??= readFileSync(fileURLToPath(new URL("../page/style.css", import.meta.url)), "utf8")
    .match(/^(?::root|\.drawing)[^{]*\{[^}]*\}/gm)
    ?.join("");
  return style ?? "";
}

/** A drawing as a separate file, with its style and a background. */
export function standaloneSvg({ svg }: Diagram): string {
  return String(svg).replace(
    /^<svg[^>]*>/,
    (start) =>
      `${start}<style>${ownStyle()}</style><rect width="100%" height="100%" style="fill: var(--back)"/>`,
  );
}
