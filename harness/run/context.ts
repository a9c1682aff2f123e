import type { Check, RuleCheck } from "../check.ts";
import type { Shares } from "../judge/property.ts";
import type { CatalogueRule } from "../results.ts";
import type { TargetRequest } from "../http/client.ts";
import type { Session } from "./session.ts";
import type { Transcript } from "../judge/transcript.ts";
import type { Violation } from "../verdicts.ts";

/** By operation, the rule that its route exists, and the check that tries it. */
export type ServedRules = ReadonlyMap<string, { readonly rule: CatalogueRule; readonly check: RuleCheck }>;

/** One execution of one check: its interface, and what it recorded. */
export interface Execution {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly shares: Shares;
  /** Whether the outcome relies on the target's report that it is idle. */
  readonly reliance: { onIdle: boolean };
  /** The smallest violation of a property so far. It counts even if the check ends before throwing it. */
  readonly found: { violation: Violation | null };
  /** Undoes what the check created, newest first. Returns the messages of failures; never rejects. */
  readonly cleanUp: () => Promise<readonly string[]>;
}

export interface ExecutionOptions {
  readonly session: Session;
  readonly rule: CatalogueRule;
  readonly signal: AbortSignal;
  /** Counts the executions of the rule, from 1. */
  readonly attempt: number;
  /** Monotonic ms. Default: now plus the profile's `deadlines.ruleMs`. */
  readonly deadlineAt?: number;
  /** Postpones the deadline by ms. Called for requests that wait for the profile's rate, and for slow answers. */
  readonly onPaced?: ((ms: number) => void) | undefined;
  /** Postpones the deadline by ms. Called when a property begins that has more runs than the default. */
  readonly onLonger?: ((ms: number) => void) | undefined;
  /** False if the rule is about the rate limit itself. Default true. */
  readonly patient?: boolean;
  /** False if the rule is about headers or bytes. Default true. */
  readonly traced?: boolean;
  /** How to find out whether a route exists. Default: routes are not tried. */
  readonly served?: ServedRules;
  /** Operations whose routes are being tried, so their requests do not wait for a trial. */
  readonly trying?: readonly string[];
}

/** How a check sends its requests. */
export type RequestContext = Pick<
  TargetRequest,
  "signal" | "deadlineAt" | "onPaced" | "patient" | "cleaningUp" | "nextTrace"
>;

/** Passed down, because executions share results. */
export type CreateExecution = (options: ExecutionOptions) => Execution;
