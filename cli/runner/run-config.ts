import type { CleanupLogEntry } from "../../harness/run/cleanup.ts";
import { USUAL_RUNS } from "../../harness/time.ts";
import type { Profile } from "../../harness/profile/types.ts";
import type {
  CoveredOperation,
  LostTarget,
  Observation,
  RecordedCase,
  RemainingObject,
  RuleResult,
  RunEvent,
} from "../../harness/results.ts";
import type { PlainTarget } from "../targets/describe.ts";
import type { RuleSelection, Scope } from "../selection/scope.ts";
import type { Shard } from "../selection/shard.ts";

/** What a run judges, and how. */
export interface RunSettings extends RuleSelection {
  readonly seed: number;
  /** Number of runs of each property, which a property multiplies by its `effort`. */
  readonly runs: number;
  /** Requests that the run may send. Default: any number. */
  readonly maxRequests?: number | undefined;
  /** By rule, a recorded case that is tried before all others. */
  readonly recorded?: Readonly<Record<string, RecordedCase>>;
  /** Whether the first violation of a rule decides; otherwise the rule is executed a second time. */
  readonly firstViolationEnds?: boolean;
  /** The command that judges a rule again, with ID in place of the rule's id. */
  readonly replayTemplate: string;
  /** Whether the results keep only what reports show of rules that passed, not all of their exchanges. */
  readonly slimTranscripts?: boolean;
  /** The file into which all that is sent and received is recorded. */
  readonly har?: string | undefined;
}

/** The input of a run, as plain data for the worker that judges the rules. */
export interface RunConfig extends RunSettings {
  readonly target: PlainTarget;
  /** Whether simple rules are judged first, because a limit may end the run early. */
  readonly simplestFirst: boolean;
  /** Operations that the target is known to lack. Only the rules of their routes send requests to them. */
  readonly absent?: readonly string[];
}

/** A message of the worker to the main thread. */
export type WorkerMessage =
  /** Before any result. */
  | { readonly type: "planned"; readonly scope: Scope }
  /** Acknowledges an interruption: no new check begins. */
  | { readonly type: "ending" }
  /** `requests`: sent so far. */
  | { readonly type: "judged"; readonly result: RuleResult; readonly requests: number }
  /** Sent several times a second. */
  | Extract<RunEvent, { readonly type: "progress" }>
  | { readonly type: "cleanup"; readonly entry: CleanupLogEntry }
  /** The limit of requests is reached: no further rule is judged. */
  | { readonly type: "spent" }
  /** The worker ended early. */
  | { readonly type: "failed"; readonly fault: string }
  | {
      readonly type: "ended";
      readonly observations: readonly Observation[];
      readonly leftovers: readonly RemainingObject[];
      readonly requests: number;
      readonly coverage: readonly CoveredOperation[];
      readonly lost: LostTarget | null;
      readonly fault: string | null;
      /** How long the run paused for each reason, ms. */
      readonly pauses: ReadonlyMap<string, number>;
      /** What the user can change to have more rules judged, in one sentence. */
      readonly advice: string | null;
      /** Why the recording is incomplete. */
      readonly recordingFault?: string | null;
    };

export type MainMessage =
  | { readonly type: "interrupt" }
  /** For a thread that judges one run after another. */
  | { readonly type: "judge"; readonly config: RunConfig }
  | Question;

/** A query of the target for a thread: a function of `Inquiry` and its arguments. */
export interface Question {
  readonly type: "ask";
  readonly id: number;
  readonly about: "unreachable" | "controlFault" | "mapOperations";
  readonly given: readonly unknown[];
}

/** A message of a thread that judges one run after another. */
export type ThreadMessage =
  | WorkerMessage
  /** A run has ended. */
  | { readonly type: "idle" }
  | { readonly type: "answered"; readonly id: number; readonly answer: unknown }
  | { readonly type: "unanswered"; readonly id: number; readonly isMistake: boolean; readonly why: string };

export const DEFAULT_SEED = 1;
export const DEFAULT_RUNS = USUAL_RUNS;

/** The profile with a share of the budget for each shard, because all shards run on one account at the same time. */
export function partOf(profile: Profile, shard: Shard | undefined): Profile {
  if (shard === undefined) return profile;
  const { budget } = profile;
  const share = Math.max(1, Math.floor(budget.accountCreationsPerMinute / shard.count));
  const { requestsPerSecond } = budget;
  return {
    ...profile,
    budget: {
      accountCreationsPerMinute: share,
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: requestsPerSecond / shard.count }),
    },
  };
}
