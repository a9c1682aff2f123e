import { fstatSync, readSync } from "node:fs";
import { UsageError } from "../profile/usage-error.ts";

/** Where a JSON object of a recording begins and ends, in bytes. */
export interface Place {
  /** `entry`: of `log.entries` in HAR. `about`: `log._payconform`. `line`: an object by itself. */
  readonly kind: "entry" | "about" | "line";
  readonly from: number;
  readonly to: number;
  /** What a message calls it: "entry 12 (line 340)". */
  readonly name: string;
}

const CHUNK_BYTES = 128 * 1024;
/** The size of the largest object: a request and an answer of the largest size, with escapes or in base64. */
const MOST_BYTES = 64 * 1024 * 1024;
/** HAR has six levels, because bodies are text. */
const DEEPEST = 500;
const LONGEST_NAME = 16;

/** ASCII. */
const NEWLINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const ALLOWED = "a recording is HAR 1.2, or JSON with one exchange a line";

/**
 * Finds the objects of a recording, of which only a part is in memory: the entries of HAR, or JSON objects one after another.
 * @throws UsageError if the file is neither, or ends too early
 */
export function placesIn(fd: number, file: string): Generator<Place> {
  return new PlaceFinder(fd, file).find();
}

class PlaceFinder {
  readonly #fd: number;
  readonly #file: string;
  readonly #found: Place[] = [];
  #depth = 0;
  #line = 1;
  #isInString = false;
  #isEscaped = false;
  /** The last string, where it may be a name that leads to the entries. */
  #string = "";
  /** The names that lead to the position, of the first two levels. */
  readonly #names: string[] = [];
  /** The object that is being read. */
  #open: { readonly kind: Place["kind"]; readonly from: number; readonly name: string } | null = null;
  #entries = 0;
  #isHar = false;
  /** Whether the position is within the list of entries. */
  #isInEntries = false;

  constructor(fd: number, file: string) {
    this.#fd = fd;
    this.#file = file;
  }

  *find(): Generator<Place> {
    if (!fstatSync(this.#fd).isFile())
      throw this.#mistake("is not a regular file; save the recording as one");
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let at = 0;
    for (let read = -1; read !== 0; at += read) {
      read = readSync(this.#fd, buffer, 0, CHUNK_BYTES, at);
      const chunk = buffer.subarray(0, read);
      this.#read(chunk, at);
      yield* this.#found.splice(0);
      if (this.#open !== null && at + read - this.#open.from > MOST_BYTES) throw this.#tooLarge(this.#open);
    }
    if (at === 0) throw this.#mistake(`is empty; ${ALLOWED}`);
    if (this.#isInString || this.#depth > 0)
      throw this.#mistake(
        `is cut off in ${this.#open?.name ?? `line ${this.#line}`}; record again, or remove what is incomplete`,
      );
  }

  /** `at`: the position of the chunk in the file. */
  #read(chunk: Buffer, at: number): void {
    let from = 0;
    if (at === 0) {
      const start = chunk.toString("latin1", 0, 3);
      if (start.startsWith("PK") || start.startsWith("\x1f\x8b"))
        throw this.#mistake("is compressed; unpack it first");
      if (start === "\xef\xbb\xbf") from = 3;
    }
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#isInString) this.#readInString(byte);
      else if (byte > SPACE) this.#readStructure(byte, at + index);
      else if (byte === NEWLINE) this.#line += 1;
    }
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    else if (this.#depth <= 2 && this.#string.length < LONGEST_NAME)
      this.#string += String.fromCharCode(byte);
  }

  #readStructure(byte: number, at: number): void {
    const isInEntries = this.#isInEntries && this.#depth === 3;
    const isBetween = this.#depth === 0 || isInEntries;
    if (isBetween && byte !== OPEN_OBJECT && !(isInEntries && (byte === COMMA || byte === CLOSE_LIST)))
      throw this.#mistake(
        `has ${JSON.stringify(String.fromCharCode(byte))} in line ${this.#line}, where an object has to begin; ${ALLOWED}`,
      );
    if (byte === QUOTE) {
      this.#isInString = true;
      this.#string = "";
    } else if (byte === COLON && this.#depth <= 2) this.#names.splice(this.#depth - 1, 2, this.#string);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#begin(byte === OPEN_OBJECT, at);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#end(at + 1);
  }

  #begin(isObject: boolean, from: number): void {
    if (this.#depth === 0) {
      if (this.#isHar)
        throw this.#mistake(`continues after HAR in line ${this.#line}; use one file for each`);
      this.#names.length = 0;
      this.#open = { kind: "line", from, name: `line ${this.#line}` };
    } else if (isObject && this.#depth === 1 && this.#isAt("log")) {
      this.#isHar = true;
      this.#open = null;
    } else if (isObject && this.#depth === 2 && this.#isAt("log", "_payconform"))
      this.#open = { kind: "about", from, name: `log._payconform (line ${this.#line})` };
    else if (!isObject && this.#depth === 2) this.#isInEntries = this.#isAt("log", "entries");
    else if (this.#isInEntries && this.#depth === 3) {
      this.#entries += 1;
      this.#open = { kind: "entry", from, name: `entry ${this.#entries} (line ${this.#line})` };
    }
    this.#depth += 1;
    if (this.#depth > DEEPEST)
      throw this.#mistake(`is nested more than ${DEEPEST} levels deep in line ${this.#line}; ${ALLOWED}`);
  }

  #end(to: number): void {
    this.#depth -= 1;
    if (this.#depth === 2) this.#isInEntries = false;
    const { kind } = this.#open ?? {};
    const depth = kind === "line" ? 0 : kind === "about" ? 2 : 3;
    if (this.#open === null || this.#depth !== depth) return;
    if (to - this.#open.from > MOST_BYTES) throw this.#tooLarge(this.#open);
    this.#found.push({ ...this.#open, to });
    this.#open = null;
  }

  #isAt(...names: readonly string[]): boolean {
    return names.every((name, index) => this.#names[index] === name);
  }

  #tooLarge({ name }: { readonly name: string }): UsageError {
    return this.#mistake(
      `has ${name}, which is larger than ${MOST_BYTES / 1024 / 1024} MB; remove it, or use another file: ${ALLOWED}`,
    );
  }

  #mistake(what: string): UsageError {
    return new UsageError(`${this.#file} ${what}`);
  }
}
