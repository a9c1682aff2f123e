/**
 * The results of a run. All reports derive from `RuleResult`: the runner's pass or fail, Allure's entries and JUnit's cases.
 */

import type { Plain } from "./plain.ts";
import type { HeaderPiece, Repeatable, SecretPiece } from "./repeatable.ts";
import type { FaultKind, Symptom } from "./symptom.ts";

export type { FaultKind, HeaderPiece, Repeatable, SecretPiece, Symptom };

export const VERDICTS = [
  "passed",
  "violated",
  "not_applicable",
  "could_not_run",
  "inconclusive",
  "unstable",
  "broken",
] as const;

/** Verdict on one rule. */
export type Verdict = (typeof VERDICTS)[number];

export type Level = "MUST" | "SHOULD" | "MAY";
/** Kinds of rules: those without a check first, then by the length of their checks. */
export const RULE_KINDS = ["passive", "trace", "example", "race", "property", "sequence", "model"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Whether a rule has no check: it is judged on whatever is seen, by itself (`passive`) or with all that was seen before (`trace`). */
export const isWatched = ({ kind }: { readonly kind: RuleKind }): boolean =>
  kind === "passive" || kind === "trace";

/** One entry of the rule catalogue. */
export interface CatalogueRule {
  readonly id: string;
  readonly area: string;
  /** Section of the interface document, without the sign: "4.1". */
  readonly section: string;
  readonly level: Level;
  readonly kind: RuleKind;
  readonly says: string;
  readonly needs: readonly string[];
  /** Area of the operation that the rule exercises, where it is not the rule's own. */
  readonly operationArea?: string;
  /** Version of the catalogue in which the rule came; the first one without it. */
  readonly since?: string;
  /** Present if the rule cannot be observed. */
  readonly unobservable?: string;
}

/** How a request is found in the logs of the target: trace and span of a W3C trace context, and the rule with the request's number. */
export interface RequestTrace {
  readonly id: string;
  readonly span: string;
  readonly case: string;
  /** Where the trace is shown, if the profile says. */
  readonly link?: string;
}

/** One HTTP exchange as reports show it: redacted, text bodies bounded. Times are ms. */
export interface RecordedExchange {
  readonly sequence: number;
  readonly operation: string | null;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly requestBody: string | null;
  readonly status: number | null;
  readonly responseHeaders: readonly (readonly [string, string])[];
  readonly responseBody: string | null;
  /** Set when no answer came: what went wrong, in words. */
  readonly fault: string | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Sent after the verdict, to undo what the check created; not evidence. */
  readonly cleanUp?: boolean;
  /** How many exchanges before it were not kept. */
  readonly omitted?: number;
  readonly repeatable?: Repeatable;
  /** Absent for a request without its headers. */
  readonly trace?: RequestTrace;
}

/** Where a check awaited events. */
export interface Listening {
  readonly url: string;
  /** Names of the events that were asked for. */
  readonly names: readonly string[];
}

/** One delivery of an event as reports show it: redacted, bounded. */
export interface RecordedEvent {
  /** Number of arrival among all deliveries of the run. */
  readonly arrival: number;
  /** Envelope id and type; empty where the envelope has none. */
  readonly id: string;
  readonly type: string;
  /** The whole envelope as JSON text. */
  readonly body: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
}

/** The smallest case that violates a property: sequence numbers of its exchanges, and of those before the first case. */
export interface SmallestCase {
  readonly setup: readonly number[];
  readonly exchanges: readonly number[];
}

/** Why a rule is violated; shown in the order of these fields. */
export interface ViolationDetail {
  /** All allowed outcomes, in words. */
  readonly expected: string;
  readonly actual: string;
  /** Executions that gave a violation / executions: "2/2"; of a rule without a check, exchanges and events that violate it / that could. */
  readonly reproduced: string;
  /** The exchange that shows it, by sequence number. */
  readonly exchange: number | null;
  /** The event that shows it, by its number of arrival. */
  readonly event: number | null;
  /** When it was found. ISO 8601, UTC. */
  readonly at?: string;
  /** Of traffic that a client's own tests make: the name of the test that provoked it, as they report it. */
  readonly test?: string;
  /** Of a property. */
  readonly smallest?: SmallestCase;
  /** Lines of a shell script that repeats its requests; absent until a report needs them. */
  readonly curl?: readonly string[];
  /** Of a rule about events: where they were awaited, and what happened when. */
  readonly timeline?: readonly string[];
}

/** A wrong implementation that a rule detects. */
export interface Proof {
  readonly mutant: string;
  /** In one line. */
  readonly summary: string;
}

/** Where a property failed, so that exactly this case can be tried again: with the same seed and number of runs. */
export interface RecordedCase {
  /** Which property of the check, counted from 1. */
  readonly property: number;
  readonly seed: number;
  /** How often the property had drawn its whole number of runs before. */
  readonly batch: number;
  /** Index of the value among those drawn, then of each shrunk one, separated by colons. */
  readonly path: string;
}

/** Something that the run created and could not delete. */
export interface RemainingObject {
  readonly kind: "test clock" | "webhook endpoint";
  /** Of an unanswered creation, the name or the URL that it asked for. */
  readonly id: string;
  /** True if it may exist: the request was sent and got no response. */
  readonly unanswered?: true;
  /** The owner of the key that created it; null for a key that the run no longer has. */
  readonly key: string | null;
  /** Why it remains; null when its deletion was not tried. */
  readonly why: string | null;
}

/** A stale entry of the baseline. */
export interface StaleBaselineEntry {
  readonly rule: string;
  readonly why: "unknown" | "expired" | "passes" | "not_applicable";
  /** In one line, with where the entry stands. */
  readonly says: string;
}

/** What became of the rules that must pass (`--gate`). */
export interface GateOutcome {
  /** The file, as the user named it. */
  readonly file: string;
  readonly patterns: readonly string[];
  readonly verdict: "passed" | "failed";
  /** Rules that the patterns select, without unobservable ones. */
  readonly rules: number;
  readonly passed: number;
  /** Not offered by the target, which does not fail the gate unless no rule of it passed. */
  readonly notApplicable: number;
  /** The worst first. `not_judged`: the run did not select it, or it has no check. */
  readonly failed: readonly {
    readonly rule: string;
    readonly verdict: Exclude<Verdict, "passed" | "not_applicable"> | "not_judged";
    readonly known: boolean;
  }[];
}

/** What became of a level: a frozen, named list of rules that a target can reach. */
export interface LevelOutcome {
  readonly name: string;
  readonly what: string;
  /** When its list was frozen, YYYY-MM-DD, and the digest of the list. */
  readonly date: string;
  readonly digest: string;
  readonly rules: number;
  /** `not_judged`: the run did not judge every rule of it. */
  readonly state: "reached" | "not_reached" | "not_judged";
  readonly passed: number;
  readonly notApplicable: number;
  /** Areas of which no rule passed: a level of which a whole area is not offered is not reached. */
  readonly withoutPass: readonly string[];
  /** How many rules keep it from being reached, by verdict. */
  readonly missing: Readonly<Partial<Record<Verdict | "not_judged", number>>>;
}

/** The level by which a run was judged. Everything that the result counts is of its rules. */
export interface ChosenLevel {
  readonly name: string;
  readonly date: string;
  readonly digest: string;
  /** Number of rules. */
  readonly rules: number;
  /** The verdicts on rules of its areas that came after its date: judged, and not counted. */
  readonly later: readonly {
    readonly rule: string;
    readonly verdict: Verdict;
    readonly reason: string | null;
  }[];
}

export interface RuleResult {
  readonly id: string;
  readonly section: string;
  readonly area: string;
  readonly level: Level;
  readonly kind: RuleKind;
  readonly says: string;
  readonly verdict: Verdict;
  /** In one line: why the verdict is not `passed`; null when it is. */
  readonly reason: string | null;
  /** Needs that were missing, each with how to supply it. */
  readonly needs: readonly { readonly id: string; readonly supply: string }[];
  readonly exchanges: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly violation: ViolationDetail | null;
  /** What the violation shows, or what kept the rule from being judged to its end; null where it is not known. */
  readonly symptom?: Symptom | null;
  /** Smallest failing input of a property; null without one. */
  readonly counterexample: Plain;
  /** One command that judges this rule again. */
  readonly replay: string | null;
  /** Where a property found the violation; absent for all else. */
  readonly recorded?: RecordedCase | null;
  /** True when a baseline lists this violation. */
  readonly known: boolean;
  /** For properties: how often the interesting cases were reached, as fractions of the runs. */
  readonly shares: Readonly<Record<string, { readonly reached: number; readonly declared: number }>>;
  /** Mutants that this rule detects: proof that it can fail. */
  readonly provedBy?: readonly Proof[];
  /** The exchanges that a reader needs; the last ones when there were many. */
  readonly transcript: readonly RecordedExchange[];
  /** The deliveries that the check looked at, in order of arrival; the last ones when there were many. */
  readonly events: readonly RecordedEvent[];
  /** Of a rule that passed: how many more exchanges and events came before these, where only the newest were kept as its proof. */
  readonly earlier?: number;
  /** Operation and status of every answer that the check received, such as `createSession 400`; absent where only a proof is kept. */
  readonly answers?: readonly string[];
  /** Where the check awaited events. */
  readonly listening?: readonly Listening[];
}

/** What a target does where the document is silent. Never judged. */
export interface Observation {
  /** Id in the register of open points, or another name, such as `undocumented-status`. */
  readonly id: string;
  readonly section: string;
  readonly question: string;
  readonly seen: string;
  /** The exchanges that show it, bounded; at most four. */
  readonly exchanges?: readonly RecordedExchange[];
  /** Of a question about events, the last one before it was noted. */
  readonly events?: readonly RecordedEvent[];
}

/** What a target serves of one documented operation, seen before the run. */
export interface OperationState {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Section of the interface document, without the sign, and its title. */
  readonly section: string;
  readonly title: string;
  /** `absent`: answered like a random path. `untried`: no request was sent, or its answer decides nothing. */
  readonly state: "documented" | "other" | "absent" | "untried";
  /** Status and the beginning of the body, redacted; null where nothing was sent or nothing came. */
  readonly answer: string | null;
  /** What the document requires at the first location where the body contradicts it; absent if it does not. */
  readonly expected?: string;
}

export type ExitCode = 0 | 1 | 2 | 3 | 4;

export type RunTotals = Readonly<Record<Verdict, number>>;

export function emptyTotals(): Record<Verdict, number> {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
}

export interface CatalogueCounts {
  /** Version of the catalogue that was judged: the newest, unless the run pins an earlier one. */
  readonly version: string;
  readonly rules: number;
  readonly planned: number;
  readonly unobservable: number;
}

/** What changed since the earlier run in the same output folder: ids of rules, in the catalogue's order. */
export interface RunComparison {
  /** When the earlier run started; ISO 8601, UTC. */
  readonly since: string;
  /** What the earlier run judged, if that was another target. */
  readonly otherTarget: string | null;
  /** Violated now; the earlier run judged them otherwise. */
  readonly newViolations: readonly string[];
  /** Violated then, passed or not applicable now. */
  readonly fixed: readonly string[];
  /** Violated in both. */
  readonly remaining: readonly string[];
  /** Violated then, neither violated nor passed now. */
  readonly undecided: readonly string[];
  /** Violated now; the earlier run did not judge them. */
  readonly firstJudged: readonly string[];
}

/** The whole outcome of a run; `conformance.json` is derived from it. */
export interface RunResult {
  readonly suite: { readonly name: "payconform"; readonly version: string; readonly contract: string };
  readonly catalogue: CatalogueCounts;
  /** sha256 of the redacted profile, hex. */
  readonly profile: string;
  readonly target: { readonly baseUrl: string; readonly checkoutUrl: string; readonly name: string };
  readonly seed: number;
  /** Which part of a run this is, from 1; null or absent for a whole one. */
  readonly shard?: { readonly index: number; readonly count: number } | null;
  /** What was asked for: ids, areas, sections, ids with `*`; empty for all rules. */
  readonly patterns?: readonly string[];
  /** The kinds of rules that were asked for; null or absent for all. */
  readonly kinds?: readonly RuleKind[] | null;
  /** Null or absent for a run that counts all rules that it judges. */
  readonly level?: ChosenLevel | null;
  /** What became of each level, from the smallest; empty or absent where none was judged as a whole. */
  readonly levels?: readonly LevelOutcome[];
  /** Runs of a property. */
  readonly runs?: number;
  /** Of traffic that the suite did not make: what there was to judge. */
  readonly traffic?: JudgedTraffic | null;
  /** Of a run: which documented outcomes it has reached. */
  readonly coverage?: readonly CoveredOperation[];
  /** True for the emulator of the run's own process, whose URL differs each time. */
  readonly embedded?: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exitCode: ExitCode;
  readonly totals: RunTotals;
  readonly rules: readonly RuleResult[];
  readonly observations: readonly Observation[];
  /** Rules without a check, and unobservable rules, with the reason. */
  readonly unjudged: readonly {
    readonly rule: CatalogueRule;
    readonly state: "planned" | "unobservable";
    readonly reason: string | null;
  }[];
  readonly interrupted: boolean;
  /** Entries of the baseline that match nothing, have expired, or excuse a rule that passes now. */
  readonly stale?: readonly StaleBaselineEntry[];
  /** Null or absent without a gate. */
  readonly gate?: GateOutcome | null;
  /** Warnings, such as a baseline entry of a retired rule or a port with a guessed binding. */
  readonly warnings?: readonly string[];
  /** Objects that clean-up could not delete. */
  readonly leftovers?: readonly RemainingObject[];
  /** Requests sent, control and clean-up included. */
  readonly requests?: number;
  /** What the target serves; absent for the embedded emulator. */
  readonly operations?: readonly OperationState[];
  /** Sections of which no route is there, though the profile offers them. */
  readonly absentSections?: readonly AbsentSection[];
  /** Null or absent without an earlier run in the output folder. */
  readonly comparison?: RunComparison | null;
  /** Rules that failed when a run in the output folder last judged them, but for known violations: what `--last-failed` judges. */
  readonly failed?: readonly string[];
  /** The command that judges a rule again, with ID in place of the rule's id. */
  readonly replayTemplate?: string | null;
  /** Set when the target stopped answering and did not answer again. */
  readonly lost?: LostTarget | null;
  /** Why the suite failed during the run: what the run reports beside verdicts is incomplete. Null or absent if it did not. */
  readonly failure?: string | null;
}

/** Traffic that was judged without a run. Rules that `passed` held where it showed them; rules that `could_not_run` were not seen. */
export interface JudgedTraffic {
  /** Files, or what was listened to. */
  readonly source: string;
  /** Requests to the hosts of the target. */
  readonly requests: number;
  /** Those for operations of the document or of control. */
  readonly recognized: number;
  readonly events: number;
  /** Each documented operation, also without a request. */
  readonly operations: readonly AnsweredOperation[];
}

/** How often a run has reached each documented outcome of an operation. */
export interface CoveredOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly outcomes: readonly {
    /** `201`, or `2xx` for any success. */
    readonly status: string;
    readonly times: number;
    /** Why it was not reached; null if it was. */
    readonly why: string | null;
  }[];
}

