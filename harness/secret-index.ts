/** Where a text has to be covered: `from` inclusive, `to` exclusive, UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Beginnings by which secrets are recognised: long ones by many characters, so that ids in a row do not collide. */
const WINDOWS = [16, 6];
const BASE = 0x01000193;

/**
 * Finds any of many texts in a text, in one pass for each length of beginning (Rabin and Karp's rolling hash). A text that
 * was cut off with "…" is found by what is left of it.
 */
export class SecretIndex {
  readonly #byHash = WINDOWS.map(() => new Map<number, string[]>());
  #longest = 0;

  add(secret: string): void {
    const place = WINDOWS.findIndex((width) => secret.length >= width);
    const width = WINDOWS[place];
    const table = this.#byHash[place];
    if (width === undefined || table === undefined) return;
    const hash = hashOf(secret, width);
    const known = table.get(hash);
    if (known === undefined) table.set(hash, [secret]);
    else known.push(secret);
    this.#longest = Math.max(this.#longest, secret.length);
  }

  /** Length of the longest secret. */
  get longest(): number {
    return this.#longest;
  }

  /** All occurrences; they may overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    for (const [place, width] of WINDOWS.entries()) {
      const table = this.#byHash[place];
      if (table === undefined || table.size === 0 || text.length < width) continue;
      let power = 1;
      for (let count = 0; count < width; count += 1) power = Math.imul(power, BASE);
      let hash = hashOf(text, width);
      for (let from = 0; ; from += 1) {
        for (const secret of table.get(hash) ?? []) {
          const to = endOf(text, from, secret);
          if (to > from) spans.push({ from, to });
        }
        const next = from + width;
        if (next >= text.length) break;
        hash = (Math.imul(hash, BASE) + text.charCodeAt(next) - Math.imul(text.charCodeAt(from), power)) | 0;
      }
    }
    return spans;
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

/** The text with every span replaced by the mark; spans that touch become one. */
export function covered(text: string, spans: readonly Span[], mark: string): string {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.from - b.from);
  let result = "";
  let done = 0;
  let open = -1;
  for (const { from, to } of ordered) {
    if (from > done || open === -1) {
      result += text.slice(done, from) + mark;
      open = from;
    }
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}
