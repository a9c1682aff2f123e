import type { ProfileInput } from "../harness/profile/defaults.ts";
import type { Keys } from "../harness/profile/types.ts";
import type { Observation, RuleResult } from "../harness/results.ts";

/** Everything a run needs to know, as plain data: it is handed to the worker in which the rules are judged. */
export interface RunConfig {
  readonly profile: ProfileInput;
  readonly keys: Keys;
  readonly seed: number;
  /** Runs of a property, before its own effort. */
  readonly runs: number;
  readonly patterns: readonly string[];
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly liveKeyAllowed: boolean;
  /** The command that judges a rule again, with ID in place of the rule's id. */
  readonly replayTemplate: string;
  /** Name of the broadcast channel on which results arrive. */
  readonly channel: string;
}

/** What the worker tells the main thread, and the other way round. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "judged"; readonly result: RuleResult }
  | {
      readonly type: "ended";
      readonly observations: readonly Observation[];
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
