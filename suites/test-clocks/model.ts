import { isDeepStrictEqual } from "node:util";
import { type ClockCommand, clockPlans, dividedAdvances, spell } from "../../generators/index.ts";
import { type Check, type Merchant, rule, textOf, Violation } from "../kit.ts";
import { soon } from "../fixtures/reading.ts";
import { clockOf } from "../fixtures/simulations.ts";
import {
  type GivenSubscription,
  givenOwnCustomer,
  givenSubscription,
  readSubscription,
  type Wanted,
} from "../fixtures/subscriptions.ts";
import {
  advance,
  advanceThrough,
  requestAdvance,
  attach,
  givenClock,
  periodOf,
  readClock,
  untilReady,
} from "../fixtures/test-clocks.ts";
import {
  DAY,
  HOUR,
  SECOND,
  timestampOf,
  longestPeriodLike,
  parseTimestamp,
  written,
} from "../fixtures/times.ts";
import { ClockModel } from "../model/clocks.ts";
import { recorder } from "../scenarios/recorder.ts";

const plans = clockPlans();
const divided = dividedAdvances();

/** A span of time and its parts, and whether what passes it begins with a trial. */
interface Divided {
  readonly seconds: number;
  readonly steps: readonly number[];
  readonly isTrial?: boolean;
}

/** Compares histories of test clocks with the model (§4.8). */
export default [
  /**
   * Executes random histories of several clocks and subscriptions. Each answer must be as the model predicts, and in the end every clock
   * must have the model's time.
   */
  rule("test-clocks/lives-as-modelled", (check) =>
    check.property({
      effort: 0.5,
      from: plans,
      classesOf: plans.classesOf,
      shares: { "advance forward": 0.3, "deleted clock used": 0.1, "advance to the equal time": 0.1 },
      holds: async (plan) => {
        const merchant = await check.ownMerchant();
        const history = new ClockHistory(check, merchant, new Map());
        if (plan.subscriptions.length > 0) {
          const customer = check.has("port.createCustomer")
            ? await givenOwnCustomer(check, merchant)
            : undefined;
          for (const name of plan.subscriptions)
            history.subscriptions.set(
              name,
              await givenSubscription(check, customer === undefined ? {} : { customer }),
            );
        }
        for (const command of plan.commands) await history.take(command);
        await history.compare();
      },
    }),
  ),

  /**
   * Advances two equal subscriptions of two customers to the same time, one in one step and one in several, some of which end with the first
   * period. Both must have the same number of each event and the same status. Some are on trial at first.
   */
  rule("test-clocks/advance-in-steps-is-one-advance", { deadlineMs: 300_000 }, (check) =>
    check.property({
      effort: 0.15,
      from: divided,
      classesOf: divided.classesOf,
      shares: { "beyond a month": 0.2 },
      examples: [
        { seconds: 66 * 86_400, steps: [26 * 86_400, 14 * 86_400, 16 * 86_400, 10 * 86_400] },
        { seconds: 35 * 86_400, steps: [28 * 86_400, 7 * 86_400] },
        ...(check.ports.bound("createTrialSubscription")
          ? [{ seconds: 75 * 86_400, steps: [45 * 86_400, 30 * 86_400], isTrial: true }]
          : []),
      ] as readonly Divided[],
      holds: async ({ seconds, steps, isTrial }: Divided) => {
        const creationPort = isTrial === true ? "createTrialSubscription" : "createSubscription";
        const [whole, divided] = await Promise.all([
          historyOf(check, [seconds], { creationPort }),
          historyOf(check, steps, { creationPort, stopsAtItsEnd: true }),
        ]);
        // The last event may arrive late.
        await check.eventually({
          expected: `the outcome of ${steps.length} steps of ${steps.join(", ")} s to equal the outcome of their sum`,
          withinMs: check.profile.deadlines.eventMs,
          read: async () => ({ divided: await divided(), whole: await whole() }),
          holds: (received) => isDeepStrictEqual(received.divided, received.whole),
        });
      },
    }),
  ),
];

/** Executes a history on a target and in the model. */
class ClockHistory {
  readonly check: Check;
  readonly merchant: Merchant;
  readonly subscriptions: Map<string, GivenSubscription>;
  readonly #model = new ClockModel();
  readonly #ids = new Map<string, string>();
  /** The origin of a plan's times, which are relative. */
  readonly #start = Math.ceil(Date.now() / 1_000) * 1_000 + HOUR;

  constructor(check: Check, merchant: Merchant, subscriptions: Map<string, GivenSubscription>) {
    this.check = check;
    this.merchant = merchant;
    this.subscriptions = subscriptions;
  }

