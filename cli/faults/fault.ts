import type { Wrap } from "../../mutants/mutant.ts";
import type { Use } from "../../mutants/faults/forgetting.ts";
import type { DocumentedValue, Parameter } from "../../mutants/faults/parameters.ts";
import type { Location } from "./survey.ts";
import { seedOf } from "../../harness/judge/property.ts";
import { isInShard, type Shard } from "../selection/shard.ts";

/** One operator at one place of the contract. */
export interface Fault {
  readonly id: string;
  readonly operation: string;
  /** The status of the answers that it changes; null for a fault in the handling of requests. */
  readonly status: number | null;
  /** Names from the body down to the field of the answer or request; empty for the whole message. */
  readonly path: readonly string[];
  /** Name of the operator. */
  readonly operator: string;
  /** What distinguishes it from other faults of the operator at the same place. */
  readonly detail?: string;
  /** The place in answers; null for the whole answer. */
  readonly location?: Location | null;
  /** The place in requests. */
  readonly parameter?: Parameter;
  /** The documented value that it concerns. */
  readonly value?: DocumentedValue;
  /** The objects that it forgets. */
  readonly use?: Use;
  readonly wrap: Wrap;
}

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
