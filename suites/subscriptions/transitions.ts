import * as fc from "fast-check";
import { type Check, rule, Violation } from "../kit.ts";
import { type Act, type Allowed, allows, statesAfter } from "../model/subscriptions.ts";
import { asPrecondition, soon } from "../fixtures/reading.ts";
import {
  advance,
  advancePastDue,
  advanceUnlessCompleted,
  dueAt,
  type GivenClock,
  givenClockFor,
  isCompleted,
} from "../fixtures/test-clocks.ts";
import {
  approveAgain,
  callFor,
  declineNext,
  type GivenSubscription,
  givenCustomer,
  givenSubscription,
  readSubscription,
  statusOf,
} from "../fixtures/subscriptions.ts";
import { DAY } from "../fixtures/times.ts";

/** How long a status must be unchanged to count as stable, ms. */
const STEADY_MS = 300;
/** The factor by which the effects of an advance may show later than those of a request. */
const PATIENCE = 3;

interface Mismatch {
  readonly expected: string;
  readonly actual: string;
}
/** A number of days within which there is at most one due date. */
const ONE_CYCLE = 25;

type Move = { readonly act: Act; readonly days: number; readonly declined: boolean };

const moves = (): fc.Arbitrary<readonly Move[]> =>
  fc.array(
    fc.record({
      act: fc.constantFrom<Act>(
        "advance",
        "advance",
        "advance",
        "pause",
        "resume",
        "schedule",
        "cancel",
        "retry",
        "retry",
      ),
      /** 0 advances to just past the end of the period. */
      days: fc.constantFrom(10, 0, 0, 40),
      declined: fc.boolean(),
    }),
    { minLength: 2, maxLength: 5 },
  );

/**
 * Sends random operations and advances. Before each, the model computes the permitted states. The target must reach one of them by the
 * deadline.
 */
export default [
  rule("subscriptions/moves-as-documented", { deadlineMs: 300_000 }, (check) =>
    check.property({
      effort: 0.4,
      from: moves(),
      shares: { advance: 0.3, cancel: 0.02 },
      classesOf: (plan) => [...new Set(plan.map(({ act }) => act))],
      examples: [
        [
          { act: "advance", days: 0, declined: true },
          { act: "retry", days: 10, declined: false },
          { act: "cancel", days: 10, declined: false },
          { act: "advance", days: 34, declined: false },
        ],
        [
          { act: "advance", days: 0, declined: true },
          { act: "advance", days: 10, declined: false },
          { act: "retry", days: 10, declined: false },
        ],
        [
          { act: "pause", days: 10, declined: false },
          { act: "resume", days: 10, declined: false },
          { act: "schedule", days: 10, declined: false },
          { act: "advance", days: 40, declined: false },
        ],
      ],
      holds: async (plan) => {
        const patienceMs = PATIENCE * check.profile.deadlines.consistencyMs;
        const hasty = await walked(check, plan, ({ customer }) => check.settle(customer.merchant, STEADY_MS));
        if (hasty === null) return;
        // Repeat with longer waits: the stable status may have been read too early, before the last operation took effect.
        const patient = await walked(check, plan, () => check.pause(patienceMs, "for late readings"));
        if (patient !== null) throw new Violation(patient);
      },
    }),
  ),
];

