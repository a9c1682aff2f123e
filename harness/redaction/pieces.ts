import type { HeaderPiece } from "../results.ts";

/** Where a text has to be covered: `from` inclusive, `to` exclusive, UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Whether it is a JSON value that is no string: what is shown instead is one. */
  readonly isValue?: boolean;
}

/** What is shown instead of a secret. */
export type Cover = (secret: string) => string;

/** The text with every span covered; spans that overlap or touch become one. */
export function covered(text: string, spans: readonly Span[], cover: Cover): string {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < ordered.length;) {
    const { from = 0, to: end = 0, isValue = false } = ordered[at] ?? {};
    let to = end;
    for (at += 1; at < ordered.length && (ordered[at]?.from ?? 0) <= to; at += 1)
      to = Math.max(to, ordered[at]?.to ?? 0);
    const shown = cover(text.slice(from, to));
    parts.push(text.slice(done, from), isValue ? `"${shown}"` : shown);
    done = to;
  }
  return parts.join("") + text.slice(done);
}

/** Units of the short pieces by which most of a text is passed over. */
const PROBE = 5;
/** No shorter piece can be added: it would hide what is no secret. */
export const SHORTEST_PIECE = 6;

/**
 * The pieces by which secrets are recognised: all runs of a certain length in each. A text is probed only every few characters,
 * because any piece in it covers a probe. The time is linear in the text, however many secrets there are.
 */
export class SecretPieces {
  readonly #probes = new Set<number>();
  readonly #byLength = new Map<number, Set<string>>();
  #size = 0;
  #shortest = Infinity;

  /** Number of pieces. */
  get size(): number {
    return this.#size;
  }

  /** Adds each run of `length` units of a secret; of a shorter one, the whole. One shorter than `SHORTEST_PIECE` is left out. */
  add(secret: string, length: number): void {
    const own = Math.min(length, secret.length);
    if (own < SHORTEST_PIECE) return;
    const pieces = this.#byLength.get(own) ?? new Set<string>();
    this.#byLength.set(own, pieces);
    this.#shortest = Math.min(this.#shortest, own);
    const before = pieces.size;
    for (let from = 0; from + own <= secret.length; from += 1) pieces.add(secret.slice(from, from + own));
    for (let from = 0; from + PROBE <= secret.length; from += 1) this.#probes.add(probeAt(secret, from));
    this.#size += pieces.size - before;
  }

  /** Where a text has pieces of secrets; spans may overlap. */
  spansIn(text: string): Span[] {
    const spans: Span[] = [];
    const step = this.#shortest - PROBE + 1;
    for (let probe = 0; probe + PROBE <= text.length; probe += step) {
      if (!this.#probes.has(probeAt(text, probe))) continue;
      // One by one: there may be more of them than a call can have arguments.
      for (const span of this.#around(text, probe)) spans.push(span);
    }
    return spans;
  }

  /** The pieces that cover a probe. */
  #around(text: string, probe: number): Span[] {
    const spans: Span[] = [];
    for (const [length, pieces] of this.#byLength) {
      const first = Math.max(0, probe + PROBE - length);
      for (let from = first; from <= probe && from + length <= text.length; from += 1)
        if (pieces.has(text.slice(from, from + length))) spans.push({ from, to: from + length });
    }
    return spans;
  }
}

/** A hash of 30 bits, which a set keeps without an object for it. Different probes may share one. */
function probeAt(text: string, from: number): number {
  let hash = 0;
  for (let index = from; index < from + PROBE; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1) ^ (hash >>> 15);
  return hash >>> 2;
}

/** Text with its escapes undone, and where each unit of it was before: from `starts` up to `ends`. */
interface Unescaped {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const ESCAPE =
  /\\u00([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,4});|&#(\d{1,5});|&(amp|lt|gt|quot|apos);|\\/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Escapes of escapes of escapes. */
const MOST_PASSES = 4;

/**
 * A text without the escapes of JSON, URLs and HTML, also where they are written several times over. JSON within JSON has any number of
 * backslashes, so all of them go. Null where there is nothing to undo.
 */
export function unescaped(text: string): Unescaped | null {
  if (!/[\\%&]/.test(text)) return null;
  const at = Array.from({ length: text.length }, (_unused, index) => index);
  let read: Unescaped = { text, starts: at, ends: at.map((index) => index + 1) };
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = unescapedOnce(read);
    if (next.text.length === read.text.length) break;
    read = next;
  }
  return read.text.length === text.length ? null : read;
}

function unescapedOnce(before: Unescaped): Unescaped {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let done = 0;
  const copy = (to: number): void => {
    parts.push(before.text.slice(done, to));
    for (; done < to; done += 1) {
      starts.push(before.starts[done] ?? 0);
      ends.push(before.ends[done] ?? 0);
    }
  };
  for (const match of before.text.matchAll(ESCAPE)) {
    copy(match.index);
    done = match.index + match[0].length;
    const character = standsFor(match);
    if (character === null) continue;
    parts.push(character);
    starts.push(before.starts[match.index] ?? 0);
    ends.push(before.ends[done - 1] ?? 0);
  }
  copy(before.text.length);
  return { text: parts.join(""), starts, ends };
}

/** Null for a backslash by itself. */
function standsFor([, json, url, hex, decimal, name]: RegExpExecArray): string | null {
  const digits = json ?? url ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return name === undefined ? null : (NAMED[name.toLowerCase()] ?? null);
}

/** Runs that can be base64 or hexadecimal digits of eight bytes or more. Of a longer one, a regular expression may exhaust the stack. */
const LONGEST = 1_000_000;
const DIGITS = new RegExp(`[A-Za-z0-9+/_-]{11,${LONGEST}}`, "g");
const HEX = new RegExp(`[0-9a-f]{16,${LONGEST}}`, "gi");
/** What two parts of a longer run have in common, in characters: more than an encoded secret has. */
const OVERLAP = 16_384;
/** Bytes that stand for nothing readable have no secret. */
const READABLE = /[^\0-\x1f\x7f-\xff]{8}|[^\0-\x7f]{8}/;

/** A run of digits and what it can stand for, as bytes in Latin-1: it may begin within a byte. */
interface Decoded {
  readonly span: Span;
  readonly texts: readonly string[];
}

/** What the runs of base64 and of hexadecimal digits in a text stand for; those that stand for nothing readable are left out. */
export function decodedRuns(text: string): readonly Decoded[] {
  return [...runsOf(text, DIGITS, "base64", ["", "A", "AA", "AAA"]), ...runsOf(text, HEX, "hex", ["", "0"])];
}

function runsOf(
  text: string,
  pattern: RegExp,
  encoding: "base64" | "hex",
  beginnings: readonly string[],
): readonly Decoded[] {
  const runs: Decoded[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index: from, 0: run } = match;
    const texts = beginnings
      .map((before) => Buffer.from(before + run, encoding).toString("latin1"))
      .filter((decoded) => READABLE.test(decoded));
    if (texts.length > 0) runs.push({ span: { from, to: from + run.length }, texts });
    if (run.length === LONGEST) pattern.lastIndex -= OVERLAP;
  }
  return runs;
}

