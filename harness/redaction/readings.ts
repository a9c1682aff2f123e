import type { Span } from "./spans.ts";

/** Text unchanged, or decoded. */
export interface Reading {
  readonly units: Uint16Array;
  /** Units that count; the arrays may be longer. */
  readonly length: number;
  /** The first and the last unit of the parent that a unit was derived from. */
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** What this was derived from; null for the text itself, from `offset` on. */
  readonly parent: Reading | null;
  readonly offset: number;
  /** How many encodings (base64, hexadecimal digits) were undone; escapes do not count. */
  readonly depth: number;
  /** Whether escapes were undone last. */
  readonly plain: boolean;
}

/** Where the units from `from` up to `to` of a reading stand in the text itself. */
export function originalSpan(reading: Reading, { from, to }: Span): Span {
  let first = from;
  let last = to - 1;
  let at = reading;
  for (; at.parent !== null; at = at.parent) {
    first = at.firsts[first] as number;
    last = at.lasts[last] as number;
  }
  return { from: at.offset + first, to: at.offset + last + 1 };
}

/** A form of a form is undone, also of a key that was sent in base64 (the Basic scheme); and no more. */
const DEEPEST = 3;
/** Large texts are read in slices, so that memory stays small; what is across a cut is whole in the next slice. */
const SLICE = 64 * 1024;
const OVERLAP = 2 * 1024;
/** Escapes of escapes of escapes. */
const MOST_PASSES = 4;

const NONE = 255;
const BETWEEN = 0xffff;

interface Digits {
  readonly values: Uint8Array;
  readonly bits: 4 | 6;
  /** Fewer of them stand for less than what gives a secret away. */
  readonly shortest: number;
}

const BASE64: Digits = {
  values: valuesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "-_"),
  bits: 6,
  shortest: 11,
};
const HEX: Digits = { values: valuesOf("0123456789abcdef", "ABCDEF"), bits: 4, shortest: 16 };

/** The value of each character below 128; `others` are further names of the last values. */
function valuesOf(characters: string, others: string): Uint8Array {
  const values = new Uint8Array(128).fill(NONE);
  for (const [value, character] of [...characters].entries()) values[character.charCodeAt(0)] = value;
  for (const [place, character] of [...others].entries())
    values[character.charCodeAt(0)] = characters.length - others.length + place;
  return values;
}

/** A digit of base64 whose value passes. */
const digit = (passes: (value: number) => boolean): string =>
  `[${[...BASE64.values.entries()]
    .filter(([, value]) => value !== NONE && passes(value))
    .map(([code]) => `\\x${code.toString(16)}`)
    .join("")}]`;
/** How few printable bytes in a row contain what `DIGITS_OF_PRINTABLE` finds, wherever they begin. */
const PRINTABLE_ROW = 8;
/** Digits that stand for printable bytes: two groups of three bytes in base64, or eight bytes in hexadecimal digits. */
const DIGITS_OF_PRINTABLE = new RegExp(
  `(?:${[
    digit((value) => value >= 8 && value < 32),
    digit((value) => (value & 15) >= 2 && (value & 15) < 8),
    digit((value) => (value & 3) < 2),
    digit(() => true),
  ].join("")}){2}|(?:[2-7][0-9a-fA-F]){${PRINTABLE_ROW}}`,
);

/** What a visitor looks for: most of what digits stand for cannot have it, and is neither visited nor read on. */
export interface Sought {
  /** By byte, 1 where it can be a part of what is looked for. */
  readonly bytes: Uint8Array;
  /** Whether these are no others than the printable ones. */
  readonly printable: boolean;
  /** Units of the shortest. */
  readonly shortest: number;
}

/**
 * Bytes that anything can be written with: of an escape or of digits that stand for something in turn, each character is printable
 * ASCII, and nothing becomes longer when it is undone.
 */
export function printableBytes(): Uint8Array {
  return new Uint8Array(256).fill(1, 0x20, 0x7f);
}

/**
 * Reads a text in every way in which a secret may be written into it: as it is; without the escapes of JSON (also JSON within
 * JSON), of URLs and of HTML; with base64 and hexadecimal digits undone, wherever they begin; and each of these within another.
 * A reading is good until the visitor returns.
 */
