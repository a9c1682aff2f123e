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
import type { SendToTarget } from "./request.ts";
import type { Waits } from "./waits.ts";

/** What a session is opened with. */
export interface SessionOptions {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly transport: Transport;
  readonly seed: number;
  /** Runs of a property, before its own effort. */
  readonly runs: number;
  readonly liveKeyAllowed: boolean;
  /** Variables with the keys that fixtures name; default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Aborted when the run is interrupted: work shared by several checks stops. */
  readonly signal?: AbortSignal;
  /** A recorded case of one rule, to be tried before all others. */
  readonly recorded?: { readonly rule: string; readonly case: RecordedCase };
  /** Whether an answer that contradicts a rule ends its judgement: the rule is not executed once more. Default false. */
  readonly firstViolationEnds?: boolean;
  /** `proof`: of a rule that passed, only as much as reports show; false: none in any result. Default true: all that was kept. */
  readonly transcripts?: boolean | "proof";
  /** False where no passive rule is judged: bodies are then not compared with the contract. Default true. */
  readonly judgesPassive?: boolean;
  /** False where no check is executed: the target is then not asked for its control and its checkout host. Default true. */
  readonly describesTarget?: boolean;
  /** Called for everything that the run creates and deletes, before and after the request. */
  readonly cleanupLog?: CleanupLog;
  /** Secret headers, proxy credentials and certificate authority; none without it. */
  readonly access?: Access;
  /** Requests that the run may send; unlimited without it. */
  readonly maxRequests?: number | undefined;
  /** Called once, when the last of them has left. */
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
  readonly waits: Waits;
  readonly pauses: Pauses;
  readonly delayedCleanup: DelayedCleanup;
  /** Results that several checks share, by attempt and key. */
  readonly sharedResults: Map<string, PendingResult>;
  /** Aborted when the session closes, or the run is interrupted. */
  readonly closing: AbortSignal;
  /** Part of every name that the run gives to what it creates. */
  readonly runId: string;
  readonly sendTo: SendToTarget;
  readonly close: () => Promise<void>;
}
