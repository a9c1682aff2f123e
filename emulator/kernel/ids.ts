/** Seeded generator handed to one decision; the same command at the same place draws the same values. */
export interface Ids {
  /** A new identifier: the prefix and 24 characters. */
  id: (prefix: string) => string;
  /** `length` characters out of a–z, A–Z, 0–9. */
  token: (length: number) => string;
  /** A whole number from 0 up to, not including, `below`. */
  integer: (below: number) => number;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A small fast counter-based generator (sfc32) seeded from text: the same text, the same numbers. */
function seededRandom(text: string): () => number {
  const words = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (let at = 0; at < text.length; at += 1) {
    const slot = at % 3;
    words[slot] = Math.imul((words[slot] ?? 0) ^ text.charCodeAt(at), 0x01000193) + at;
  }
  let [a = 0, b = 0, c = 0, d = 1] = words;
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/**
 * The generator of one decision. It depends on the seed and on the decision's number alone, so that a decision is a
 * function of its inputs. One that draws nothing costs nothing.
 */
export function idsFor(seed: number, sequence: number): Ids {
  let random: (() => number) | undefined;
  const drawing = (): (() => number) => (random ??= seededRandom(`${seed}/${sequence}`));
  const token = (length: number): string => {
    const draw = drawing();
    const codes: number[] = [];
    for (let at = 0; at < length; at += 1)
      codes.push(letters.charCodeAt((draw() / 2 ** 32) * letters.length));
    // In one piece: a text that grows by letters is a tree of them.
    return String.fromCharCode(...codes);
  };
  return {
    integer: (below) => Math.floor((drawing()() / 2 ** 32) * below),
    token,
    id: (prefix) => `${prefix}${token(24)}`,
  };
}
