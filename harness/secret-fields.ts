import type { Span } from "./secret-index.ts";

/**
 * The values of named fields in text that need not be JSON as a whole: cut off, wrapped in HTML or in another string, or
 * broken. Spans cover the values only; those that are empty or null are left out.
 */
export function namedValues(text: string, names: ReadonlySet<string>): Span[] {
  const any = [...names].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const spans: Span[] = [];
  for (const { index, 0: found } of text.matchAll(new RegExp(`\\\\*"(?:${any})\\\\*"\\s*:\\s*`, "g"))) {
    const from = index + found.length;
    const to = valueEnd(text, from);
    // Nothing to hide, or hidden already.
    if (!/^(?:null|(?:\\*")*|"\[redacted\]")$/.test(text.slice(from, to))) spans.push({ from, to });
  }
  return spans;
}

/** The strings and numbers within a value, as written and as read. */
export function scalarsIn(value: string): readonly string[] {
  const scalars: string[] = [];
  for (const { 0: whole, 1: quoted } of value.matchAll(/\\*"((?:[^"\\]|\\+[^"\\]|\\\\)*)\\*"?|-?\d[\d.]*/g)) {
    scalars.push(quoted ?? whole);
    if (quoted === undefined) continue;
    try {
      scalars.push(String(JSON.parse(`"${quoted}"`)));
    } catch {
      // Not as JSON writes it: as it stands will have to do.
    }
  }
  return scalars;
}

function valueEnd(text: string, from: number): number {
  const [opening = ""] = /^\\*"/.exec(text.slice(from, from + 16)) ?? [];
  if (opening !== "") return stringEnd(text, from + opening.length, opening);
  if (text[from] !== "{" && text[from] !== "[") {
    const end = text.slice(from).search(/[,}\]\s]/);
    return end === -1 ? text.length : from + end;
  }
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = stringEnd(text, index + 1, '"') - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if ((character === "}" || character === "]") && --depth === 0) return index + 1;
  }
  return text.length;
}

/** Just behind the quote that closes a string; quotes within JSON within JSON have backslashes of their own. */
function stringEnd(text: string, from: number, quote: string): number {
  const own = quote.length - 1;
  for (let index = text.indexOf('"', from); index !== -1; index = text.indexOf('"', index + 1)) {
    let backslashes = 0;
    while (text[index - 1 - backslashes] === "\\") backslashes += 1;
    if (own === 0 ? backslashes % 2 === 0 : backslashes <= own) return index + 1;
  }
  return text.length;
}
