import type { Handler } from "../../mutants/mutant.ts";

/** What a fault spoils: the answers of a sound target, or what the target does with the requests. */
export type Side = "answer" | "request";

/** One way in which a target is wrong, at one place of the contract. */
export interface Fault {
  readonly id: string;
  readonly side: Side;
  readonly operation: string;
  /** The status of the answers that it spoils; null for a fault on the side of the requests. */
  readonly status: number | null;
  /** The field of the answer or of the request; null for all of it. */
  readonly path: string | null;
  /** Name of the operator. */
  readonly operator: string;
  /** Under which the fault is counted beside its operator. */
  readonly group: string;
  /** Why a conforming server may behave so; null when none may. */
  readonly excuse: Excuse | null;
  /** A fresh proxy that makes a sound target faulty. */
  readonly proxy: () => FaultyProxy;
}

/** Goes around the handlers of both hosts of one target. */
export interface FaultyProxy {
  readonly wrap: (handler: Handler) => Handler;
  /** How many exchanges it really changed. */
  readonly changed: () => number;
}

/** A class of faults that conforming servers may show. */
export interface Excuse {
  readonly id: string;
  readonly reason: string;
}
