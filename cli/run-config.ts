import type { CleanupLogEntry } from "../harness/cleanup/remaining.ts";
import type { ProfileInput } from "../harness/profile/defaults.ts";
import type { Access, Keys } from "../harness/profile/types.ts";
import type {
  CatalogueRule,
  RemainingObject,
  Observation,
  RecordedCase,
  RuleResult,
  RunResult,
} from "../harness/results.ts";

/** Everything that judging needs to know, as plain data: it is handed to the worker in which the rules are judged. */
export interface RunConfig {
  readonly profile: ProfileInput;
  readonly keys: Keys;
  readonly access: Access;
  readonly seed: number;
  /** Runs of a property, before its own effort. */
  readonly runs: number;
  readonly patterns: readonly string[];
  /** Version of the catalogue: rules that came later are not judged. */
  readonly catalogue: string;
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly liveKeyAllowed: boolean;
  /** Requests that the run may send. */
  readonly maxRequests: number | null;
  /** A recorded case that is tried before all others. */
  readonly recorded: { readonly rule: string; readonly case: RecordedCase } | null;
  /** The command that judges a rule again, with ID in place of the rule's id. */
  readonly replayTemplate: string;
  /** Name of the broadcast channel on which results arrive, when a worker judges. */
  readonly channel: string;
}

/** What a run judges, as the side that has the checks knows it: loading them costs more than most other things at start. */
export interface Scope {
  /** In catalogue order. */
  readonly judged: readonly CatalogueRule[];
  readonly unjudged: RunResult["unjudged"];
  /** Rules of the whole catalogue that have no check yet. */
  readonly planned: number;
}

/** What the judging side tells. */
export type WorkerMessage =
  | { readonly type: "ready" }
  /** Comes before any result. */
  | { readonly type: "planned"; readonly scope: Scope }
  /** The end was asked for and has been heard: nothing new begins. */
  | { readonly type: "ending" }
  /** `requests`: sent so far. */
  | { readonly type: "judged"; readonly result: RuleResult; readonly requests: number }
  | { readonly type: "journal"; readonly entry: CleanupLogEntry }
  /** The requests are used up: nothing further is judged. */
  | { readonly type: "spent" }
  /** The thread that judged has ended before its time. */
  | { readonly type: "failed"; readonly fault: string }
  | {
      readonly type: "ended";
      readonly observations: readonly Observation[];
      readonly leftovers: readonly RemainingObject[];
      readonly requests: number;
      readonly fault: string | null;
    };

export interface MainMessage {
  readonly type: "interrupt";
}

export const DEFAULT_SEED = 1;
export const DEFAULT_RUNS = 20;

declare module "vitest" {
  export interface ProvidedContext {
    payconform: RunConfig;
  }
}
