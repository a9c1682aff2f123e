import type { RuleKind } from "../../harness/results.ts";
import type { Shard } from "../selection/shard.ts";

/** Options of `mutants`. */
export interface MutantArguments {
  readonly mutant?: readonly string[];
  readonly area?: readonly string[];
  readonly variant?: readonly string[];
  /** Kinds of rules that judge; then all of these kinds do, whatever a mutant names. */
  readonly kind?: readonly RuleKind[];
  readonly list?: boolean;
  readonly seed: number;
  readonly runs: number;
  readonly seeds: number;
  readonly workers: number;
  readonly json?: string;
  readonly from?: readonly string[];
  readonly markdown?: string;
  readonly quiet: boolean;
  readonly allRules: boolean;
  readonly together: boolean;
  readonly shard?: Shard;
  /** The part that this process judges for its parent. */
  readonly part?: Shard;
}
