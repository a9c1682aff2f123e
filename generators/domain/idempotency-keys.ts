import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** The least and greatest length of the keys, characters. One less or one more is also permitted (§8). */
const MIN = 2;
const MAX = 254;

/** Visible ASCII without spaces: the only characters that every HTTP stack transmits unchanged in a header. */
const VISIBLE = Array.from({ length: 0x7e - 0x21 + 1 }, (_, i) => String.fromCharCode(0x21 + i));
const PLAIN = [..."abcdefghijklmnopqrstuvwxyz0123456789-"];

/** Idempotency keys of 2 to 254 characters. A key can be used only once: send `freshKey(key, nonce)`. */
export function idempotencyKeys(): Classified<string> {
  const values = fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: keysOf(PLAIN, MIN, 40) },
    { weight: 2, arbitrary: keysOf(VISIBLE, MIN, MAX) },
    { weight: 1, arbitrary: keysOf(VISIBLE, MIN, MIN) },
    { weight: 1, arbitrary: keysOf(VISIBLE, MAX, MAX) },
  );
  return classified(values, {
    "key of greatest length": (key) => key.length === MAX,
    "key of least length": (key) => key.length === MIN,
    "punctuated key": (key) => /[^A-Za-z0-9-]/.test(key),
  });
}

/** Keys of an exact length. 256 is the least length that is refused (§7.4). */
export function idempotencyKeysOf(length: number): fc.Arbitrary<string> {
  return keysOf(PLAIN, length, length);
}

/**
 * Makes a key unique by a nonce. A key that is longer than the nonce keeps its length, which may be at a limit; the nonce replaces a
 * shorter key.
 * @param nonce visible ASCII, unique in the run and between runs
 */
export function freshKey(key: string, nonce: string): string {
  return key.length > nonce.length ? key.slice(0, key.length - nonce.length) + nonce : nonce;
}

function keysOf(alphabet: readonly string[], min: number, max: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max, size: "max" })
    .map((characters) => characters.join(""));
}
