import type { RuleId } from "../spec/generated/rule-ids.ts";
import type { Check } from "./check.ts";

/** How a check has to be scheduled. */
export interface RuleOptions {
  /** Nothing else runs beside it: it reads or moves what the whole account shares. */
  readonly alone?: boolean;
  /** It runs after all others: it uses up something that they need. */
  readonly last?: boolean;
  /** Only a real socket shows it: bytes, races, connections. */
  readonly socket?: boolean;
  /** ms that one execution may take; the profile's `deadlines.ruleMs` without it. */
  readonly deadlineMs?: number;
  /** Requests that the check makes at the most, for plans and budgets. */
  readonly requests?: number;
  /** It is about the rate limit itself: an answer of 429 reaches it. For all others it is waited out. */
  readonly provokesRateLimit?: boolean;
  /** Other areas whose passive rules its exchanges exercise: it runs for them too. */
  readonly serves?: readonly string[];
  /** The operation whose route the check tries with valid input: its violation is that the route is not there. */
  readonly tries?: string;
}

/** A rule's check: data with a function. */
export interface RuleCheck {
  readonly id: RuleId;
  readonly options: RuleOptions;
  readonly judge: (check: Check) => Promise<void>;
}

/** Binds a check to a rule of the catalogue. The check returns when the rule holds and throws otherwise. */
export function rule(
  id: RuleId,
  judge: (check: Check) => Promise<void>,
  options: RuleOptions = {},
): RuleCheck {
  return { id, options, judge };
}
