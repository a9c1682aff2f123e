import type { CleanupLogEntry } from "../../harness/run/cleanup.ts";
import { USUAL_RUNS } from "../../harness/time.ts";
import type { Access, Keys, Profile } from "../../harness/profile/types.ts";
import type {
  CoveredOperation,
  CatalogueRule,
  LostTarget,
  Observation,
  RecordedCase,
  RuleKind,
  RemainingObject,
  RuleResult,
  RunEvent,
  RunResult,
} from "../../harness/results.ts";
import type { Target } from "../targets/target.ts";

/** The input of a run, as plain data for the worker that judges the rules. */
export interface RunConfig {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access: Access;
  readonly seed: number;
  /** Number of runs of each property, which a property multiplies by its `effort`. */
  readonly runs: number;
  readonly patterns: readonly string[];
  /** Null for all. */
  readonly kinds: readonly RuleKind[] | null;
  /** The level whose rules are judged; null for all. */
  readonly level: string | null;
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly liveKeyAllowed: boolean;
  /** Requests that the run may send. */
  readonly maxRequests: number | null;
  /** Whether simple rules are judged first, because a limit may end the run early. */
  readonly simplestFirst?: boolean;
  /** By rule, a recorded case that is tried before all others. */
  readonly recorded: Readonly<Record<string, RecordedCase>>;
  /** Whether the first violation of a rule decides; otherwise the rule is executed a second time. */
  readonly firstViolationEnds?: boolean;
  /** The command that judges a rule again, with ID in place of the rule's id. */
  readonly replayTemplate: string;
  /** Whether the results keep all exchanges of rules that passed, not only what reports show of them. */
  readonly wholeTranscripts: boolean;
  /** The file into which all that is sent and received is recorded. */
  readonly har?: string | null;
  /** Operations that the target is known to lack. Only the rules of their routes send requests to them. */
  readonly absent?: readonly string[];
}

/** What a run judges. The worker computes it, because loading the checks takes most of the startup time. */
export interface Scope {
  /** In catalogue order. */
  readonly judged: readonly CatalogueRule[];
  readonly unjudged: RunResult["unjudged"];
  /** Rules of the whole catalogue that have no check yet. */
  readonly planned: number;
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

/** The part of a run's configuration that does not come from the target. Most settings are optional. */
export type ConfigOptions = Pick<RunConfig, "seed" | "runs" | "patterns" | "replayTemplate"> & {
  readonly [
    Name in
      | "kinds"
      | "level"
      | "shard"
      | "maxRequests"
      | "recorded"
      | "firstViolationEnds"
      | "wholeTranscripts"
      | "har"
  ]?: RunConfig[Name] | undefined;
};

/** The configuration of a run on a target. */
export function configOf(target: Target, options: ConfigOptions): RunConfig {
  const { shard = null } = options;
  return {
    profile: target.profile,
    keys: target.keys,
    access: target.access,
    seed: options.seed,
    runs: options.runs,
    patterns: options.patterns,
    kinds: options.kinds ?? null,
    level: options.level ?? null,
    shard,
    liveKeyAllowed: target.liveKeyAllowed,
    maxRequests: options.maxRequests ?? null,
    recorded: options.recorded ?? {},
    firstViolationEnds: options.firstViolationEnds === true,
    wholeTranscripts: options.wholeTranscripts !== false,
    replayTemplate: options.replayTemplate,
    har: options.har ?? null,
  };
}

/** The profile with a share of the budget for each shard, because all shards run on one account at the same time. */
export function partOf(profile: Profile, shard: RunConfig["shard"]): Profile {
  if (shard === null) return profile;
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
