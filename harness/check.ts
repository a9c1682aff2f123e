import type { Api } from "./api.ts";
import type { ControlClient } from "./control.ts";
import type { Expect } from "./expect.ts";
import type { Answer } from "./http/answer.ts";
import type { RequestParts } from "./http/client.ts";
import type { Inbox } from "./inbox/inbox.ts";
import type { InboxOptions } from "./inbox/inbox.ts";
import type { Merchant } from "./merchant.ts";
import type { PortCaller } from "./ports.ts";
import type { Profile } from "./profile/types.ts";
import type { Property } from "./property.ts";
import type { CatalogueRule } from "./results.ts";

/** Everything that a check is given. */
export interface Check {
  readonly rule: CatalogueRule;
  /** Derived from the run's seed and the rule's id: a second execution has the same. */
  readonly seed: number;
  readonly profile: Profile;
  /** Operations of the contract with the default merchant's test key. */
  readonly api: Api;
  /** Operations of the contract with another key, or with none. */
  readonly as: (key: string | null) => Api;
  /** Any request at all to the payment or checkout host. Nothing judges its answer passively unless it names an operation. */
  readonly send: (request: FreeRequest) => Promise<Answer>;
  readonly expect: Expect;
  readonly control: ControlClient;
  readonly ports: PortCaller;
  /** The profile's merchant: shared by all checks. */
  readonly merchant: () => Promise<Merchant>;
  /** A merchant that no other check uses: a fresh one by control, or else the profile's, when the rule runs alone. */
  readonly ownMerchant: (options?: Readonly<Record<string, unknown>>) => Promise<Merchant>;
  /** A merchant other than the profile's. @throws NeedMissing */
  readonly otherMerchant: () => Promise<Merchant>;
  /**
   * The profile's merchant in some condition, by the fixture's name, or a fresh one that control makes of `options`.
   * @throws NeedMissing
   */
  readonly merchantLike: (fixture: string, options: Readonly<Record<string, unknown>>) => Promise<Merchant>;
  /**
   * The events of one merchant, asked for by their exact names.
   * @throws NeedMissing when the profile does not say how events arrive
   */
  readonly inbox: (options: InboxOptions) => Promise<Inbox>;
  readonly property: <T>(property: Property<T>) => Promise<void>;
  /** Records what is seen at an open point; `id` is the register's. */
  readonly observe: (id: string, seen: string) => void;
  /** True when the need is met; asks nothing. */
  readonly has: (need: string) => boolean;
  /** @throws NeedMissing */
  readonly require: (need: string) => void;
  /** A name that no other check or run uses; it carries the run's id. */
  readonly name: (label: string) => string;
  /**
   * Reads until it holds, or the deadline passes.
   * @throws Violation of basis "deadline" when it never holds
   */
  readonly eventually: <T>(options: Eventually<T>) => Promise<T>;
  /**
   * Sends a request with valid input, and judges whether its route is there: one that is not answers as a path that nobody
   * serves. What was created a moment ago has its time to be found.
   * @throws Violation when nobody serves it
   */
  readonly expectServed: (operation: string, send: () => Promise<Answer>) => Promise<void>;
  /**
   * What several checks look at, made once for all of them; a second execution makes its own. The maker gets a
   * check of its own, and its exchanges belong to everybody who looks.
   * @throws whatever the maker threw, to everybody
   */
  readonly once: <T>(key: string, make: (check: Check) => Promise<T>) => Promise<T>;
  /**
   * Waits until nothing is left to happen for a merchant: until the target says so, or for this long; ms. What is sent
   * beside something that has come already arrives meanwhile.
   */
  readonly settle: (merchant: Merchant, ms: number) => Promise<void>;
  /**
   * True when the target reports that nothing is left to happen for a merchant; false when it does not within that time,
   * cannot be asked, or is not relied on.
   */
  readonly awaitIdle: (merchant: Merchant, withinMs: number) => Promise<boolean>;
  /** The beginning of every name that this run gives to what it creates. */
  readonly runName: string;
  /** Runs when the check has ended, in reverse order of the calls; what it sends through the check that it gets has time of its own. */
  readonly cleanUp: (work: (cleaning: Check) => Promise<unknown>) => void;
  readonly signal: AbortSignal;
  /**
   * The answer, if it succeeded.
   * @throws Inconclusive when the target refused what the check is built upon
   */
  readonly succeeded: <B>(answer: Answer<B>) => Answer<B>;
}

export interface Eventually<T> {
  /** "the disbursement to leave processing" */
  readonly expected: string;
  readonly read: () => Promise<T>;
  readonly holds: (value: T) => boolean;
  /** ms; the profile's `settleMs` without it. */
  readonly withinMs?: number;
  readonly show?: (value: T) => string;
}

export interface FreeRequest extends RequestParts {
  readonly method: string;
  readonly host?: "payment" | "checkout";
  /** Path on that host, beginning with a slash; `{names}` are filled from `path`. */
  readonly to: string;
  readonly key?: string | null;
  /** Operation of the contract whose passive rules judge the answer, if it is one after all. */
  readonly operation?: string;
  /** It shows a reader nothing, as a poll of a feed, and stays out of the check's transcript. */
  readonly aside?: boolean;
}
