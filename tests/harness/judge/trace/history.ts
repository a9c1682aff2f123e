import { describe, expect, test } from "vitest";
import { contractOperations } from "../../../../harness/contract.ts";
import { controlOperations } from "../../../../harness/control.ts";
import { eventOf } from "../../../../harness/event.ts";
import type { WireRequest } from "../../../../harness/http/wire.ts";
import type { PassiveTally } from "../../../../harness/judge/passive.ts";
import { TraceJudge } from "../../../../harness/judge/trace/trace.ts";
import { withDefaults } from "../../../../harness/profile/defaults.ts";
import { exchanged } from "../../exchanged.ts";

export const MERCHANT = { account: "acct_merchant", test: "sk_test_merchant", live: "sk_live_merchant" };
export const OTHER = { account: "acct_other", test: "sk_test_other", live: "sk_live_other" };
/** A key of an account that is not known. */
export const UNKNOWN_KEY = "sk_test_unknown";

type Body = Readonly<Record<string, unknown>>;

/** A request: a documented operation, an operation of control, or the path of a port. */
interface Step {
  readonly operation?: string;
  readonly control?: string;
  readonly port?: string;
  /** Default: the merchant's test key. Null: none. */
  readonly key?: string | null;
  /** The account of an operation of control is the merchant's, unless it names another one. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Body;
  readonly idempotencyKey?: string;
  /** Whether the body of the request was not recorded. */
  readonly isUnrecorded?: boolean;
}

/** A request in flight. */
interface InFlight {
  readonly answers: (body: unknown, status?: number) => void;
  /** Ends without an answer. */
  readonly isLost: () => void;
  /** Ends with an answer whose body was not recorded. */
  readonly answersUnrecorded: (status: number) => void;
}

interface Arrival {
  readonly id?: string;
  readonly address?: string;
  /** The account in its envelope. */
  readonly account?: string;
}

/** Exchanges and events in an order that a test decides. Without pauses, all times are equal. */
export class History {
  readonly #tallies = new Map<string, PassiveTally>();
  readonly trace: TraceJudge;
  #now = 0;
  #arrivals = 0;
  #sequence = 0;

  constructor({ consistencyMs = 0, settleMs = 0, account }: Options = {}) {
    this.trace = new TraceJudge({
      profile: withDefaults({
        target: { baseUrl: "http://target.test" },
        fields: {
          "balance-pending": "/pending",
          "balance-available": "/available",
          "withdrawal-amount": "/amount",
          "vendor-controller": "/controller",
        },
        deadlines: { consistencyMs, settleMs },
        ...(account === undefined ? {} : { account }),
      }),
      keys: { test: MERCHANT.test, live: MERCHANT.live, otherTest: UNKNOWN_KEY },
      tally: (rule) => this.tally(rule),
    });
  }