export function eachReading(text: string, sought: Sought, visit: (reading: Reading) => void): void {
  // Much faster than decoding, and most texts have no such digits.
  const hasDigits = !sought.printable || sought.shortest < PRINTABLE_ROW || DIGITS_OF_PRINTABLE.test(text);
  for (let offset = 0; offset === 0 || offset + OVERLAP < text.length; offset += SLICE) {
    const length = Math.min(text.length - offset, SLICE + OVERLAP);
    const { units, firsts, lasts } = bufferOf(0, "read", length);
    for (let index = 0; index < length; index += 1) units[index] = text.charCodeAt(offset + index);
    const reading = { units, length, firsts, lasts, parent: null, offset, depth: 0, plain: false };
    read(reading, sought, visit, hasDigits);
  }
}

const NOTHING: Sought = { bytes: new Uint8Array(256), printable: true, shortest: Infinity };

/** The text, or as much of it as one slice holds, without its escapes. */
export function withoutEscapes(text: string): string {
  let plain = text;
  eachReading(text.slice(0, SLICE), NOTHING, (reading) => {
    if (reading.plain && reading.depth === 0) plain = textOf(reading);
  });
  return plain;
}

/** A byte order mark is a unit as any other: places are counted in units. */
const DECODER = new TextDecoder("utf-16le", { ignoreBOM: true });

export function textOf({ units, length }: Reading): string {
  return DECODER.decode(units.subarray(0, length));
}

/** `hasDigits`: whether its digits can stand for what is sought; those that appear without its escapes always can. */
function read(reading: Reading, sought: Sought, visit: (reading: Reading) => void, hasDigits = true): void {
  visit(reading);
  if (hasDigits) decode(reading, sought, visit);
  const plain = unescaped(reading);
  if (plain === null) return;
  visit(plain);
  decode(plain, sought, visit);
}

/** Visits what the runs of base64 and of hexadecimal digits stand for, wherever they begin. */
function decode(reading: Reading, sought: Sought, visit: (reading: Reading) => void): void {
  if (reading.depth === DEEPEST) return;
  if (!hasRun(reading, BASE64.values, BASE64.shortest)) return;
  for (const shift of [0, 2, 4, 6]) readBytes(reading, BASE64, { shift, sought, visit });
  if (!hasRun(reading, HEX.values, HEX.shortest)) return;
  for (const shift of [0, 4]) readBytes(reading, HEX, { shift, sought, visit });
}

function readBytes(
  reading: Reading,
  digits: Digits,
  how: { readonly shift: number; readonly sought: Sought; readonly visit: (reading: Reading) => void },
): void {
  const bytes = bytesOf(reading, digits, how);
  if (bytes !== null) read(bytes, how.sought, how.visit);
}

function hasRun({ units, length }: Reading, values: Uint8Array, shortest: number): boolean {
  let run = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = units[index] as number;
    run = unit < 128 && values[unit] !== NONE ? run + 1 : 0;
    if (run === shortest) return true;
  }
  return false;
}

/**
 * The bytes that runs of digits stand for, with something between them that no text has; null where nothing that is sought can be in
 * them. `shift`: bits of the first byte that the digits before a run would give.
 */
function bytesOf(
  reading: Reading,
  digits: Digits,
  { shift, sought }: { readonly shift: number; readonly sought: Sought },
): Reading | null {
  const { values, bits, shortest } = digits;
  const { units: source, depth } = reading;
  let possible = 0;
  let longest = 0;
  const { units, firsts, lasts } = bufferOf(depth + 1, "read", reading.length);
  let length = 0;
  let begin = 0;
  for (let end = 0; end <= reading.length; end += 1) {
    const unit = end < reading.length ? (source[end] as number) : NONE;
    if (unit < 128 && values[unit] !== NONE) continue;
    if (end - begin >= shortest) {
      let rest = 0;
      let known = shift;
      for (let index = begin; index < end; index += 1) {
        rest = ((rest << bits) | (values[source[index] as number] as number)) & 0x3fff;
        known += bits;
        if (known < 8) continue;
        known -= 8;
        const byte = (rest >>> known) & 0xff;
        possible = sought.bytes[byte] === 1 ? possible + 1 : 0;
        if (possible > longest) longest = possible;
        units[length] = byte;
        firsts[length] = index === begin ? index : index - 1;
        lasts[length] = index;
        length += 1;
      }
      units[length] = BETWEEN;
      possible = 0;
      length += 1;
    }
    begin = end + 1;
  }
  if (longest < sought.shortest) return null;
  return { units, length, firsts, lasts, parent: reading, offset: 0, depth: depth + 1, plain: false };
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const NAMED: Readonly<Record<string, number>> = {
  amp: AMPERSAND,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
};
/** The longest name of a character in HTML that is looked for, with its sign and semicolon. */
const LONGEST_ENTITY = 10;

/**
 * The reading with its escapes undone: `\u0073`, `%73`, `&#115;`, `&amp;`. Backslashes go, of which JSON within JSON has any
 * number. Null where there is none.
 */
function unescaped(reading: Reading): Reading | null {
  if (!hasEscapes(reading.units, reading.length)) return null;
  const { units, firsts, lasts } = bufferOf(reading.depth, "plain", reading.length);
  for (let index = 0; index < reading.length; index += 1) {
    units[index] = reading.units[index] as number;
    firsts[index] = index;
    lasts[index] = index;
  }
  let { length } = reading;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = length;
    length = unescapedOnce(units, { firsts, lasts, length });
    if (length === before) break;
  }
  if (length === reading.length) return null;
  return { ...reading, units, length, firsts, lasts, parent: reading, plain: true };
}

