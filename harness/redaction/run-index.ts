import { Fingerprints } from "./fingerprints.ts";
import { printableBytes, type Sought } from "./readings.ts";
import type { Span } from "./spans.ts";

const BASE = 0x01000193;
/** Bits of a hash by which most places are passed over without a look at the characters. */
const FILTER_BITS = 20;

interface Table {
  readonly width: number;
  readonly runs: Fingerprints;
  readonly filter: Uint32Array;
  /** The base to the power of the width. */
  readonly power: number;
}

/**
 * Finds any of many short runs of characters. Runs of one length are one table: a rolling hash passes over most positions, a set of
 * fingerprints decides about the others. A run takes about twelve bytes. The time is linear in the text, however many runs there are
 * and whatever they have in common; a run can be added at any time.
 */
export class RunIndex {
  readonly #tables = new Map<number, Table>();
  readonly #sought = { bytes: printableBytes(), printable: true, shortest: Infinity };
  #size = 0;

  /** Number of runs. */
  get size(): number {
    return this.#size;
  }

  add(run: string): void {
    const table = this.#tableOf(run.length);
    if (!table.runs.add(run)) return;
    this.#size += 1;
    this.#sought.shortest = Math.min(this.#sought.shortest, run.length);
    let hash = 0;
    for (let index = 0; index < run.length; index += 1) {
      const unit = run.charCodeAt(index);
      if (unit < 256 && this.#sought.bytes[unit] === 0) {
        this.#sought.bytes[unit] = 1;
        this.#sought.printable = false;
      }
      hash = (Math.imul(hash, BASE) + unit) | 0;
    }
    const slot = slotOf(hash);
    table.filter[slot >>> 5] = (table.filter[slot >>> 5] ?? 0) | (1 << (slot & 31));
  }

  /** What the runs consist of; it follows what is added. */
  get sought(): Sought {
    return this.#sought;
  }

  /** Every occurrence in the first `length` UTF-16 units; those that overlap or touch are one. */
  find(units: Uint16Array, length: number, found: (span: Span) => void): void {
    for (const table of this.#tables.values()) findIn(table, units, length, found);
  }

  #tableOf(width: number): Table {
    let table = this.#tables.get(width);
    if (table === undefined) {
      let power = 1;
      for (let count = 0; count < width; count += 1) power = Math.imul(power, BASE);
      table = { width, runs: new Fingerprints(), filter: new Uint32Array(1 << (FILTER_BITS - 5)), power };
      this.#tables.set(width, table);
    }
    return table;
  }
}

function findIn(table: Table, units: Uint16Array, length: number, found: (span: Span) => void): void {
  const { width, runs, filter, power } = table;
  let hash = 0;
  let from = -1;
  let to = -1;
  for (let index = 0; index < length; index += 1) {
    hash = (Math.imul(hash, BASE) + (units[index] as number)) | 0;
    const start = index + 1 - width;
    if (start < 0) continue;
    if (start > 0) hash = (hash - Math.imul(units[start - 1] as number, power)) | 0;
    const slot = slotOf(hash);
    if (((filter[slot >>> 5] as number) & (1 << (slot & 31))) === 0) continue;
    if (!runs.has(units, start, index + 1)) continue;
    if (start > to) {
      if (from >= 0) found({ from, to });
      from = start;
    }
    to = index + 1;
  }
  if (from >= 0) found({ from, to });
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - FILTER_BITS);
}
