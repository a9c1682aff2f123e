import { seedOf } from "../../harness/judge/property.ts";
import { type Shard, isInShard } from "../selection/shard.ts";
import type { Fault, Side } from "./fault.ts";

/** The selected faults, and the number of all faults. */
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
    // Ranks faults by a hash of their ids, so adding or removing some does not change the order of the others.
    const ranks = new Map(faults.map((fault) => [fault, seedOf(seed, fault.id)]));
    const rankOf = (fault: Fault): number => ranks.get(fault) ?? 0;
    const chosen = new Set([...faults].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, sample));
    faults = faults.filter((fault) => chosen.has(fault));
  }
  if (shard !== undefined) faults = faults.filter(({ id }) => isInShard(id, shard));
  return { faults, all: all.length };
}
