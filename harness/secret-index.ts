/** Where a text has to be covered: `from` inclusive, `to` exclusive, UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** What is shown instead, where it is not the usual mark. */
  readonly mark?: string;
}

const BASE = 0x01000193;
const FILTER_BITS = 16;
const FILTER_MASK = (1 << FILTER_BITS) - 1;

interface Table {
  readonly width: number;
  readonly byHash: Map<number, string[]>;
  /** Says quickly that a hash is none of the table's: most are not. */
  readonly filter: Uint8Array;
  /** The base to the power of the width. */
  readonly power: number;
}

/**
 * Finds any of many texts in a text, in one pass for each length of beginning (Rabin and Karp's rolling hash). A text that
 * was cut off with "…" is found by what is left of it.
 */
export class SecretIndex {
  readonly #tables: readonly Table[];
  #longest = 0;

  /** `widths`: beginnings by which texts are recognised, the longest first; a shorter text than the last is never found. */
  constructor(widths: readonly number[]) {
    this.#tables = widths.map((width) => {
      let power = 1;
      for (let count = 0; count < width; count += 1) power = Math.imul(power, BASE);
      return { width, byHash: new Map(), filter: new Uint8Array(1 << FILTER_BITS), power };
    });
  }

  add(secret: string): void {
    const table = this.#tables.find(({ width }) => secret.length >= width);
    if (table === undefined) return;
    const hash = hashOf(secret, table.width);
    const known = table.byHash.get(hash);
    if (known === undefined) table.byHash.set(hash, [secret]);
    else if (!known.includes(secret)) known.push(secret);
    table.filter[hash & FILTER_MASK] = 1;
    this.#longest = Math.max(this.#longest, secret.length);
  }

  /** Length of the longest secret. */
  get longest(): number {
    return this.#longest;
  }

  /** All occurrences; they may overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    for (const table of this.#tables)
      if (table.byHash.size > 0 && text.length >= table.width) findIn(table, text, spans);
    return spans;
  }
}

function findIn(table: Table, text: string, spans: Span[]): void {
  const { width, byHash, filter, power } = table;
  const last = text.length - width;
  let hash = hashOf(text, width);
  for (let from = 0; ; from += 1) {
    if (filter[hash & FILTER_MASK] === 1) {
      for (const secret of byHash.get(hash) ?? []) {
        const to = endOf(text, from, secret);
        if (to > from) spans.push({ from, to });
      }
    }
    if (from === last) return;
    hash =
      (Math.imul(hash, BASE) + text.charCodeAt(from + width) - Math.imul(text.charCodeAt(from), power)) | 0;
  }
}

function hashOf(text: string, width: number): number {
  let hash = 0;
  for (let index = 0; index < width; index += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
  return hash;
}

/** Where an occurrence of the secret that begins here ends; `from` when none does. */
function endOf(text: string, from: number, secret: string): number {
  if (text.startsWith(secret, from)) return from + secret.length;
  const cut = text.indexOf("…", from);
  if (cut === -1 || cut - from >= secret.length) return from;
  return secret.startsWith(text.slice(from, cut)) ? cut : from;
}

/** The text with every span replaced by its mark; spans that overlap or touch become one. */
export function covered(text: string, spans: readonly Span[], mark: string): string {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
  let result = "";
  let done = 0;
  let any = false;
  for (const { from, to, mark: own } of ordered) {
    if (from > done || !any) result += text.slice(done, from) + (own ?? mark);
    any = true;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}
