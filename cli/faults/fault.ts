import type { Handler } from "../../mutants/mutant.ts";
import type { Excuse } from "./excuse.ts";

/** What a fault changes: answers, or how requests are handled. */
export type Side = "answer" | "request";

/** One fault at one location of the contract. */
export interface Fault {
  readonly id: string;
  readonly side: Side;
  readonly operation: string;
  /** The status of the answers that it changes; null for a fault of requests. */
  readonly status: number | null;
  /** The field of the answer or request; null for the whole message. */
  readonly path: string | null;
  /** Name of the operator. */
  readonly operator: string;
  /** Group in the tables that are not by operator. */
  readonly group: string;
  /** Why a conforming server may behave this way; null if none may. */
  readonly excuse: Excuse | null;
  /** A new proxy that injects the fault. */
  readonly proxy: () => FaultyProxy;
}

/** Wraps the handlers of both hosts of one target. */
export interface FaultyProxy {
  readonly wrap: (handler: Handler) => Handler;
  /** Number of changed exchanges. */
  readonly changed: () => number;
}