  async take(command: ClockCommand): Promise<void> {
    const { check, merchant } = this;
    switch (command.command) {
      case "create": {
        const at = this.#start + (Date.parse(command.frozenTime) % (2 * DAY));
        const clock = await givenClock(check, { merchant, at });
        this.#ids.set(command.as, clock.id);
        this.#model.create(command.as, clock.at);
        return;
      }
      case "attach": {
        const { id: subscriptionId } = this.#subscription(command.subscription);
        const answer = await attach({ merchant, id: this.#id(command.clock) }, { subscriptionId });
        if (this.#model.timeOf(command.clock) === null)
          check.expect(answer).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
        else check.succeeded(answer);
        return;
      }
      case "advance":
        return this.#advance(command);
      case "simulate": {
        const from = this.#start;
        const to = from + command.seconds * 1_000;
        const subscription = this.#subscription(command.subscription);
        const answer = check.succeeded(
          await merchant.api.simulateTestClock({
            json: {
              subscriptionId: subscription.id,
              startFrom: written(from),
              advanceTo: written(to),
            },
          }),
        );
        const id = await clockOf(check, subscription, answer);
        this.#ids.set(command.as, id);
        this.#model.create(command.as, to);
        await untilReady(check, { merchant, id }, to);
        return;
      }
      case "retrieve":
        return this.#compareOne(command.clock);
      case "delete": {
        const answer = await merchant.api.deleteTestClock({ path: { id: this.#id(command.clock) } });
        if (this.#model.delete(command.clock) === "deletes") check.succeeded<unknown>(answer);
        else check.expect(answer).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
      }
    }
  }

  async compare(): Promise<void> {
    for (const name of this.#model.names) await this.#compareOne(name);
  }

  async #advance({ clock: name, to: planned }: Extract<ClockCommand, { command: "advance" }>): Promise<void> {
    const { check, merchant } = this;
    const clock = { merchant, id: this.#id(name) };
    const at = this.#model.timeOf(name) ?? this.#start;
    // One fault at a time: an invalid time could be refused before the missing clock.
    const to = this.#model.timeOf(name) === null ? ({ kind: "forward", seconds: 3_600 } as const) : planned;
    const target = to.kind === "equal" ? at : at + (to.kind === "forward" ? to.seconds : -to.seconds) * 1_000;
    const respelt = to.kind === "equal" && to.respelt;
    const answer = await requestAdvance(clock, respelt ? spell(target, 60) : target);
    switch (this.#model.advance(name, target)) {
      case "moves":
        check.succeeded(answer);
        await untilReady(check, clock, target);
        return;
      case "not found":
        check.expect(answer).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
        return;
      case "not later":
        check.expect(answer).toAnswer(...(respelt ? [400, 422] : [400]));
    }
  }

  async #compareOne(name: string): Promise<void> {
    const { check, merchant } = this;
    const at = this.#model.timeOf(name);
    const read = await soon(check, {
      read: () => readClock({ merchant, id: this.#id(name) }),
      holds: (answer) =>
        at === null ? !answer.succeeded : answer.succeeded && parseTimestamp(answer.body.frozenTime) === at,
    });
    if (at === null) {
      check.expect(read).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
      return;
    }
    check.expect
      .that(`the status of retrieving ${name}`, read.status, read)
      .toSatisfy("2xx", () => read.succeeded);
    const frozenTime = timestampOf("frozenTime", read.field("frozenTime"));
    check.expect.that(`the time of ${name}`, written(frozenTime), read).toBe(written(at));
  }

  #id(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`the plan names ${name} before it is made`);
    return id;
  }

  #subscription(name: string): GivenSubscription {
    const subscription = this.subscriptions.get(name);
    if (subscription === undefined) throw new Error(`the plan names ${name}, which was not supplied`);
    return subscription;
  }
}

/**
 * Advances a subscription in steps.
 * @param stopsAtItsEnd whether the clock also stops at the end of the first period, and half a second before and after it
 * @returns the number of each event, without repetitions, and the final status
 */
async function historyOf(
  check: Check,
  steps: readonly number[],
  {
    creationPort,
    stopsAtItsEnd = false,
  }: Required<Pick<Wanted, "creationPort">> & { readonly stopsAtItsEnd?: boolean },
) {
  const customer = await givenOwnCustomer(check);
  const { merchant } = customer;
  const log = await recorder(check, customer);
  const subscription = await givenSubscription(check, { customer, creationPort });
  log.own(subscription.id);
  const first = await periodOf(check, subscription);
  const from = Math.ceil(first.start / 1_000) * 1_000 + HOUR;
  const clock = await givenClock(check, { merchant, at: from });
  check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
  let at = from;
  const date = stopsAtItsEnd ? first.end : Infinity;
  for (const seconds of steps) {
    const to = at + seconds * 1_000;
    if (date - SECOND > at && date + SECOND < to) await advanceThrough(check, clock, date);
    at = to;
    await advance(check, clock, at);
  }
  // Assume long periods: at least these renewals are due. A trial may be shorter than the periods that follow.
  const due =
    creationPort === "createTrialSubscription"
      ? 1
      : at > first.end
        ? 1 + Math.floor((at - first.end) / longestPeriodLike(first.end - first.start))
        : 0;
  try {
    await check.eventually({
      expected: `${due} renewals to be reported`,
      withinMs: check.profile.deadlines.eventMs,
      read: async () => log.events("subscription.updated").length,
      holds: (reported) => reported >= due,
    });
  } catch (error) {
    // Another rule judges whether a renewal is reported.
    if (!(error instanceof Violation)) throw error;
  }
  const count = (type: string, key: string): number =>
    new Set(log.events(type).map((event) => textOf(event.data[key]))).size;
  return async () => {
    const now = await readSubscription(check, subscription);
    return {
      finalized: count("invoice.finalized", "invoiceId"),
      paid: count("invoice.paid", "invoiceId"),
      completed: count("payment.completed", "orderId"),
      updated: count("subscription.updated", "currentPeriodEnd"),
      failed: log.events("payment.failed").length,
      status: now.status,
      periods: now.end === null ? null : Math.round((now.end - from) / DAY),
    };
  };
}
