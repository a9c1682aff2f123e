import type { Api, Merchant } from "./api.ts";
import type { ControlClient } from "./control.ts";
import type { Expect } from "./judge/expect.ts";
import type { Answer } from "./http/answer.ts";
import type { RequestParts } from "./http/client.ts";
import type { Inbox, InboxOptions } from "./inbox/inbox.ts";
import type { PortCaller } from "./ports.ts";
import type { Profile } from "./profile/types.ts";
import type { Property } from "./judge/property.ts";
import type { CatalogueRule } from "./results.ts";
import type { OpenPointId, RuleId } from "../spec/generated/rule-ids.ts";

/** The interface of a check: requests, fixtures, events and expectations of one execution. */
export interface Check {
  readonly rule: CatalogueRule;
  /** Derives from the run's seed and the rule's id, so a second execution has the same seed. */
  readonly seed: number;
  readonly profile: Profile;
  /** The operations of the contract, with the default merchant's test key. */
  readonly api: Api;
  /** The operations of the contract, with another key or with none. */
  readonly as: (key: string | null) => Api;
  /** Any request to the payment or checkout host. Passive rules judge the answer only if the request names an operation. */
  readonly send: (request: FreeRequest) => Promise<Answer>;
  readonly expect: Expect;
  readonly control: ControlClient;
  readonly ports: PortCaller;
  /** The profile's merchant, shared by all checks. */
  readonly merchant: () => Promise<Merchant>;
  /** A merchant that no other check uses: a new one if control can create it, or the profile's if the rule runs alone. */
  readonly ownMerchant: (options?: Readonly<Record<string, unknown>>) => Promise<Merchant>;
  /** A merchant other than the profile's. @throws NeedMissing */
  readonly otherMerchant: () => Promise<Merchant>;
  /**
   * A merchant in some condition: the one of the fixture, or a new one that control creates with `options`.
   * @throws NeedMissing
   */
  readonly merchantLike: (fixture: string, options: Readonly<Record<string, unknown>>) => Promise<Merchant>;
  /**
   * The events of one merchant with these exact names.
   * @throws NeedMissing if the profile does not configure events
   */
  readonly inbox: (options: InboxOptions) => Promise<Inbox>;
  readonly property: <T>(property: Property<T>) => Promise<void>;
  /** Records the behaviour of the target at an open point; `id` is the id of the open point. */
  readonly observe: (id: OpenPointId, value: string) => void;
  /** Whether a need is met. Sends nothing. */
  readonly has: (need: string) => boolean;
  /** @throws NeedMissing */
  readonly require: (need: string) => void;
  /** A name that no other check or run uses. It contains the run's id. */
  readonly name: (label: string) => string;
  /**
   * Reads until `holds` returns true, or the deadline passes.
   * @throws Violation of basis "deadline" if it never does
   */
  readonly eventually: <T>(options: Eventually<T>) => Promise<T>;
  /**
   * Pauses for `ms`. Progress shows the reason, such as "for the rate of 20 vendors a minute".
   * @throws Inconclusive if the check ends before
   */
  readonly pause: (ms: number, why: string) => Promise<void>;
  /**
   * Sends a request with valid input, and judges whether its route exists: a missing one answers like any unserved path. New
   * objects get time to become visible.
   * @throws Violation if the route does not exist
   */
  readonly expectServed: (operation: string, send: () => Promise<Answer>) => Promise<void>;
  /**
   * A result that several checks share, created by the first of them; a second execution creates its own. `make` gets its own
   * check, and its exchanges belong to every check that shares the result.
   * @throws the error of `make`, in every check that shares it
   */
  readonly once: <T>(key: string, make: (check: Check) => Promise<T>) => Promise<T>;
  /**
   * Waits until the target reports that nothing is left to happen for a merchant, or for `ms`, so events sent together with one
   * that has arrived can arrive, too.
   */
  readonly settle: (merchant: Merchant, ms: number) => Promise<void>;
  /**
   * True if the target reports that nothing is left to happen for a merchant; false if it does not within that time, cannot
   * report it, or has reported it wrongly before.
   */
  readonly awaitIdle: (merchant: Merchant, withinMs: number) => Promise<boolean>;
  /** Prefix of the name of everything that this run creates. */
  readonly runName: string;
  /** Registers work to do after the check, newest first. Requests through `cleaning` have their own deadline. */
  readonly cleanUp: (work: (cleaning: Check) => Promise<unknown>) => void;
  readonly signal: AbortSignal;
  /**
   * Returns a successful answer.
   * @throws Inconclusive for any other: a setup request failed
   */
  readonly succeeded: <B>(answer: Answer<B>) => Answer<B>;
}

export interface Eventually<T> {
  /** "the disbursement to leave processing" */
  readonly expected: string;
  readonly read: () => Promise<T>;
  readonly holds: (value: T) => boolean;
  /** ms. Default: the profile's `settleMs`. */
  readonly withinMs?: number;
  /**
   * What waits of other checks have in common with this one: if it never appears, later waits are short. Default: `expected`
   * without ids and numbers; null if it may often be absent, and every wait is a full one.
   */
  readonly subject?: string | null | ((value: T) => string);
  /** Whether to return the last value at the deadline, instead of throwing. */
  readonly orLast?: boolean;
  readonly show?: (value: T) => string;
}

export interface FreeRequest extends RequestParts {
  readonly method: string;
  readonly host?: "payment" | "checkout";
  /** The path, beginning with a slash. `{names}` are replaced from `path`. */
  readonly to: string;
  readonly key?: string | null;
  /** Leaves the exchange out of the check's transcript, for example when polling a feed. */
  readonly aside?: boolean;
}

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
  /** The rule is about headers or bytes, so its requests carry nothing by which they are found in logs. */
  readonly untraced?: boolean;
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