function hasEscapes(units: Uint16Array, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    const unit = units[index];
    if (unit === BACKSLASH || unit === PERCENT || unit === AMPERSAND) return true;
  }
  return false;
}

/** In place, as nothing becomes longer. Gives the new length. */
function unescapedOnce(
  units: Uint16Array,
  { firsts, lasts, length }: { firsts: Int32Array; lasts: Int32Array; length: number },
): number {
  let written = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = units[index] as number;
    const isEscape = unit === BACKSLASH || unit === PERCENT || unit === AMPERSAND;
    const escape = isEscape ? escapeAt(units, index, length) : null;
    const last = escape === null ? index : index + escape.length - 1;
    if (escape?.stands !== null) {
      units[written] = escape === null ? unit : escape.stands;
      firsts[written] = firsts[index] as number;
      lasts[written] = lasts[last] as number;
      written += 1;
    }
    index = last;
  }
  return written;
}

interface Escape {
  readonly length: number;
  /** Null for a backslash, which stands for nothing by itself. */
  readonly stands: number | null;
}

function escapeAt(units: Uint16Array, index: number, length: number): Escape | null {
  const unit = units[index];
  if (unit === BACKSLASH) {
    const code = units[index + 1] === 0x75 ? hexAt(units, index + 2, 4, length) : null;
    return code === null ? { length: 1, stands: null } : { length: 6, stands: code };
  }
  if (unit === PERCENT) {
    const code = hexAt(units, index + 1, 2, length);
    return code === null ? null : { length: 3, stands: code };
  }
  return unit === AMPERSAND ? entityAt(units, index, length) : null;
}

function hexAt(units: Uint16Array, from: number, digits: number, length: number): number | null {
  if (from + digits > length) return null;
  let code = 0;
  for (let index = from; index < from + digits; index += 1) {
    const value = HEX.values[units[index] as number] ?? NONE;
    if (value === NONE) return null;
    code = code * 16 + value;
  }
  return code;
}

function entityAt(units: Uint16Array, index: number, length: number): Escape | null {
  const end = units.subarray(index, Math.min(length, index + LONGEST_ENTITY)).indexOf(SEMICOLON);
  if (end === -1) return null;
  const name = String.fromCharCode(...units.subarray(index + 1, index + end));
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name) ?? [];
  const stands =
    hex !== undefined
      ? Number.parseInt(hex, 16)
      : decimal !== undefined
        ? Number.parseInt(decimal, 10)
        : NAMED[name];
  return stands === undefined || stands > 0xffff ? null : { length: end + 1, stands };
}

interface Buffer {
  readonly units: Uint16Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
}

/** One reading of each depth is looked at at a time, so they share their memory. Most texts are short. */
const buffers: { read: Buffer; plain: Buffer }[] = [];
const USUAL_LENGTH = 4 * 1024;

/** `length`: units of the reading that is decoded, as nothing becomes longer. */
function bufferOf(depth: number, form: "read" | "plain", length: number): Buffer {
  const shared = (buffers[depth] ??= { read: newBuffer(USUAL_LENGTH), plain: newBuffer(USUAL_LENGTH) });
  if (shared[form].units.length < length) shared[form] = newBuffer(SLICE + OVERLAP);
  return shared[form];
}

/** A run of digits is at least as long as the bytes that it stands for and what stands between two runs. */
function newBuffer(size: number): Buffer {
  return { units: new Uint16Array(size), firsts: new Int32Array(size), lasts: new Int32Array(size) };
}
