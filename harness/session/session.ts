import type { Budget } from "../budget/budget.ts";
import type { Creations } from "../cleanup/creations.ts";
import type { CleanupLog } from "../cleanup/remaining.ts";
import type { DelayedCleanup } from "../engine/delayed-cleanup.ts";
import type { PendingResult } from "../engine/shared-result.ts";
import type { Transport } from "../http/transport.ts";
import type { EventSources } from "../inbox/event-sources.ts";
import type { MerchantLeases } from "../merchant-leases.ts";
import type { Supplies } from "../needs.ts";
import type { Observations } from "../observations.ts";
import type { PassiveJudge } from "../passive/judge.ts";
import type { Access, Keys, Profile } from "../profile/types.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { RecordedCase } from "../results.ts";
import type { Routes } from "../routes/routes.ts";
import type { IdleReports } from "./idle-reports.ts";
import type { Losses } from "./losses.ts";
import type { Pauses } from "./pauses.ts";
import type { RateRefusals } from "./rate-refusals.ts";
import type { SendToTarget } from "./request.ts";
import type { Waits } from "./waits.ts";

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
  /** A recorded case of one rule, to be tried before all others. */
  readonly recorded?: { readonly rule: string; readonly case: RecordedCase };
  /** Whether an answer that contradicts a rule is final, without a second execution. Default: false. */
  readonly firstViolationEnds?: boolean;
  /** Which transcripts results have. `proof`: for a rule that passed, only as much as reports show; false: none. Default: all. */
  readonly transcripts?: boolean | "proof";
  /** Whether passive rules are judged. If not, bodies are not compared with the contract. Default: true. */
  readonly judgesPassive?: boolean;
  /** Whether the target is asked for its control and its checkout host. False if no check is executed. Default: true. */
  readonly describesTarget?: boolean;
  /** Called for everything that the run creates and deletes, before and after the request. */
  readonly cleanupLog?: CleanupLog;
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
  readonly redactor: Redactor;
  readonly merchants: MerchantLeases;
  readonly eventSources: EventSources;
  readonly observations: Observations;
  readonly budget: Budget;
  readonly creations: Creations;
  readonly routes: Routes;
  readonly idle: IdleReports;
  readonly losses: Losses;
  readonly rateRefusals: RateRefusals;
  readonly waits: Waits;
  readonly pauses: Pauses;
  readonly delayedCleanup: DelayedCleanup;
  /** Results that several checks share, by attempt and key. */
  readonly sharedResults: Map<string, PendingResult>;
  /** Aborted when the session closes, or the run is interrupted. */
  readonly closing: AbortSignal;
  /** Part of the name of everything that the run creates. */
  readonly runId: string;
  readonly sendTo: SendToTarget;
  readonly close: () => Promise<void>;
}
