import { setMaxListeners } from "node:events";
import type { Check } from "../check.ts";
import { expect } from "../judge/expect.ts";
import type { Exchange } from "../http/answer.ts";
import { isMet } from "../judge/needs.ts";
import { type Shares, seedOf, runProperty, runsOf } from "../judge/property.ts";
import { Transcript } from "../judge/transcript.ts";
import { Inconclusive, NeedMissing, Violation } from "../verdicts.ts";
import { checkRequests } from "./requests.ts";
import { checkWaits } from "./waits.ts";
import type { Execution, ExecutionOptions, RequestContext } from "./context.ts";
import { runOnce } from "./once.ts";
import { messageOf } from "../plain.ts";
import { createdClock } from "./cleanup.ts";
import { keyOf } from "../http/wire.ts";
import type { Session } from "./session.ts";
import { timeForRuns } from "../time.ts";

/** The share of the time of a rule for its clean-up, which has at least the time of one request. */
const CLEAN_UP = 1 / 4;

/** Prepares an execution of a check. The caller runs the check and then `cleanUp`. */
export function createExecution(options: ExecutionOptions): Execution {
  const {
    session,
    rule,
    signal,
    attempt,
    patient = true,
    traced = true,
    served = new Map(),
    trying = [],
  } = options;
  const { profile } = session;
  const seed = seedOf(session.seed, rule.id);
  const deadline = new CheckDeadline(options);
  const transcript = new Transcript();
  const shares: Shares = {};
  const reliance = { onIdle: false };
  const found: Execution["found"] = { violation: null };
  const undo = new CheckCleanup(session);
  const property = propertyRunner({
    session,
    rule,
    seed,
    signal,
    shares,
    found,
    transcript,
    deadlineFor: deadline.forRuns,
  });
  const nextTrace = traced ? session.traces?.of(rule.id, attempt) : undefined;
  const runName = `payconform ${session.runId}`;

  const observe = (id: string, value: string): void =>
    session.observations.add(id, value, () => transcript.seen);
  const trials = { session, served, trying, createExecution };

  const checkFor = (context: RequestContext): Check => {
    const onExchange = (exchange: Exchange): void => {
      deadline.slowAnswers.observe(exchange);
      transcript.add(exchange, { cleanUp: context.cleaningUp === true });
      undo.observe(exchange);
    };
    const check: Check = {
      rule,
      seed,
      profile,
      ...checkRequests({ trials, attempt, context, onExchange, observe }),
      ...checkMerchants({ session, transcript, self: () => check }),
      ...checkWaits({ session, attempt, context, signal, reliance }),
      expect,
      signal: context.signal,
      property,
      observe,
      has: (need) => isMet(need, session.supplies),
      require: (need) => {
        if (!isMet(need, session.supplies)) throw new NeedMissing(need);
      },
      runName,
      // Short: a target may limit names to a length that the document does not show.
      name: (label) => `${runName} ${label} ${session.nextNumber().toString(36)}`,
      once: (key, make) =>
        runOnce(
          { ...trials, rule, key, attempt, patient, onPaced: deadline.later, transcript, reliance },
          make,
        ),
      cleanUp: (work) => undo.add(work),
      succeeded: (answer) => {
        if (answer.succeeded) return answer;
        throw new Inconclusive(
          `a setup request failed: ${answer.what} returned ${answer.summary}`,
          answer.hasNot("success"),
        );
      },
    };
    return check;
  };
  return {
    check: checkFor({
      // The request rate is no time of the check.
      signal,
      onPaced: options.onPaced ?? (() => undefined),
      patient,
      nextTrace,
      get deadlineAt() {
        return deadline.at;
      },
    }),
    transcript,
    shares,
    reliance,
    found,
    cleanUp: async () => {
      if (undo.isEmpty) return [];
      // The check's deadline may have passed.
      const { exchangeMs, ruleMs } = profile.deadlines;
      const ms = Math.min(ruleMs, Math.max(exchangeMs, ruleMs * CLEAN_UP));
      const signal = AbortSignal.timeout(ms);
      // Each request in flight listens.
      setMaxListeners(0, signal);
      const context = {
        signal,
        deadlineAt: performance.now() + ms,
        patient: true,
        nextTrace,
      };
      return undo.run(checkFor({ ...context, cleaningUp: true }));
    },
  };
}

type Work = (cleaning: Check) => Promise<unknown>;

/** The clean-up of a check: what it created and must undo. */
class CheckCleanup {
  readonly #session: Session;
  readonly #work: Work[] = [];
  /** Ids of the test clocks that the check created, each with the key that created it. Clean-up uses the key that replaced it. */
  readonly #clocks = new Map<string, string | null>();

  constructor(session: Session) {
    this.#session = session;
  }

  add(work: Work): void {
    this.#work.push(work);
  }

  /** Remembers a test clock, in case the check does not delete it. */
  observe(exchange: Exchange): void {
    const clock = createdClock(exchange);
    if (clock !== undefined) this.#clocks.set(clock, keyOf(exchange.request));
  }

  get isEmpty(): boolean {
    return this.#clocks.size + this.#work.length === 0;
  }

