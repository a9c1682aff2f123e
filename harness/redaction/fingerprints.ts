import { randomFillSync } from "node:crypto";

const FIRST_PLACES = 64;
const FULLEST = 0.75;

/**
 * A set of texts of which only 64 bits each are kept: a text that was added is always found. Another one is found as rarely as two
 * random numbers of 64 bits are the same, and nobody can choose one: the hash begins with random numbers.
 */
export class Fingerprints {
  /** Two words of each text; both are 0 where there is none. */
  #words = new Uint32Array(2 * FIRST_PLACES);
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
    const place = this.#placeOf(this.#scratch, 0, text.length);
    if (this.#words[place] !== 0 || this.#words[place + 1] !== 0) return false;
    this.#words[place] = this.#first;
    this.#words[place + 1] = this.#second;
    this.#size += 1;
    if (this.#size > (FULLEST * this.#words.length) / 2) this.#grow();
    return true;
  }

  /** Whether these UTF-16 units were added as a text. */
  has(units: Uint16Array, from: number, to: number): boolean {
    const place = this.#placeOf(units, from, to);
    return this.#words[place] !== 0 || this.#words[place + 1] !== 0;
  }

  #first = 0;
  #second = 0;

  /** Where the fingerprint of these units is, or would be; it is in `#first` and `#second` then. */
  #placeOf(units: Uint16Array, from: number, to: number): number {
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
    for (let place = (2 * this.#first) & last; ; place = (place + 2) & last) {
      const first = words[place] as number;
      const second = words[place + 1] as number;
      if (first === this.#first && second === this.#second) return place;
      if (first === 0 && second === 0) return place;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(2 * before.length);
    for (let place = 0; place < before.length; place += 2) {
      this.#first = before[place] as number;
      this.#second = before[place + 1] as number;
      if (this.#first === 0 && this.#second === 0) continue;
      const to = this.#search();
      this.#words[to] = this.#first;
      this.#words[to + 1] = this.#second;
    }
  }
}
