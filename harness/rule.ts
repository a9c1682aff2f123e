import type { RuleId } from "../spec/generated/rule-ids.ts";
import type { Check } from "./check.ts";

/** How a check has to be scheduled. */
export interface RuleOptions {
  /** Runs alone, because it uses something that the whole account shares. */
  readonly alone?: boolean;
  /** Runs after all others, because it uses up something that they need. */
  readonly last?: boolean;
  /** Waits longer than it sends, for what must not appear later: it begins before checks that only send. */
  readonly waits?: boolean;
  /** Needs a real socket: for bytes, races, connections. */
  readonly socket?: boolean;
  /** ms that one execution may take, beside what many runs of a property add; the profile's `deadlines.ruleMs` without it. */
  readonly deadlineMs?: number;
  /** The rule is about the rate limit: the check receives 429, which is retried for all other checks. */
  readonly provokesRateLimit?: boolean;
  /** Other areas whose passive rules its exchanges exercise: it runs for them too. */
  readonly serves?: readonly string[];
  /** The operation whose route the check tries with valid input: a violation means that the route does not exist. */
  readonly tries?: string;
}

/** A rule's check: data with a function. */
export interface RuleCheck {
  readonly id: RuleId;
  readonly options: RuleOptions;
  readonly judge: (check: Check) => Promise<void>;
}

type Judge = RuleCheck["judge"];

/** Binds a check to a rule of the catalogue. The check returns when the target follows the rule, and throws `Violation`, `Inconclusive` or `NeedMissing` otherwise. */
export function rule(id: RuleId, judge: Judge): RuleCheck;
export function rule(id: RuleId, options: RuleOptions, judge: Judge): RuleCheck;
export function rule(id: RuleId, ...rest: [Judge] | [RuleOptions, Judge]): RuleCheck {
  const [options, judge] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { id, options, judge };
}
