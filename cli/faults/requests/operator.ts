import type { Behaviour } from "./behaviour.ts";
import type { Use } from "./objects.ts";
import type { Parameter } from "./parameters.ts";

/** One wrong behaviour of a target at one location of the contract. */
export interface Misbehaviour {
  readonly operation: string;
  /** The field of the request; null for the whole request. */
  readonly parameter: Parameter | null;
  /** Distinguishes it from other faults of the operator at the same location. */
  readonly detail: string | null;
  /** Group for the tables. */
  readonly group: string;
  /** Of "forget": the operation whose objects are forgotten. */
  readonly use: Use | null;
  readonly behave: () => Behaviour;
}

/** The input of operators. */
export interface RequestSurface {
  readonly operations: readonly string[];
  readonly uses: readonly Use[];
}

/** A generic wrong behaviour. */
export interface RequestOperator {
  readonly name: string;
  readonly faults: (surface: RequestSurface) => readonly Misbehaviour[];
}

/** The members of a fault that describe its parameter or operation. */
export const misbehaviour = (
  given: Pick<Misbehaviour, "operation" | "group" | "behave"> & Partial<Misbehaviour>,
): Misbehaviour => ({ parameter: null, detail: null, use: null, ...given });
