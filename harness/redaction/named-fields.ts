import type { Span } from "./spans.ts";

/** Finds the values of fields by their names in text that need not be JSON as a whole: cut off, within HTML or a string, broken. */
export class NamedFields {
  readonly #names: readonly string[];
  readonly #pattern: RegExp;

  constructor(names: ReadonlySet<string>) {
    this.#names = [...names];
    const any = this.#names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    this.#pattern = new RegExp(`"(?:${any})\\\\*"\\s*:\\s*`, "g");
  }

  /** The values only, strings without their quotes; those that are empty, null or hidden already are left out. */
  valuesIn(text: string): Span[] {
    if (!this.#names.some((name) => text.includes(name))) return [];
    const spans: Span[] = [];
    const pattern = new RegExp(this.#pattern);
    // The search goes on behind the value: otherwise unterminated values would take quadratic time.
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const span = valueAt(text, found.index + found[0].length);
      if (!isHidden(text, span)) spans.push(span);
      pattern.lastIndex = Math.max(span.to, pattern.lastIndex);
    }
    return spans;
  }
}

function isHidden(text: string, { from, to }: Span): boolean {
  return to - from <= 10 && /^(?:null|\[redacted\])?$/.test(text.slice(from, to));
}

/** The strings and numbers of a value that was found, as written and as read. */
export function scalarsOf(text: string, { from, to }: Span): readonly string[] {
  const value = text.slice(from, to);
  if (text[from - 1] === '"') return read(value);
  const quoted = [...value.matchAll(/"((?:[^"\\]|\\[\s\S])*)/g)].flatMap(({ 1: inner = "" }) => read(inner));
  return [...quoted, ...(value.match(/-?\d[\d.]*/g) ?? [])];
}

function read(written: string): readonly string[] {
  try {
    return [written, String(JSON.parse(`"${written}"`))];
  } catch {
    // Not JSON: take it unchanged.
    return [written];
  }
}

const UNICODE = /\\u00([2-7][0-9a-f])/gi;

/** Text that may be JSON within JSON, with any number of backslashes before its quotes, as if it were not. */
export function withoutBackslashes(text: string): string {
  if (!text.includes("\\")) return text;
  return text
    .replace(UNICODE, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\", "");
}

function valueAt(text: string, from: number): Span {
  const [opening = ""] = /^\\*"/.exec(text.slice(from, from + 16)) ?? [];
  if (opening !== "") {
    const inner = from + opening.length;
    const end = stringEnd(text, inner, opening);
    return {
      from: inner,
      to: text.endsWith(opening, end) && end - opening.length >= inner ? end - opening.length : end,
    };
  }
  if (text[from] !== "{" && text[from] !== "[") {
    const end = text.slice(from).search(/[,}\]\s]/);
    return { from, to: end === -1 ? text.length : from + end };
  }
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = stringEnd(text, index + 1, '"') - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if ((character === "}" || character === "]") && --depth === 0) return { from, to: index + 1 };
  }
  return { from, to: text.length };
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
