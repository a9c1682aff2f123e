import { randomFillSync } from "node:crypto";

const FIRST_SLOTS = 64;
const MOST_FILLED = 0.75;

/**
 * A set of texts that keeps only 64 bits of each. It always finds a text that was added. It finds another one as rarely as two random
 * numbers of 64 bits are equal; nobody can choose such a text, because the hash begins with random numbers.
 */
export class Fingerprints {
  /** Two words of each text; both are 0 in a free slot. */
  #words = new Uint32Array(2 * FIRST_SLOTS);
  #size = 0;
  readonly #seeds = randomFillSync(new Uint32Array(2));
  #scratch = new Uint16Array(64);

  get size(): number {
    return this.#size;
  }

  /** Adds a text; false if it was there. */
  add(text: string): boolean {
    if (this.#scratch.length < text.length) this.#scratch = new Uint16Array(2 * text.length);
    for (let index = 0; index < text.length; index += 1) this.#scratch[index] = text.charCodeAt(index);
    const slot = this.#slotOf(this.#scratch, 0, text.length);
    if (this.#words[slot] !== 0 || this.#words[slot + 1] !== 0) return false;
    this.#words[slot] = this.#first;
    this.#words[slot + 1] = this.#second;
    this.#size += 1;
    if (this.#size > (MOST_FILLED * this.#words.length) / 2) this.#grow();
    return true;
  }

  /** Whether these UTF-16 units were added as a text. */
  has(units: Uint16Array, from: number, to: number): boolean {
    const slot = this.#slotOf(units, from, to);
    return this.#words[slot] !== 0 || this.#words[slot + 1] !== 0;
  }

  #first = 0;
  #second = 0;

  /** The slot of the fingerprint of these units, which is left in `#first` and `#second`. */
  #slotOf(units: Uint16Array, from: number, to: number): number {
    let first = (this.#seeds[0] as number) ^ (to - from);
    let second = this.#seeds[1] as number;
    for (let index = from; index < to; index += 1) {
      const unit = units[index] as number;
      first = Math.imul(((first << 5) | (first >>> 27)) ^ unit, 0x9e3779b1);
      second = Math.imul(((second << 11) | (second >>> 21)) ^ unit, 0x85ebca77);
    }
    first = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35);
    second = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
    this.#first = first >>> 0;
    this.#second = first === 0 && second === 0 ? 1 : second >>> 0;
    return this.#search();
  }

  #search(): number {
    const words = this.#words;
    const last = words.length - 1;
    for (let slot = (2 * this.#first) & last; ; slot = (slot + 2) & last) {
      const first = words[slot] as number;
      const second = words[slot + 1] as number;
      if (first === this.#first && second === this.#second) return slot;
      if (first === 0 && second === 0) return slot;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(2 * before.length);
    for (let slot = 0; slot < before.length; slot += 2) {
      this.#first = before[slot] as number;
      this.#second = before[slot + 1] as number;
      if (this.#first === 0 && this.#second === 0) continue;
      const to = this.#search();
      this.#words[to] = this.#first;
      this.#words[to + 1] = this.#second;
    }
  }
}
