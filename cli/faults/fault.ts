import type { Wrap } from "../../mutants/mutant.ts";
import type { Use } from "../../mutants/faults/forgetting.ts";
import type { DocumentedValue, Parameter } from "../../mutants/faults/parameters.ts";
import type { Location } from "./survey.ts";

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
