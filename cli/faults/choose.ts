import { seedOf } from "../../harness/judge/property.ts";
import { type Shard, isInShard } from "../selection/shard.ts";
import type { Fault } from "./fault.ts";

/** The selected faults. */
export function choose(
  all: readonly Fault[],
  wanted: {
    readonly operation?: readonly string[];
    readonly operator?: readonly string[];
    readonly sample?: number;
    readonly seed: number;
    readonly shard?: Shard;
  },
): readonly Fault[] {
  const { operation, operator, sample, seed, shard } = wanted;
  const selected = all
    .filter((fault) => operation === undefined || operation.includes(fault.operation))
    .filter((fault) => operator === undefined || operator.includes(fault.operator));
  // Ranks faults by a hash of their ids, so adding or removing some does not change the order of the others.
  const ranked = selected
    .map((fault) => ({ fault, rank: seedOf(seed, fault.id) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ fault }) => fault);
  const sampled = new Set(ranked.slice(0, sample));
  return selected.filter(
    (fault) => sampled.has(fault) && (shard === undefined || isInShard(fault.id, shard)),
  );
}