/** How a documented operation was answered. */
interface AnsweredOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** How many answers had each status, by status; `none`: requests without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** A documented section of which no route is there. */
export interface AbsentSection {
  /** With its title. */
  readonly name: string;
  /** Areas whose rules ask its routes. */
  readonly areas: readonly string[];
}

/** The end of a target that stopped answering. */
export interface LostTarget {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What the first request that got no answer met, in words. */
  readonly fault: string;
  /** The requests that it had received and not answered, the oldest first; without any, the last one that it answered. */
  readonly last: readonly RecordedExchange[];
  /** These requests as lines for a shell, when they were read from a file. */
  readonly curl?: readonly string[];
}

/** Events of a run; reports listen to them. */
export type RunEvent =
  /** First of all, before the checks are loaded. */
  | {
      readonly type: "mapped";
      readonly operations: readonly OperationState[];
      /** That every tried route refuses the test key, in one sentence; null when one does not. */
      readonly keyRefusal: string | null;
    }
  | {
      readonly type: "started";
      readonly at: string;
      readonly seed: number;
      /** The version of the suite. */
      readonly version: string;
      readonly target: RunResult["target"];
      /** Whether the target is the emulator of the run's own process. */
      readonly embedded: boolean;
      readonly planned: number;
      /** How many of them have a check of their own; passive rules are judged at the end. */
      readonly checks?: number;
      /** The source of traffic that is judged without a run. */
      readonly traffic?: string;
    }
  /**
   * Emitted several times a second: requests sent so far, the rules that are being judged, the longest first, and why the suite
   * itself waits ("for the rate of 20 new vendors a minute").
   */
  | {
      readonly type: "progress";
      readonly requests: number;
      readonly judging: readonly string[];
      readonly paused?: string | null;
    }
  | { readonly type: "judged"; readonly result: RuleResult }
  | { readonly type: "finished"; readonly result: RunResult };

/** Receives the events of a run. */
export interface Reporter {
  readonly on: (event: RunEvent) => void;
}

/** Whether a rule could not run because the target does not serve a route: it has a need `route.<operationId>`. */
export function lacksRoute({ verdict, needs }: RuleResult): boolean {
  return verdict === "could_not_run" && needs.some(({ id }) => id.startsWith("route."));
}
