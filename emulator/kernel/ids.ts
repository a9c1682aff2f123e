/** The seeded generator of one decision. The same decision of the same seed draws the same values. */
export interface Ids {
  /** A new id: the prefix and 24 characters. */
  id: (prefix: string) => string;
  /** `length` characters of a–z, A–Z and 0–9. */
  token: (length: number) => string;
  /** An integer of at least 0 and less than `below`. */
  integer: (below: number) => number;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A small fast generator (sfc32), seeded with a text. */
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
 * Creates the generator of one decision. It depends only on the seed and the number of the decision. It is seeded by the first draw, since
 * many decisions draw nothing.
 */
export function idsFor(seed: number, sequence: number): Ids {
  let random: (() => number) | undefined;
  const drawing = (): (() => number) => (random ??= seededRandom(`${seed}/${sequence}`));
  const token = (length: number): string => {
    const draw = drawing();
    const codes: number[] = [];
    for (let at = 0; at < length; at += 1)
      codes.push(letters.charCodeAt((draw() / 2 ** 32) * letters.length));
    // Not by appending letters: V8 would keep a tree of strings.
    return String.fromCharCode(...codes);
  };
  return {
    integer: (below) => Math.floor((drawing()() / 2 ** 32) * below),
    token,
    id: (prefix) => `${prefix}${token(24)}`,
  };
}