  /** Undoes everything, newest first. Returns the messages of failures; never rejects. */
  async run(check: Check): Promise<readonly string[]> {
    const failures: string[] = [];
    // Test clocks come last: attached objects are removed first.
    for (const work of [...this.#clocksLeft(), ...this.#work].reverse()) {
      try {
        await work(check);
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
    return failures;
  }

  #clocksLeft(): readonly Work[] {
    return [...this.#clocks].map(([id, key]) => async (cleaning) => {
      if (this.#session.creations.has("test clock", id))
        await cleaning.as(key).deleteTestClock({ path: { id } });
    });
  }
}

/** The deadline of a check, which slow answers and long properties postpone. */
class CheckDeadline {
  readonly slowAnswers: SlowAnswers;
  readonly #ruleMs: number;
  /** Postpones the deadlines of other checks that wait for a shared result of this one. */
  readonly #onLater: Pick<ExecutionOptions, "onPaced" | "onLonger">;
  #at: number;

  constructor({ session, deadlineAt, onPaced, onLonger }: ExecutionOptions) {
    const now = performance.now();
    this.#ruleMs = session.profile.deadlines.ruleMs;
    this.#at = deadlineAt ?? now + this.#ruleMs;
    this.#onLater = { onPaced, onLonger };
    this.slowAnswers = new SlowAnswers(this.#at - now, this.later);
  }

  /** Monotonic ms. */
  get at(): number {
    return this.#at;
  }

  readonly later = (ms: number): void => {
    this.#at += ms;
    this.#onLater.onPaced?.(ms);
  };

  /** The deadline with that many runs of a property, monotonic ms. */
  readonly forRuns = (runs: number): number => {
    const more = timeForRuns(runs, this.#ruleMs);
    this.#at += more;
    this.#onLater.onLonger?.(more);
    return this.#at;
  };
}

/** Answers that take no longer than this need no extra time, ms. */
const USUAL_MS = 100;

/** The most extra time of a rule, as a multiple of its usual time. Without a limit, an endless list would keep it running forever. */
const MOST = 9;

/** Computes what slow answers add to the time of a check. Answers that are awaited at the same time count once. */
class SlowAnswers {
  readonly #most: number;
  readonly #onLater: (ms: number) => void;
  #added = 0;
  #countedTo = Number.NEGATIVE_INFINITY;

  /** `onLater` is called with the ms that an answer adds. */
  constructor(usualMs: number, onLater: (ms: number) => void) {
    this.#most = usualMs * MOST;
    this.#onLater = onLater;
  }

  observe({ answer, calledAt, returnedAt }: Pick<Exchange, "answer" | "calledAt" | "returnedAt">): void {
    // Without an answer, the target may be gone.
    if (answer === null) return;
    const slow = returnedAt - Math.max(calledAt + USUAL_MS, this.#countedTo);
    const ms = Math.min(slow, this.#most - this.#added);
    if (ms <= 0) return;
    this.#countedTo = returnedAt;
    this.#added += ms;
    this.#onLater(ms);
  }
}

/** The merchants of a check, and the events that they receive. `self` returns the check. */
function checkMerchants(options: {
  readonly session: Session;
  readonly transcript: Transcript;
  readonly self: () => Check;
}): Pick<Check, "merchant" | "ownMerchant" | "otherMerchant" | "merchantLike" | "inbox"> {
  const { session, transcript, self } = options;
  const { merchants, eventSources } = session;
  return {
    merchant: () => merchants.shared(self()),
    ownMerchant: (body = {}) => merchants.own(self(), body),
    otherMerchant: () => merchants.other(self()),
    merchantLike: (fixture, body) => merchants.withCondition(self(), fixture, body),
    inbox: (wanted) =>
      eventSources.inbox(self(), {
        ...wanted,
        onEvent: (event) => transcript.addEvent(event),
        onListening: (url) => transcript.addListening({ url, names: wanted.names }),
      }),
  };
}

/** Runs the properties of a check, numbered from 1. A recorded case is tried first. */
function propertyRunner(
  options: Pick<ExecutionOptions, "session" | "rule" | "signal"> &
    Pick<Execution, "shares" | "found" | "transcript"> & {
      readonly seed: number;
      /** The deadline of the check with that many more runs of a property, monotonic ms. */
      readonly deadlineFor: (runs: number) => number;
    },
): Check["property"] {
  const { session, rule, seed, signal, deadlineFor, shares, found, transcript } = options;
  let properties = 0;
  return async (property) => {
    properties += 1;
    const number = properties;
    const recorded = session.recorded?.[rule.id];
    const again = recorded?.property === number ? recorded : null;
    try {
      const holds: typeof property.holds = (value, reach) => {
        transcript.beginCase();
        return property.holds(value, reach);
      };
      const reached = await runProperty(
        { ...property, holds },
        {
          seed,
          runs: session.runs,
          signal,
          deadlineAt: deadlineFor(runsOf(property, session.runs)),
          onViolation: (violation) => {
            found.violation = violation;
            transcript.keepCase();
          },
          ...(again === null ? {} : { recorded: again }),
        },
      );
      Object.assign(shares, reached);
    } catch (error) {
      if (error instanceof Violation && error !== found.violation) transcript.keepCase();
      if (error instanceof Violation && error.recorded !== null)
        error.recorded = { ...error.recorded, property: number };
      throw error;
    }
  };
}
