/**
 * The results of a run. All reports derive from `RuleResult`: the runner's pass or fail, Allure's entries and JUnit's cases.
 */

import type { Proof, Rule } from "../spec/index.ts";
import type { components } from "../spec/generated/schemas.ts";
import type { Plain } from "./plain.ts";
import type { FaultKind, Symptom } from "./symptom.ts";

export type { FaultKind, Proof, Symptom };

/** What `conformance.json` has as it is here. Its schema says what each field means. */
type Schemas = components["schemas"];
type Conformance = Schemas["conformance"];
type ExchangeEntry = Schemas["conformance-exchange"];

/** Verdict on one rule. */
export type Verdict = Schemas["conformance-verdict"];

export const VERDICTS = [
  "passed",
  "violated",
  "not_applicable",
  "could_not_run",
  "inconclusive",
  "unstable",
  "broken",
] as const satisfies readonly Verdict[];

/** Kinds of rules: those without a check first, then by the length of their checks. */
export const RULE_KINDS = ["passive", "trace", "example", "race", "property", "sequence", "model"] as const;
export type RuleKind = Rule["kind"];

/** Whether a rule has no check: it is judged on whatever is seen, by itself (`passive`) or with all that was seen before (`trace`). */
export const isWatched = ({ kind }: { readonly kind: RuleKind }): boolean =>
  kind === "passive" || kind === "trace";

/** One entry of the rule catalogue, whatever its id. */
export type CatalogueRule = Omit<Rule, "id" | "references" | "accepts"> & { readonly id: string };

/** Part of a secret, by the name of the shell variable that contains it: from and to count its characters, from 0. */
interface SecretPiece {
  readonly variable: string;
  /** Present for a part of it. */
  readonly from?: number;
  readonly to?: number;
}

/** A piece of a header that may be shown: text, a part of a secret by its name, or such pieces in Base64. */
export type HeaderPiece = string | SecretPiece | { readonly base64: readonly HeaderPiece[] };

/** What a command that repeats a request needs beside its redacted form. */
export interface Repeatable {
  /** Headers whose values are hidden, with their secrets by name; null for one that has a secret without a name. */
  readonly hidden: readonly (readonly [name: string, pieces: readonly HeaderPiece[] | null])[];
  /** Base64 of a body that is no UTF-8 text and has no secret. */
  readonly bytes?: string;
  /** Sequence number of the last request of the check that was sent before this one was answered. */
  readonly overlaps?: number;
  /** Keys in its answer: each is the value of the n-th member (from 1) of this name, and later requests name it so. */
  readonly keys: readonly { readonly variable: string; readonly member: string; readonly index: number }[];
}

/** How a request is found in the logs of the target: trace and span of a W3C trace context, and the rule with the request's number. */
export type RequestTrace = NonNullable<ExchangeEntry["trace"]>;

/** One HTTP exchange as reports show it: redacted, text bodies bounded. Times are ms. */
export interface RecordedExchange extends Omit<ExchangeEntry, "requestHeaders" | "responseHeaders"> {
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly responseHeaders: readonly (readonly [string, string])[];
  /** Sent after the verdict, to undo what the check created; not evidence. */
  readonly cleanUp?: boolean;
  /** How many exchanges before it were not kept. */
  readonly omitted?: number;
  readonly repeatable?: Repeatable;
}

/** Where a check awaited events. */
export interface Listening {
  readonly url: string;
  /** Names of the events that were asked for. */
  readonly names: readonly string[];
}

/** One delivery of an event as reports show it: redacted, bounded. */
export type RecordedEvent = Schemas["conformance-event"];

type RuleEntry = Schemas["conformance-judgedRule"];

/** Why a rule is violated. `reproduced`: executions, or of a rule without a check, exchanges and events. `curl` is absent until a report needs it. */
export type ViolationDetail = NonNullable<RuleEntry["violation"]> & { readonly event: number | null };

/** The smallest case that violates a property: sequence numbers of its exchanges, and of those before the first case. */
export type SmallestCase = NonNullable<ViolationDetail["smallest"]>;

/**
 * Where a property failed, so that exactly this case can be tried again: with the same seed and number of runs. `property`: which one of the check,
 * counted from 1. `batch`: how often it had drawn its whole number of runs before. `path`: index of the value among those drawn, then of each
 * shrunk one.
 */
export type RecordedCase = NonNullable<Schemas["replay"]["case"]>;

type Entry<List extends readonly unknown[] | undefined> = NonNullable<List>[number];

