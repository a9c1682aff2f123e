import type { Answer, Check, Merchant, RuleCheck, RuleOptions } from "./kit.ts";
import { Inconclusive, rule } from "./kit.ts";
import { catalogue, type OpenPointId, type OperationName, ruleIdOf } from "../spec/index.ts";
import { summaryOf } from "./expect/observing.ts";
import { memberOf, isRefusal } from "./fixtures/reading.ts";
import {
  expectAnyRefusal,
  expectSpentElsewhere,
  requireRefused,
  withCounterpart,
} from "./expect/refusals.ts";
import { type Held, held } from "./fixtures/held-requests.ts";
import { freshKey, keyOfLength } from "./fixtures/idempotency-keys.ts";
import { codeOf } from "./fixtures/money-movements.ts";
import { outage, repeatedAfterOutages } from "./fixtures/vendor-conditions.ts";
import { expectUnspent } from "./expect/outages.ts";

/** Sends a request with this key. */
type Send<B> = (key: string) => Promise<Answer<B>>;

/** The requests of one check, all about the same object. */
export interface Keyed<B> {
  readonly merchant: Merchant;
  /** Sends the valid request. With one key, it always has the same body. */
  readonly send: Send<B>;
  /** Sends it once the requests of earlier checks no longer prevent it; without it, immediately. */
  readonly sendFirst?: Send<B>;
  /** A request that succeeded, which checks share where a documented rate limits them. Without it, each sends its own. */
  readonly shared?: () => Promise<{ readonly key: string; readonly answer: Answer<B> }>;
  /** A refused request, and the valid one with its key, which checks share for the same reason. */
  readonly sharedRefusal?: () => Promise<{
    readonly key: string;
    readonly refusal: Answer;
    readonly then: Answer;
  }>;
  /** Sends it with another body. */
  readonly sendOther?: Send<B>;
  /** Makes one more with a new key, in spite of those before. */
  readonly sendAnother: () => Promise<Answer<B>>;
  /** Requests with different faults. After each, the valid request is possible. */
  readonly refusals: () => Promise<readonly Send<B>[]>;
  readonly count: () => Promise<Count<B>>;
  /** Deletes what a request made. Absent where nothing can be deleted. */
  readonly remove?: (made: Answer<B>) => Promise<unknown>;
}

/** Counts the effects of requests, from when it is made. */
export interface Count<B> {
  /** Expects no effect so far, where that is cheap to read. */
  readonly expectNone?: () => Promise<unknown>;
  /** Expects one effect for each of these answers, then no other from repetitions. */
  readonly expectOnly: (made: readonly Answer<B>[], repeat: () => Promise<unknown>) => Promise<void>;
}

/** An operation with idempotency keys, as the sentences need to know it. */
export interface KeyedOperation<B> {
  readonly area: string;
  readonly operation: OperationName;
  /** Its act, in observations. */
  readonly what: string;
  /** What one key does, in the ids of rules: "credits-once". */
  readonly once: string;
  /** The ids of sentences that have other names here. */
  readonly names?: Readonly<Record<string, string>>;
  readonly options?: RuleOptions;
  /** For rules that count effects or compare what is there before and after. */
  readonly counting?: RuleOptions;
  /** The services whose outages stop it. */
  readonly outages: readonly string[];
  /** Where it is open what a repetition returns. */
  readonly replay?: OpenPointId;
  readonly prepare: (check: Check) => Promise<Keyed<B>>;
  /** Requests of two merchants, and what distinguishes the second one's answer from the first one's. */
  readonly prepareTwo: (check: Check) => Promise<{
    readonly here: Keyed<B>;
    readonly there: Keyed<B>;
    readonly expectOwn: (answer: Answer<B>, first: Answer<B>) => Promise<void> | void;
  }>;
  /** A request without a key or with one that is too long, and the same request with a valid key. Absent if keys are optional. */
  readonly sendInvalid?: (
    check: Check,
    key: "absent" | "of 256",
  ) => Promise<{ readonly refused: Answer; readonly counterpart: () => Promise<Answer> }>;
}

