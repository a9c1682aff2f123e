import type { Shard } from "../arguments.ts";
import type { Fault, Side } from "./fault.ts";

/** The faults that are asked for, and how many there are in all. */
export function choose(
  all: readonly Fault[],
  wanted: {
    readonly side?: Side;
    readonly operation?: readonly string[];
    readonly operator?: readonly string[];
    readonly sample?: number;
    readonly seed: number;
    readonly shard?: Shard;
  },
): { readonly faults: readonly Fault[]; readonly all: number } {
  const { side, operation, operator, sample, seed, shard } = wanted;
  let faults = all
    .filter((fault) => side === undefined || side === fault.side)
    .filter((fault) => operation === undefined || operation.includes(fault.operation))
    .filter((fault) => operator === undefined || operator.includes(fault.operator));
  if (sample !== undefined) {
    const ranked = faults.map((fault) => ({ fault, rank: rankOf(fault.id, seed) }));
    const chosen = new Set(
      ranked
        .sort((a, b) => a.rank - b.rank)
        .slice(0, sample)
        .map(({ fault }) => fault),
    );
    faults = faults.filter((fault) => chosen.has(fault));
  }
  if (shard !== undefined) faults = faults.filter((_fault, index) => index % shard.count === shard.index - 1);
  return { faults, all: all.length };
}

/** FNV-1a over the seed and the id: the same sample for the same seed, whatever else is there. */
function rankOf(id: string, seed: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed} ${id}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // FNV spreads the last characters badly: one more round of mixing.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
