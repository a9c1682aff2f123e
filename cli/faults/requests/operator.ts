import type { Behaviour } from "./behaviour.ts";
import type { Use } from "./objects.ts";
import type { Parameter } from "./parameters.ts";

/** One wrong behaviour of a target at one location of the contract. */
export interface Misbehaviour {
  readonly operation: string;
  /** The field of the request; absent for the whole request. */
  readonly parameter?: Parameter;
  /** Distinguishes it from other faults of the operator at the same location. */
  readonly detail?: string;
  /** Group for the tables. */
  readonly group: string;
  /** Only for the operators that forget: which objects are forgotten. */
  readonly use?: Use;
  readonly behave: () => Behaviour;
}

/** A generic wrong behaviour. */
export interface RequestOperator {
  readonly name: string;
  /** `uses`: the objects that the operation uses. */
  readonly faults: (operation: string, uses: readonly Use[]) => readonly Misbehaviour[];
}