/** A refused request, and what sends the valid one with its key. */
interface Refused {
  readonly refusal: Answer;
  readonly send: () => Promise<Answer>;
}

const CONFLICT = "E_IDEMPOTENCY_CONFLICT";
/** The number of other keys between a request and its repetition. */
const OTHERS = 11;

/** A statement about the keys of an operation (§4.5, §4.7, §7.6, §8). */
interface Sentence {
  /** The end of its rules' ids. */
  readonly name: string;
  /** Whether it counts effects. */
  readonly counts?: true;
  readonly alone?: true;
  readonly judge: <B>(check: Check, operation: KeyedOperation<B>) => Promise<void>;
}

const SENTENCES: readonly Sentence[] = [
  {
    name: "key-required",
    counts: true,
    judge: (check, operation) => refusesKey(check, operation, "absent"),
  },
  {
    name: "key-of-256-refused",
    counts: true,
    judge: (check, operation) => refusesKey(check, operation, "of 256"),
  },
  {
    name: "key-of-255-accepted",
    judge: async (check, { prepare }) => {
      const { send, sendFirst = send } = await prepare(check);
      const answer = await sendFirst(keyOfLength(check, 255));
      // Any other reason to refuse it also applies to an ordinary key.
      if (!answer.succeeded) check.succeeded(await send(freshKey()));
      check.expect(answer).toAnswer(201);
    },
  },
  {
    name: "key-repeated-answer",
    judge: async (check, { prepare, replay }) => {
      const keyed = await prepare(check);
      const { send, remove } = keyed;
      const { key, answer: first } = await firstOf(check, keyed);
      for (const _time of keyed.shared === undefined ? [1, 2] : [1]) {
        const again = await send(key);
        if (again.succeeded)
          check.expect.field("id", memberOf(again, "id"), again).toBe(memberOf(first, "id"));
        else check.expect(again).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
        if (replay !== undefined) check.observe(replay, summaryOf(again));
      }
      if (remove === undefined) return;
      await remove(first);
      // The key has produced an operation nevertheless. How this is refused is open.
      const after = await send(key);
      if (after.succeeded) check.expect.field("id", memberOf(after, "id"), after).toBe(memberOf(first, "id"));
    },
  },
  {
    name: "key-repeated-{once}",
    counts: true,
    judge: async (check, { prepare }) => {
      const { send, sendFirst = send, sendOther, count } = await prepare(check);
      const { expectOnly } = await count();
      const key = freshKey();
      const first = check.succeeded(await sendFirst(key));
      await sendOther?.(key);
      await expectOnly([first], () => send(key));
    },
  },
  {
    /** Sends each request that is refused, then the valid one with the same key. */
    name: "refused-request-spends-no-key",
    judge: async (check, { prepare, what }) => {
      const { send, refusals, sharedRefusal } = await prepare(check);
      let refused = 0;
      const sendBoth = async (sendFaulty: Send<unknown>): Promise<Refused> => {
        const key = freshKey();
        return { refusal: await sendFaulty(key), send: () => send(key) };
      };
      const both =
        sharedRefusal === undefined
          ? (await refusals()).map((faulty) => () => sendBoth(faulty))
          : [
              async (): Promise<Refused> => {
                const { refusal, then } = await sharedRefusal();
                return { refusal, send: () => Promise.resolve(then) };
              },
            ];
      for (const make of both) {
        const { refusal, send: sendValid } = await make();
        if (!isRefusal(refusal) && refusal.status !== 402) continue;
        refused += 1;
        const then = await sendValid();
        check.observe("idempotency-key-after-refusal", `${what}: ${summaryOf(then)}`);
        expectUnspent(check, then);
        // A target that stores the refused request may repeat the refusal, or report that the body differs.
        if (then.status !== refusal.status) expectAnyRefusal(check, then);
      }
      if (refused === 0) throw new Inconclusive("none of the invalid requests was refused");
    },
  },
  {
    /** A request is refused during an outage and repeated after it. */
    name: "outage-spends-no-key",
    alone: true,
    judge: async (check, { prepare, outages }) => {
      const repeated = await repeatedAfterOutages(check, outages, async () => {
        const { merchant, send } = await prepare(check);
        const key = freshKey();
        return { merchant, send: () => send(key) };
      });
      for (const answer of repeated) expectUnspent(check, answer);
    },
  },
  {
    /** Two merchants use the same key. */
    name: "key-belongs-to-its-merchant",
    judge: async (check, { area, prepareTwo }) => {
      const { here, there, expectOwn } = await prepareTwo(check);
      const { key, answer: first } = await firstOf(check, here);
      const send = there.sendFirst ?? there.send;
      const answer = await send(key);
      check.observe("idempotency-key-scope", `${area}: ${summaryOf(answer)}`);
      if (answer.succeeded) await expectOwn(answer, first);
      else await expectSpentElsewhere(check, answer, () => send(freshKey()));
    },
  },
  {
    /** Repeats a request while control holds it, and sends another key meanwhile, which may take what the first request needs. */
    name: "key-in-progress-refused",
    judge: async (check, operation) => {
      const keyed = await operation.prepare(check);
      const first = await hold(check, operation, keyed);
      const second = await first.repeat();
      // The repetition may have waited for the first request.
      if (second.status !== 409) await first.requireHeld();
      check.expect(second).toRefuse({ status: 409, code: CONFLICT });
      const other = await keyed.send(freshKey());
      check.expect.that("the code for another key meanwhile", codeOf(other), other).toDifferFrom(CONFLICT);
      const released = await first.release();
      check.succeeded(other.succeeded ? other : released);
    },
  },
  {
    /** Repeats a request while control holds it, and after it has been answered. */
    name: "key-in-progress-ends",
    judge: async (check, operation) => {
      const first = await hold(check, operation, await operation.prepare(check));
      await requireConflicts(first);
      check.succeeded(await first.release());
      const again = await first.repeat();
      check.expect
        .that("the code of a repetition after the first request ended", codeOf(again), again)
        .toDifferFrom(CONFLICT);
    },
  },
  {
    /** Causes conflicts while control holds the first request, then repeats it after its release. */
    name: "conflict-{once}",
    counts: true,
    judge: async (check, operation) => {
      const keyed = await operation.prepare(check);
      const { expectNone, expectOnly } = await keyed.count();
      const first = await hold(check, operation, keyed);
      await requireConflicts(first);
      await expectNone?.();
      await expectOnly([check.succeeded(await first.release())], first.repeat);
    },
  },
  {
    /** Sends a body that is refused, then a valid one several times with the same key. */
    name: "key-after-refusal-{once}",
    counts: true,
    judge: async (check, operation) => {
      const { count, refusals, send, sharedRefusal } = await operation.prepare(check);
      const made = await sharedRefusal?.();
      const { expectOnly } = await count();
      if (made?.then.succeeded === true) {
        requireRefused(made.refusal, "the invalid request");
        await send(made.key);
        return expectOnly([], () => Promise.resolve());
      }
      const key = made?.key ?? freshKey();
      const [sendFaulty = send] = await refusals();
      requireRefused(made?.refusal ?? (await sendFaulty(key)), "the invalid request");
      await expectOnly(await madeLater(check, operation, () => send(key)), () => send(key));
    },
  },
  {
    /** Sends a request that is refused during an outage, then repeats it several times. */
    name: "key-after-outage-{once}",
    counts: true,
    alone: true,
    judge: async (check, operation) => {
      const isStopped = async (service: string): Promise<boolean> => {
        const { merchant, count, send } = await operation.prepare(check);
        const { expectOnly } = await count();
        const key = freshKey();
        const end = await outage(check, { merchant }, service);
        const refused = await send(key);
        await end();
        if (refused.status < 500) return false;
        await expectOnly(await madeLater(check, operation, () => send(key)), () => send(key));
        return true;
      };
      // Outages of different merchants do not affect each other.
      const stopped = check.has("control.createMerchant")
        ? await Promise.all(operation.outages.map(isStopped))
        : await oneByOne(operation.outages, isStopped);
      if (!stopped.includes(true)) throw new Inconclusive(`no outage stopped the ${operation.what}`);
    },
  },
  {
    /** Repeats the first key after eleven others. */
    name: "key-outlasts-others",
    counts: true,
    judge: async (check, { prepare }) => {
      const { count, send, sendFirst = send, sendAnother } = await prepare(check);
      const { expectOnly } = await count();
      const key = freshKey();
      const made = [check.succeeded(await sendFirst(key))];
      while (made.length <= OTHERS) made.push(check.succeeded(await sendAnother()));
      await expectOnly(made, () => send(key));
    },
  },
];

