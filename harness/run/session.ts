import type { Budget } from "./budget.ts";
import type { Creations, CleanupLog, DelayedCleanup } from "./cleanup.ts";
import type { Traces } from "../http/tracing.ts";
import type { Transport } from "../http/wire.ts";
import type { EventSources } from "./event-sources.ts";
import type { MerchantLeases } from "./merchant-leases.ts";
import type { Supplies } from "../judge/needs.ts";
import type { Observations } from "../judge/observations.ts";
import type { PassiveJudge } from "../judge/passive.ts";
import type { TraceJudge } from "../judge/trace/trace.ts";
import type { Access, Keys, Profile } from "../profile/types.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { TrafficRecorder } from "../recording/har-writer.ts";
import type { RecordedCase } from "../results.ts";
import type { Routes } from "../judge/routes.ts";
import type { IdleReports } from "./idle-reports.ts";
import type { IssuedKeys } from "./issued-keys.ts";
import type { Losses } from "./losses.ts";
import type { Answered } from "./answered.ts";
import type { RateRefusals } from "./rate-refusals.ts";
import type { SendToTarget } from "../http/client.ts";
import type { Waits } from "../time.ts";
import type { Transcript } from "../judge/transcript.ts";

/** The options of a session. */
export interface SessionOptions {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly transport: Transport;
  readonly seed: number;
  /** The runs of a property, to which its `effort` is applied. */
  readonly runs: number;
  readonly liveKeyAllowed: boolean;
  /** The variables with the keys that fixtures name. Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Aborted when the run is interrupted. It stops work that several checks share. */
  readonly signal?: AbortSignal;
  /** By rule, a recorded case, to be tried before all others. */
  readonly recorded?: Readonly<Record<string, RecordedCase>>;
  /** Whether an answer that contradicts a rule is final, without a second execution. Default: false. */
  readonly firstViolationEnds?: boolean;
  /** Which transcripts results have. `proof`: for a rule that passed, only as much as reports show; false: none. Default: all. */
  readonly transcripts?: boolean | "proof";
  /** Whether passive and trace rules are judged. If not, what is seen is not compared with the contract or with what was seen before. Default: true. */
  readonly judgesPassive?: boolean;
  /** Whether the target is asked for its control and its checkout host. False if no check is executed. Default: true. */
  readonly describesTarget?: boolean;
  /** Called for everything that the run creates and deletes, before and after the request. */
  readonly cleanupLog?: CleanupLog;
  /** Records all that is sent and received; the redactor knows the secrets of the run. Default: nothing is recorded. */
  readonly recorderFor?: ((redactor: Redactor) => TrafficRecorder | undefined) | undefined;
  /** Secret headers, proxy credentials and certificate authority. Default: none. */
  readonly access?: Access;
  /** The most requests that the run may send. Default: unlimited. */
  readonly maxRequests?: number | undefined;
  /** Called once, when the last of them was sent. */
  readonly onSpent?: () => void;
}

/** What all checks of a run share. */
export interface Session extends SessionOptions {
  readonly supplies: Supplies;
  /** Ports with a guessed binding. */
  readonly guessedPorts: Set<string>;
  readonly judge: PassiveJudge;
  readonly trace: TraceJudge;
  readonly redactor: Redactor;
  readonly merchants: MerchantLeases;
  readonly issuedKeys: IssuedKeys;
  readonly eventSources: EventSources;
  readonly observations: Observations;
  readonly budget: Budget;
  readonly creations: Creations;
  readonly routes: Routes;
  readonly idle: IdleReports;
  readonly losses: Losses;
  readonly rateRefusals: RateRefusals;
  readonly answered: Answered;
  readonly waits: Waits;
  readonly pauses: Pauses;
  readonly delayedCleanup: DelayedCleanup;
  /** Results that several checks share, by attempt and key. */
  readonly sharedResults: Map<string, PendingResult>;
  /** Aborted when the session closes, or the run is interrupted. */
  readonly closing: AbortSignal;
  /** Null if the profile turns them off. */
  readonly traces: Traces | null;
  /** Part of the name of everything that the run creates. */
  readonly runId: string;
  /** A number that distinguishes two names of the run. */
  readonly nextNumber: () => number;
  /** The areas of the trace rules that the run judges, once it has begun. */
  readonly tracedAreas: Set<string>;
  readonly sendTo: SendToTarget;
  readonly close: () => Promise<void>;
}

/** A result that several checks share, or the error of its creation, with its exchanges. */
export interface SharedResult {
  readonly made: { readonly value: unknown } | { readonly error: unknown };
  readonly transcript: Transcript;
  readonly reliance: { readonly onIdle: boolean };
}

/** A shared result in progress, and functions that postpone the deadlines of the checks that wait for it, by ms. */
interface PendingResult {
  readonly result: Promise<SharedResult>;
  readonly waiting: Set<(ms: number) => void>;
}

interface Pause {
  /** The number of checks that are pausing. */
  active: number;
  /** When the first of them began, monotonic ms. */
  since: number;
  /** The total of earlier pauses, ms. */
  ms: number;
}

/** What checks wait for, other than an answer: the documented rate of new vendors, or the end of a target's 429. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();
  readonly #now: () => number;

  constructor(options: { readonly now?: () => number } = {}) {
    this.#now = options.now ?? (() => performance.now());
  }

  /** Begins a pause, which lasts until the returned function is called. `why`: "for the rate of …", "because …". */
  begin(why: string): () => void {
    const pause = this.#pauses.get(why) ?? { active: 0, since: 0, ms: 0 };
    this.#pauses.set(why, pause);
    if (pause.active === 0) pause.since = this.#now();
    pause.active += 1;
    return () => {
      pause.active -= 1;
      if (pause.active === 0) pause.ms += this.#now() - pause.since;
    };
  }

  /** Why the suite pauses now; null if it does not. */
  current(): string | null {
    const [first] = [...this.#pauses].filter(([, { active }]) => active > 0);
    return first?.[0] ?? null;
  }

  /** How long the run has paused, by reason, ms. */
  total(): ReadonlyMap<string, number> {
    return new Map([...this.#pauses].map(([why, { ms }]) => [why, ms]));
  }
}
