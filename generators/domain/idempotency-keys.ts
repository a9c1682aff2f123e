import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** The greatest length of an `Idempotency-Key` in characters (§8). */
const MAX_KEY_LENGTH = 255;

/** Visible ASCII without blanks: the only characters that every HTTP stack passes through a header unchanged. */
const VISIBLE = Array.from({ length: 0x7e - 0x21 + 1 }, (_, i) => String.fromCharCode(0x21 + i));
const PLAIN = [..."abcdefghijklmnopqrstuvwxyz0123456789-"];

/**
 * Idempotency keys of permitted length, including both limits. A key can be used only once: send `freshKey(key, nonce)`.
 * @param options.min least length, 1 by default
 * @param options.max greatest length, 255 by default
 */
export function idempotencyKeys(
  options: { readonly min?: number; readonly max?: number } = {},
): Classified<string> {
  const { min = 1, max = MAX_KEY_LENGTH } = options;
  const ordinary = keysOf(PLAIN, min, Math.max(min, Math.min(max, 40)));
  const values = fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: ordinary },
    { weight: 2, arbitrary: keysOf(VISIBLE, min, max) },
    { weight: 1, arbitrary: keysOf(VISIBLE, min, min) },
    { weight: 1, arbitrary: keysOf(VISIBLE, max, max) },
  );
  return classified(values, {
    "key of greatest length": (key) => key.length === max,
    "key of least length": (key) => key.length === min,
    "punctuated key": (key) => /[^A-Za-z0-9-]/.test(key),
  });
}

/** Keys of one exact length: `idempotencyKeysOf(256)` is the least length that is refused (§7.4). */
export function idempotencyKeysOf(length: number): fc.Arbitrary<string> {
  return keysOf(PLAIN, length, length);
}

/**
 * The key made unique by a nonce of the caller. The length is unchanged if the key is longer than the nonce, so a key at a
 * limit stays at it; the nonce replaces a shorter key.
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