/** How many characters of the random part of a secret show that a text is taken from it. */
const SHORTEST = 4;
const PREFIX = /^sk_[a-z]+_/;

/**
 * A header's value with every secret in it by its name. A changed secret is written as the parts that it keeps and the text between them.
 * `secrets`: names of variables by value.
 */
export function headerPieces(value: string, secrets: ReadonlyMap<string, string>): readonly HeaderPiece[] {
  const whole = secrets.get(value.replace(/^Bearer /, ""));
  if (whole !== undefined)
    return value.startsWith("Bearer ") ? ["Bearer ", { variable: whole }] : [{ variable: whole }];
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? [];
  if (encoded !== undefined) {
    const decoded = piecesOf(Buffer.from(encoded, "base64").toString("latin1"), secrets);
    if (decoded.some((piece) => typeof piece !== "string")) return ["Basic ", { base64: decoded }];
  }
  return piecesOf(value, secrets);
}

function piecesOf(value: string, secrets: ReadonlyMap<string, string>): readonly HeaderPiece[] {
  const part = longestPart(value, secrets.keys());
  if (part === null) return plain(value);
  const { secret, at, from, to } = part;
  const variable = secrets.get(secret) ?? "";
  const rest = value.slice(at + to - from);
  const end = secret.slice(to + 1);
  return [
    ...piecesOf(value.slice(0, at), secrets),
    from === 0 && to === secret.length ? { variable } : { variable, from, to },
    // One character of it is changed.
    ...(end !== "" && rest.slice(1) === end
      ? [rest.slice(0, 1), { variable, from: to + 1, to: secret.length }]
      : piecesOf(rest, secrets)),
  ];
}

/** The longest part of a secret in a value, where it is there, and where it is in the secret; null without one that is worth a name. */
function longestPart(value: string, secrets: Iterable<string>) {
  let longest = { secret: "", at: 0, from: 0, to: 0 };
  for (const secret of secrets) {
    const prefix = PREFIX.exec(secret)?.[0].length ?? 0;
    const least = Math.min(SHORTEST, Math.max(1, secret.length - prefix));
    for (let from = 0; from < secret.length; from += 1) {
      let to = from + longest.to - longest.from + 1;
      for (; to <= secret.length; to += 1) {
        const at = value.indexOf(secret.slice(from, to));
        if (at === -1) break;
        if (to - Math.max(from, prefix) >= least) longest = { secret, at, from, to };
      }
    }
  }
  return longest.secret === "" ? null : longest;
}

/** An invented key is no secret, but it looks like one: in two pieces, no scanner of secrets reports it. */
function plain(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\bsk_)(?=(?:test|live)_)/);
}

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
  return [...quotedIn(value).flatMap(read), ...(value.match(/-?\d[\d.]*/g) ?? [])];
}

/**
 * What follows each quote, up to the next one that is not escaped: in broken text, any quote may begin a string. A regular expression would
 * exhaust the stack on a long string.
 */
function quotedIn(value: string): readonly string[] {
  const found: string[] = [];
  let from = value.indexOf('"') + 1;
  while (from > 0 && from <= value.length) {
    let to = from;
    while (to < value.length && value[to] !== '"') to += value[to] === "\\" ? 2 : 1;
    found.push(value.slice(from, to));
    from = to + 1;
  }
  return found;
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
