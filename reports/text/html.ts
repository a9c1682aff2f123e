import { html as escaped, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { visible } from "./text.ts";

/** Markup, which is not escaped. */
export type Html = HtmlEscapedString;

type Part = string | number | Html | null | readonly (Html | null)[];

function shown(part: Part): unknown {
  if (part === null) return "";
  if (Array.isArray(part)) return part.filter((one) => one !== null);
  return typeof part === "string" ? visible(part) : part;
}

const flattened = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** The fixed strings of a template, without line breaks and indentation. Interpolated texts are not affected. */
function flat(strings: TemplateStringsArray): TemplateStringsArray {
  const known = flattened.get(strings);
  if (known !== undefined) return known;
  const made = strings.map((text) => text.replace(/\s*\n\s*/gu, " "));
  const result = Object.assign(made, { raw: made });
  flattened.set(strings, result);
  return result;
}

/** Creates markup. Interpolated texts are escaped, and their invisible characters are made visible; null adds nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return escaped(flat(strings), ...parts.map(shown)) as Html;
}

/** Marks a trusted text as markup: a style sheet, a script, data. */
export function markup(text: string): Html {
  return raw(text);
}