const ids = new Set<string>(catalogue.map(({ id }) => id));

/** The checks of those sentences for which the catalogue has a rule of this operation's area. */
export function keyRules<B>(operation: KeyedOperation<B>): readonly RuleCheck[] {
  const { area, once, names = {}, options, counting } = operation;
  return SENTENCES.flatMap(({ name, counts, alone, judge }) => {
    const id = `${area}/${names[name] ?? name.replace("{once}", once)}`;
    if (!ids.has(id)) return [];
    const scheduled = { ...options, ...(counts && counting), ...(alone && { alone }) };
    return [rule(ruleIdOf(id), scheduled, (check) => judge(check, operation))];
  });
}

/** The first request with a key, which has succeeded. */
async function firstOf<B>(
  check: Check,
  { shared, send, sendFirst = send }: Keyed<B>,
): Promise<{ readonly key: string; readonly answer: Answer<B> }> {
  if (shared !== undefined) return shared();
  const key = freshKey();
  return { key, answer: check.succeeded(await sendFirst(key)) };
}

/** The same request with a valid key succeeds. */
async function refusesKey<B>(
  check: Check,
  { sendInvalid }: KeyedOperation<B>,
  key: "absent" | "of 256",
): Promise<void> {
  if (sendInvalid === undefined)
    throw new Error("an operation whose keys are limited says how to send others");
  const { refused, counterpart } = await sendInvalid(check, key);
  await withCounterpart(
    check,
    refused,
    () => check.expect(refused).toRefuse({ status: 422, field: "Idempotency-Key" }),
    counterpart,
  );
  check.succeeded(await counterpart());
}

/** The operation's request, held in flight by control. */
function hold<B>(
  check: Check,
  { operation }: KeyedOperation<B>,
  { merchant, send }: Keyed<B>,
): Promise<Held<B>> {
  return held(check, merchant, operation, send);
}

/** Repeats a held request twice. @throws Inconclusive if a repetition causes no conflict */
async function requireConflicts({ repeat }: Held<unknown>): Promise<void> {
  for (const _time of [1, 2]) {
    const conflict = await repeat();
    if (codeOf(conflict) !== CONFLICT)
      throw new Inconclusive(`a repetition caused no conflict: ${conflict.summary}`);
  }
}

/**
 * Repeats a request whose key was refused once, until it succeeds. The document does not say whether it ever does.
 * @returns the answer that shows an effect, or none
 */
async function madeLater<B>(
  check: Check,
  { what }: KeyedOperation<B>,
  repeat: () => Promise<Answer<B>>,
): Promise<readonly Answer<B>[]> {
  for (const _time of [1, 2, 3]) {
    const answer = await repeat();
    check.observe("idempotency-key-after-refusal", `${what}: ${summaryOf(answer)}`);
    if (answer.succeeded) return [answer];
  }
  return [];
}

async function oneByOne<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await act(value));
  return results;
}
