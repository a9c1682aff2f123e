import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";

/** A secret that is planted: nothing but itself has any piece of its core. */
export interface Canary {
  readonly what: string;
  readonly secret: string;
  /** Random; `PIECE` consecutive characters of it reveal it. */
  readonly core: string;
}

const PIECE = 8;

export function plant(what: string, write: (core: string) => string = (core) => core): Canary {
  const core = randomBytes(24)
    .toString("base64")
    .replace(/[^A-Za-z0-9]/g, "x");
  return { what, core, secret: write(core) };
}

/** Each place where a piece of a canary can be read, in whatever disguise: what, and in which file. */
export function found(canaries: readonly Canary[], texts: ReadonlyMap<string, Buffer>): readonly string[] {
  const pieces = new Map<string, string>();
  for (const { what, core } of canaries) {
    for (let from = 0; from + PIECE <= core.length; from += 1)
      pieces.set(core.slice(from, from + PIECE), what);
  }
  // Two characters that follow each other in no piece rule out every piece with both: most of a text is passed over in large steps.
  const pairs = new Uint8Array(1 << 16);
  for (const piece of pieces.keys()) for (let at = 1; at < PIECE; at += 1) pairs[pairAt(piece, at)] = 1;
  const places = new Set<string>();
  for (const [name, bytes] of texts) {
    eachReading(bytes, 0, (text) => {
      let last = PIECE - 1;
      while (last < text.length) {
        if (pairs[pairAt(text, last)] === 0) {
          last += PIECE - 1;
          continue;
        }
        const from = last + 1 - PIECE;
        const what = pieces.get(text.slice(from, last + 1));
        if (what !== undefined)
          places.add(`${what} in ${name}: …${text.slice(Math.max(0, from - 60), from)}`);
        last += 1;
      }
    });
  }
  return [...places];
}

/** A number for the character at a place and the one before it; characters beyond Latin-1 share theirs with others. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at - 1) & 255) << 8) | (text.charCodeAt(at) & 255);

/** Every file below a folder. */
export function filesIn(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), readFileSync(path));
  }
  return files;
}

const DEEPEST = 4;
/** The least number of consecutive letters of a text that is written in base64. */
const WRITTEN = /[A-Za-z0-9+/_\-\\%&#;.=]{11,}/;

/** What bytes say: as they are, unpacked, without escapes, and with base64 and hexadecimal digits undone wherever they begin. */
function eachReading(bytes: Buffer, depth: number, visit: (text: string) => void): void {
  if (depth > DEEPEST || bytes.byteLength < PIECE) return;
  const unpacked = unpack(bytes);
  if (unpacked !== null) return eachReading(unpacked, depth + 1, visit);
  const text = bytes.toString("latin1");
  const plain = withoutEscapes(text);
  for (const reading of new Set([text, plain])) {
    visit(reading);
    for (const [run] of reading.matchAll(/[A-Za-z0-9+/_-]{11,}/g))
      for (const before of ["", "A", "AA", "AAA"]) inner(Buffer.from(before + run, "base64"), depth, visit);
    for (const [run] of reading.matchAll(/[0-9A-Fa-f]{16,}/g))
      for (const before of ["", "0"]) inner(Buffer.from(before + run, "hex"), depth, visit);
  }
}

/** Bytes that are not text are searched only once. */
function inner(bytes: Buffer, depth: number, visit: (text: string) => void): void {
  const text = bytes.toString("latin1");
  if (WRITTEN.test(text)) eachReading(bytes, depth + 1, visit);
  else visit(text);
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function withoutEscapes(text: string): string {
  let plain = text;
  for (let times = 0; times < 6; times += 1) {
    const before = plain;
    plain = plain
      .replace(
        /\\u00([0-9A-Fa-f]{2})|%([0-9A-Fa-f]{2})|&#x([0-9A-Fa-f]{2});/g,
        (_whole, ...codes: string[]) =>
          String.fromCharCode(Number.parseInt(codes.slice(0, 3).find(Boolean) ?? "", 16)),
      )
      .replace(/&#([0-9]{2,3});/g, (_whole, code: string) => String.fromCharCode(Number(code)))
      .replace(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => NAMED[name] ?? "");
    if (plain === before) plain = plain.replaceAll("\\", "");
    if (plain === before) break;
  }
  return plain;
}

function unpack(bytes: Buffer): Buffer | null {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes);
    if (bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0)) return inflateSync(bytes);
  } catch {
    // Only its beginning looks packed.
  }
  return null;
}