/** Something that the run created and could not delete. `key`: the owner's; null for one that the run no longer has. */
export type RemainingObject = Entry<Conformance["leftovers"]>;
/** A stale entry of the baseline. `says`: in one line, with where the entry stands. */
export type StaleBaselineEntry = Entry<Conformance["stale"]>;
/** What became of the rules that must pass (`--gate`). */
export type GateOutcome = NonNullable<Conformance["gate"]>;
/** What became of a level: a frozen, named list of rules that a target can reach. */
export type LevelOutcome = Entry<Conformance["levels"]>;
/** The level by which a run was judged. Everything that the result counts is of its rules. */
export type ChosenLevel = NonNullable<Conformance["level"]>;

type OwnOfRule =
  "violation" | "symptom" | "counterexample" | "transcript" | "decisiveExchange" | "decisiveEvent";

/** What a run says of a rule. `reason`: in one line. `needs`: those that were missing, each with how to supply it. */
export interface RuleResult extends Omit<RuleEntry, OwnOfRule | "provedBy"> {
  readonly violation: ViolationDetail | null;
  /** What the violation shows, or what kept the rule from being judged to its end; null where it is not known. */
  readonly symptom?: Symptom | null;
  /** Smallest failing input of a property; null without one. */
  readonly counterexample: Plain;
  /** Where a property found the violation; absent for all else. */
  readonly recorded?: RecordedCase | null;
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

/** A result with what the catalogue says of its rule; what is not given is empty. */
export function resultFor(
  rule: Pick<CatalogueRule, "id" | "section" | "area" | "level" | "kind" | "says">,
  fields: Pick<RuleResult, "verdict" | "reason" | "startedAt"> & Partial<RuleResult>,
): RuleResult {
  const { id, section, area, level, kind, says } = rule;
  return {
    id,
    section,
    area,
    level,
    kind,
    says,
    needs: [],
    exchanges: 0,
    durationMs: 0,
    violation: null,
    counterexample: null,
    replay: null,
    known: false,
    shares: {},
    transcript: [],
    events: [],
    ...fields,
  };
}

/** What a target does where the document is silent. Never judged. `id`: in the register of open points, or another name, such as `undocumented-status`. */
export interface Observation extends Omit<Entry<Conformance["observations"]>, "exchanges"> {
  /** The exchanges that show it, bounded; at most four. */
  readonly exchanges?: readonly RecordedExchange[];
  /** Of a question about events, the last one before it was noted. */
  readonly events?: readonly RecordedEvent[];
}

/** What a target serves of one documented operation, seen before the run. `answer`: redacted; null where nothing was sent or nothing came. */
export type OperationState = Entry<Conformance["operations"]>;

export type ExitCode = Conformance["exitCode"];

export type RunTotals = Conformance["totals"];

export function emptyTotals(): Record<Verdict, number> {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
}

/** What changed since the earlier run in the same output folder: ids of rules, in the catalogue's order. */
export type RunComparison = NonNullable<Conformance["comparison"]>;

type OwnOfRun = "rules" | "observations" | "unjudged" | "lost";
/** What `conformance.json` says beside the result. */
type Derived = "schemaVersion" | "causes" | "slowest";

/** The whole outcome of a run; `conformance.json` is derived from it. Times are ms. */
export interface RunResult extends Omit<Conformance, OwnOfRun | Derived | "runs"> {
  /** Runs of a property. */
  readonly runs?: number;
  readonly rules: readonly RuleResult[];
  readonly observations: readonly Observation[];
  /** Rules without a check, and unobservable rules, with the reason. */
  readonly unjudged: readonly {
    readonly rule: CatalogueRule;
    readonly state: "planned" | "unobservable";
    readonly reason: string | null;
  }[];
  /** Sections of which no route is there, though the profile offers them. */
  readonly absentSections?: readonly AbsentSection[];
  /** Set when the target stopped answering and did not answer again. */
  readonly lost?: LostTarget | null;
}

/** Traffic that was judged without a run. Rules that `passed` held where it showed them; rules that `could_not_run` were not seen. */
export type JudgedTraffic = NonNullable<Conformance["traffic"]>;

/** How often a run has reached each documented outcome of an operation. */
export type CoveredOperation = Entry<Conformance["coverage"]>;

/** A documented section of which no route is there. */
export interface AbsentSection {
  /** With its title. */
  readonly name: string;
  /** Areas whose rules ask its routes. */
  readonly areas: readonly string[];
}

/** The end of a target that stopped answering. `curl`: the requests of `last`, when they were read from a file. */
export interface LostTarget extends Omit<NonNullable<Conformance["lost"]>, "last"> {
  /** The requests that it had received and not answered, the oldest first; without any, the last one that it answered. */
  readonly last: readonly RecordedExchange[];
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