/** @param rest waits between two readings that must agree @returns the first state that is not permitted; null if there is none */
async function walked(
  check: Check,
  plan: readonly Move[],
  rest: (subscription: GivenSubscription) => Promise<void>,
): Promise<Mismatch | null> {
  const customer = await givenCustomer(check);
  const subscription = await givenSubscription(check, { customer });
  const clock = await givenClockFor(check, subscription);
  const walk = new Walk(check, { subscription, clock, rest: () => rest(subscription) });
  for (const move of plan) {
    const mismatch = await walk.take(move);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

/** A subscription in a random history, and its last known state. */
class Walk {
  readonly #check: Check;
  readonly #subscription: GivenSubscription;
  readonly #clock: GivenClock;
  readonly #rest: () => Promise<void>;
  #at: number;
  #pausedWord: string | null = null;
  /** Whether a payment may still be declined. Control declines only one, the next. */
  #mayDecline = false;
  /** Whether a cancellation was scheduled, or a pause that does not change the status. */
  #mayEnd = false;
  /** Days that the clock advanced since the subscription was last seen active. */
  #daysOwing = 0;

  constructor(
    check: Check,
    options: {
      readonly subscription: GivenSubscription;
      readonly clock: GivenClock;
      readonly rest: () => Promise<void>;
    },
  ) {
    this.#check = check;
    this.#subscription = options.subscription;
    this.#clock = options.clock;
    this.#rest = options.rest;
    this.#at = options.clock.at;
  }

  /** Executes a move. @returns the outcome if it is not permitted */
  async take({ act, days, declined }: Move): Promise<Mismatch | null> {
    const check = this.#check;
    const before = await statusOf(check, this.#subscription);
    const declines = act === "advance" && declined && before === "active";
    if (declines) await declineNext(check, this.#subscription.customer);
    this.#mayDecline ||= declines;
    const accepted = await this.#do(act, days);
    if (accepted === null) return null;
    if (act === "schedule" && accepted) this.#mayEnd = true;
    const allowed = statesAfter(act, accepted, {
      status: before,
      pausedWord: this.#pausedWord,
      pays: !this.#mayDecline,
      mayEnd: this.#mayEnd,
      mayOweMore: this.#daysOwing > ONE_CYCLE,
    });
    let after = await this.#settled(allowed);
    if (act === "advance" || act === "retry") after = await this.#steady();
    // Wait for a change: a late status could be mistaken for a pause that does not change the status.
    else if (act === "pause" && accepted && after === before) after = await this.#changedSoon(before);
    if (declines) {
      await approveAgain(check, this.#subscription.customer);
      // Control's decline was used. If a port declines, none of the next payments will be declined.
      this.#mayDecline = after === "active" && check.has("control.setNextPaymentOutcome");
    }
    if (act === "advance") this.#daysOwing += days === 0 ? (before === "active" ? 0 : 34) : days;
    if (after === "active") this.#daysOwing = 0;
    if (act === "pause" && accepted && after !== before) this.#pausedWord = after;
    else if (act === "pause" && accepted) this.#mayEnd = true;
    if (allowed === null || allows(allowed, after)) return null;
    return {
      expected: `a subscription that is ${before} to be ${[...new Set(allowed.states)].join(" or ")} after ${accepted ? "" : "a refused "}${act}`,
      actual: `it is ${after}`,
    };
  }

  /** Whether the operation was accepted; null if the clock is completed because its subscription ended (`clock-transitions`). */
  async #do(act: Act, days: number): Promise<boolean | null> {
    if (act === "advance") {
      const { end, nextBilling, status } = await readSubscription(this.#check, this.#subscription);
      if (status === "canceled") {
        this.#at += (days === 0 ? 34 : days) * DAY;
        const answer = await advanceUnlessCompleted(this.#check, this.#clock, this.#at);
        return isCompleted(answer) ? null : true;
      }
      if (days === 0 && end !== null && end > this.#at) {
        this.#at = (await advancePastDue(this.#check, this.#clock, dueAt(end, nextBilling))).at;
        return true;
      }
      this.#at += (days === 0 ? 34 : days) * DAY;
      await advance(this.#check, this.#clock, this.#at);
      return true;
    }
    const ports = {
      pause: "pauseSubscription",
      resume: "resumeSubscription",
      schedule: "cancelSubscription",
      cancel: "cancelSubscription",
      retry: "retryPayment",
    } as const;
    const inputs = act === "cancel" ? { cancelImmediately: true } : {};
    const { answer } = await callFor(this.#check, this.#subscription, ports[act], { inputs });
    if (answer.status >= 500) this.#check.succeeded(answer);
    return answer.succeeded;
  }

  /** The status once it is stable, as the effects of an advance or a retry are asynchronous. */
  async #steady(): Promise<string> {
    let last = "";
    const rest = await asPrecondition(() =>
      this.#check.eventually({
        expected: "the subscription to reach a stable status",
        read: async () => {
          const before = last;
          if (before !== "") await this.#rest();
          last = await statusOf(this.#check, this.#subscription);
          return { before, now: last };
        },
        holds: ({ before, now }) => before === now,
      }),
    );
    return rest.now;
  }

  /** The status once it has changed, or the last one at the deadline. */
  #changedSoon(before: string): Promise<string> {
    return soon(this.#check, {
      read: () => statusOf(this.#check, this.#subscription),
      holds: (status) => status !== before,
    });
  }

  /** The status once it is a permitted one, or the last one at the deadline. */
  async #settled(allowed: Allowed | null): Promise<string> {
    const read = (): Promise<string> => statusOf(this.#check, this.#subscription);
    if (allowed === null) return read();
    try {
      return await this.#check.eventually({
        expected: "the subscription to reach a permitted status",
        read,
        holds: (status) => allows(allowed, status),
      });
    } catch (error) {
      if (error instanceof Violation) return read();
      throw error;
    }
  }
}
