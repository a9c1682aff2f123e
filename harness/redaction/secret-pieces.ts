import type { Span } from "./spans.ts";

/** Units of the short pieces by which most of a text is passed over. */
const PROBE = 5;
/** No shorter piece can be added: it would hide what is no secret. */
export const SHORTEST_PIECE = 6;

/**
 * The pieces by which secrets are recognised: all runs of a certain length in each. A text is probed only every few characters,
 * because any piece in it covers a probe. The time is linear in the text, however many secrets there are.
 */
export class SecretPieces {
  readonly #probes = new Set<number>();
  readonly #byLength = new Map<number, Set<string>>();
  #size = 0;
  #shortest = Infinity;

  /** Number of pieces. */
  get size(): number {
    return this.#size;
  }

  /** Adds each run of `length` units of a secret; of a shorter one, the whole. One shorter than `SHORTEST_PIECE` is left out. */
  add(secret: string, length: number): void {
    const own = Math.min(length, secret.length);
    if (own < SHORTEST_PIECE) return;
    const pieces = this.#byLength.get(own) ?? new Set<string>();
    this.#byLength.set(own, pieces);
    this.#shortest = Math.min(this.#shortest, own);
    const before = pieces.size;
    for (let from = 0; from + own <= secret.length; from += 1) pieces.add(secret.slice(from, from + own));
    for (let from = 0; from + PROBE <= secret.length; from += 1) this.#probes.add(probeAt(secret, from));
    this.#size += pieces.size - before;
  }

  /** Where a text has pieces of secrets; spans may overlap. */
  spansIn(text: string): Span[] {
    const spans: Span[] = [];
    const step = this.#shortest - PROBE + 1;
    for (let probe = 0; probe + PROBE <= text.length; probe += step) {
      if (this.#probes.has(probeAt(text, probe))) spans.push(...this.#around(text, probe));
    }
    return spans;
  }

  /** The pieces that cover a probe. */
  #around(text: string, probe: number): Span[] {
    const spans: Span[] = [];
    for (const [length, pieces] of this.#byLength) {
      const first = Math.max(0, probe + PROBE - length);
      for (let from = first; from <= probe && from + length <= text.length; from += 1)
        if (pieces.has(text.slice(from, from + length))) spans.push({ from, to: from + length });
    }
    return spans;
  }
}

/** A hash of 30 bits, which a set keeps without an object for it. Different probes may share one. */
function probeAt(text: string, from: number): number {
  let hash = 0;
  for (let index = from; index < from + PROBE; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1) ^ (hash >>> 15);
  return hash >>> 2;
}