  tally(rule: string): PassiveTally {
    const tally = this.#tallies.get(rule) ?? {
      ...{ exercised: 0, leftOut: 0, hidden: 0, broken: 0, evidence: [], where: new Set<string>() },
    };
    this.#tallies.set(rule, tally);
    return tally;
  }

  begins(step: Step): InFlight {
    const { operation = null, control = null, query = {}, body } = step;
    const path: Step["path"] = { ...(control !== null && { accountId: MERCHANT.account }), ...step.path };
    const known = contractOperations.get(operation ?? "") ?? controlOperations.get(control ?? "");
    const template = known?.path ?? step.port ?? "/v1/things";
    const url = new URL(
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? "")),
      "http://target.test",
    );
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const key = control === null ? (step.key === undefined ? MERCHANT.test : step.key) : "control-token";
    const request: WireRequest = {
      method: known?.method ?? "POST",
      url,
      headers: [
        ...(key === null ? [] : [["authorization", `Bearer ${key}`] as const]),
        ...(step.idempotencyKey === undefined ? [] : [["Idempotency-Key", step.idempotencyKey] as const]),
      ],
      body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      ...(step.isUnrecorded === true && { wholeBytes: 9 }),
    };
    const calledAt = this.#now;
    this.trace.begin({ request, operation, control, calledAt });
    const times = () => ({ sequence: (this.#sequence += 1), calledAt, returnedAt: this.#now });
    return {
      answers: (answer, status = 200) => {
        const body = JSON.stringify(answer);
        this.trace.end({ ...exchanged({ operation, answer: { status, body }, ...times() }), request });
      },
      answersUnrecorded: (status) =>
        this.trace.end({
          ...exchanged({ operation, answer: { status, body: "", wholeBytes: 9 }, ...times() }),
          request,
        }),
      isLost: () => this.trace.end({ ...exchanged({ operation, ...times() }), request, answer: null }),
    };
  }

  /** A request and its answer, with nothing between them. */
  call(step: Step, answer: unknown = {}, status = 200): void {
    this.begins(step).answers(answer, status);
  }

  pause(ms: number): void {
    this.#now += ms;
  }

  /** Control creates a merchant, so that everything that happens to the account is in the history. */
  creates({ account, test, live }: typeof MERCHANT): void {
    this.call({ control: "createMerchant" }, { accountId: account, keys: { test, live } }, 201);
  }

  /** By default, equal events have equal ids. */
  arrives(type: string, data: Body, options: Arrival = {}): void {
    const { id = `evt_${type} ${JSON.stringify(data)}`, address = "inbox", account } = options;
    const event = { id, type, data, ...(account !== undefined && { accountId: account }) };
    const arrived = { address, receivedAt: this.#now, arrival: (this.#arrivals += 1) };
    const read = eventOf({ event }, arrived);
    if (read !== null) this.trace.arrive(read);
  }

  /** Sends the reads that are in doubt again; `answer` says what the target shows by then. */
  doubts(answer: () => unknown): number {
    const reads = this.trace.reads({ areas: new Set(), seed: 1 }).doubtful();
    for (const { operation, path, query, like } of reads)
      this.call({ operation: operation.id, path, query, key: like.key ?? "" }, answer());
    return reads.length;
  }

  /** The rules that are violated. Requests of a history have few members, so whether they are valid counts only if it is asked for. */
  violated({ invalid = false } = {}): readonly string[] {
    return [...this.#tallies]
      .filter(([rule, { broken }]) => broken > 0 && (invalid || !rule.endsWith("/invalid-never-accepted")))
      .map(([rule]) => rule);
  }
}

interface Options {
  /** Whether invalid requests count. */
  readonly invalid?: boolean;
  readonly consistencyMs?: number;
  readonly settleMs?: number;
  /** The account of the profile's keys. */
  readonly account?: string;
}

/** A part of a history. */
export type Play = (history: History) => unknown;

export const inOrder =
  (...plays: readonly Play[]): Play =>
  (history) => {
    for (const play of plays) play(history);
  };
export const call =
  (step: Step, answer?: unknown, status?: number): Play =>
  (history) =>
    history.call(step, answer, status);
/** A request that is never answered. */
export const begins =
  (step: Step): Play =>
  (history) =>
    history.begins(step);
/** A request whose answer is lost. */
export const loses =
  (step: Step): Play =>
  (history) =>
    history.begins(step).isLost();
/** A request whose answer comes after what happens meanwhile. */
export const during =
  (
    step: Step,
    [answer, status]: readonly [answer: unknown, status?: number],
    ...plays: readonly Play[]
  ): Play =>
  (history) => {
    const { answers } = history.begins(step);
    inOrder(...plays)(history);
    answers(answer, status);
  };
export const arrives =
  (...event: Parameters<History["arrives"]>): Play =>
  (history) =>
    history.arrives(...event);
export const pause =
  (ms: number): Play =>
  (history) =>
    history.pause(ms);
/** One read is in doubt, and shows this when it is sent again. */
export const readsAgain =
  (answer: unknown): Play =>
  (history) =>
    expect(history.doubts(() => answer)).toBe(1);

/** The rules that a history of a merchant that control created violates. */
export function violatedBy(play: Play, options?: Options): readonly string[] {
  const history = new History(options);
  history.creates(MERCHANT);
  history.creates(OTHER);
  play(history);
  return history.violated(options);
}

/** The same for an account that was there before, which others use as well. */
export function violatedInShared(play: Play, options?: Options): readonly string[] {
  const history = new History({ account: MERCHANT.account, ...options });
  play(history);
  return history.violated(options);
}

/** Histories by what happens in them. */
type Histories = Readonly<Record<string, Play | readonly Play[]>>;

/**
 * A test for each of these histories. Where the name of the rule begins with "*", the area is the first word of what happens.
 */
export function testRule(
  name: string,
  histories: Options & {
    /** What comes before each of them. */
    readonly first?: Play;
    /** They violate this rule and no other. */
    readonly violated?: Histories;
    /** The same, also in an account that others use. */
    readonly violatedInShared?: Histories;
    /** The same, but not in an account that others use, who may have caused it. */
    readonly violatedAlone?: Histories;
    /** They violate no rule. */
    readonly permitted?: Histories;
  },
): void {
  const {
    first = () => undefined,
    violated = {},
    violatedAlone = {},
    permitted = {},
    ...options
  } = histories;
  const { violatedInShared: everywhere = {}, ...judging } = options;
  const rows = (of: Histories): readonly (readonly [string, Play])[] =>
    Object.entries(of).map(([what, plays]) => [what, inOrder(first, ...[plays].flat())]);
  const rulesOf = (what: string): readonly string[] => [name.replace("*", what.split(" ")[0] ?? "")];
  describe(name, () => {
    test.each(rows({ ...violated, ...everywhere, ...violatedAlone }))("violated: %s", (what, play) => {
      expect(violatedBy(play, judging)).toEqual(rulesOf(what));
      if (what in everywhere) expect(violatedInShared(play, judging)).toEqual(rulesOf(what));
      if (what in violatedAlone) expect(violatedInShared(play, judging)).toEqual([]);
    });
    test.each(rows(permitted))("permitted: %s", (_, play) => {
      expect(violatedBy(play, judging)).toEqual([]);
    });
  });
}
