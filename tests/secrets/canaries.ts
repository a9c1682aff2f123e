import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";

/** A secret that is planted: nothing but itself has any piece of its core. */
export interface Canary {
  readonly what: string;
  readonly secret: string;
  /** Random; any ten characters of it in a row give it away. */
  readonly core: string;
}

const PIECE = 10;

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
  const places = new Set<string>();
  for (const [name, bytes] of texts) {
    for (const text of readings(bytes, 0)) {
      for (let from = 0; from + PIECE <= text.length; from += 1) {
        const what = pieces.get(text.slice(from, from + PIECE));
        if (what !== undefined)
          places.add(`${what} in ${name}: …${text.slice(Math.max(0, from - 60), from)}`);
      }
    }
  }
  return [...places];
}

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

/** What bytes say: as they are, unpacked, and with their base64, hexadecimal, URL and JSON writings undone. */
function readings(bytes: Buffer, depth: number): readonly string[] {
  if (depth > 2 || bytes.byteLength === 0) return [];
  const unpacked = unpack(bytes);
  if (unpacked !== null) return readings(unpacked, depth + 1);
  const text = bytes.toString("latin1");
  const all = [text];
  const url = text.replace(/%([0-9A-Fa-f]{2})/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  if (url !== text) all.push(url);
  const json = text.replace(/\\u([0-9A-Fa-f]{4})/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  if (json !== text) all.push(json);
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)) {
    // A run may begin anywhere within a base64 text: four alignments cover all.
    for (let start = 0; start < 4; start += 1) {
      const inner = Buffer.from(run.slice(start), "base64");
      if (start === 0) all.push(...readings(inner, depth + 1));
      else all.push(inner.toString("latin1"));
    }
  }
  for (const [run] of text.matchAll(/(?:[0-9A-Fa-f]{2}){10,}/g))
    all.push(Buffer.from(run, "hex").toString("latin1"));
  return all;
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
