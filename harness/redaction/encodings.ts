import type { Span } from "./spans.ts";

/** Text with its escapes undone, and where each unit of it was before: from `starts` up to `ends`. */
export interface Unescaped {
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

/** Runs that can be base64 or hexadecimal digits of eight bytes or more. */
const DIGITS = /[A-Za-z0-9+/_-]{11,}/g;
const HEX = /[0-9a-f]{16,}/gi;
/** Bytes that stand for nothing readable have no secret. */
const READABLE = /[^\0-\x1f\x7f-\xff]{8}|[^\0-\x7f]{8}/;

/** A run of digits and what it can stand for, as bytes in Latin-1: it may begin within a byte. */
export interface Decoded {
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
  return [...text.matchAll(pattern)].flatMap(({ index: from, 0: run }) => {
    const texts = beginnings
      .map((before) => Buffer.from(before + run, encoding).toString("latin1"))
      .filter((decoded) => READABLE.test(decoded));
    return texts.length === 0 ? [] : [{ span: { from, to: from + run.length }, texts }];
  });
}
