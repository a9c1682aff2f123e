import type { Answer, Check, PortAnswer, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, rule, Violation } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { soon } from "../fixtures/reading.ts";
import {
  approveAgain,
  callFor,
  givenPaused,
  givenRetryable,
  type GivenSubscription,
  givenSubscription,
  statusOf,
} from "../fixtures/subscriptions.ts";
import {
  advanceUnlessCompleted,
  around,
  dueOf,
  givenClockFor,
  requestAdvance,
  untilReady,
} from "../fixtures/test-clocks.ts";
import { DAY } from "../fixtures/times.ts";
import type { Transition } from "../model/billing.ts";
import { type Recorder, type Act } from "../scenarios/recorder.ts";
import { withIssuedInvoice } from "../scenarios/invoices.ts";
import { begun, declinedRenewal } from "../scenarios/renewals.ts";
import { expectSet, record } from "../scenarios/histories.ts";
import { isAbout } from "../scenarios/scenario-events.ts";

/** How many requests are sent at the same time. */
const WIDTH = 4;

/** An act on a subscription that has its effect once, however many requests ask for it. */
interface Situation {
  readonly log: Recorder;
  readonly subscription: GivenSubscription;
  readonly transition: Transition;
  readonly send: () => Promise<Answer | PortAnswer>;
  readonly until?: Act<Answer>["until"];
  /** After the answers. */
  readonly after?: () => Promise<void>;
}

/** What distinguishes two effects, by the name of the event that reports them. Null is not counted. */
type Effects = Readonly<Record<string, (event: ReceivedEvent) => unknown>>;

const PAYMENT: Effects = {
  "payment.completed": ({ data }) => data["paymentIntentId"],
  "invoice.paid": ({ data }) => data["invoiceId"],
};

/** A request about a subscription that may meet its immediate cancellation. */
interface Beside {
  readonly subscription: GivenSubscription;
  readonly send: () => Promise<unknown>;
  /** After the answers, if there is more that could revive it. */
  readonly after?: () => Promise<unknown>;
}

const asked =
  (port: string, given: (check: Check) => Promise<GivenSubscription>) =>
  async (check: Check): Promise<Beside> => {
    check.require(`port.${port}`);
    const subscription = await given(check);
    return { subscription, send: () => callFor(check, subscription, port, { inputs: { quantity: 2 } }) };
  };

const BESIDE: readonly ((check: Check) => Promise<Beside>)[] = [
  async (check) => {
    const subscription = await givenSubscription(check);
    const due = around(await dueOf(check, subscription)).afterDue;
    const clock = await givenClockFor(check, subscription);
    return {
      subscription,
      send: () => requestAdvance(clock, due),
      after: () => ifPossible(() => advanceUnlessCompleted(check, clock, due + 40 * DAY)),
    };
  },
  asked("retryPayment", (check) => givenRetryable(check)),
  asked("resumeSubscription", (check) => givenPaused(check)),
  asked("pauseSubscription", (check) => givenSubscription(check)),
  asked("changeQuantity", (check) => givenSubscription(check)),
];

/** Several requests about one subscription at the same time (§3, §4.8, §4.9, §6.1). */
export default [
  /** Sends the other request before and after the cancellation, without waiting. Whichever is first, the subscription ends. */
  rule("subscriptions/canceled-beside-other-requests", { deadlineMs: 300_000 }, async (check) => {
    let judged = 0;
    for (const given of BESIDE) {
      const beside = await ifPossible(() => given(check));
      if (beside === null) continue;
      const { subscription, send, after } = beside;
      const inputs = { cancelImmediately: true };
      const [, { answer }] = await Promise.all([
        send(),
        callFor(check, subscription, "cancelSubscription", { inputs }),
        send(),
      ]);
      if (!answer.succeeded) continue;
      judged += 1;
      await after?.();
      const { consistencyMs, settleMs } = check.profile.deadlines;
      const status = await check.eventually({
        expected: "the subscription to be canceled",
        withinMs: after === undefined ? consistencyMs : Math.max(consistencyMs, settleMs),
        read: () => statusOf(check, subscription),
        holds: (shown) => shown === "canceled",
        orLast: true,
      });
      check.expect.that("the status after an immediate cancellation", status, answer).toBe("canceled");
    }
    if (judged === 0) throw new Inconclusive("no cancellation was accepted");
  }),
  /** The status after a pause and after its end shows first what they mean. */
  rule("subscriptions/overlapping-requests-have-an-order", { deadlineMs: 300_000 }, async (check) => {
    for (const ending of ["resumeSubscription", "cancelSubscription"]) {
      const subscription = await givenSubscription(check);
      const ask = (operation: string, cut?: true) => ({
        operation,
        send: async () => {
          const inputs = operation === "cancelSubscription" ? { cancelImmediately: true } : {};
          const call = { inputs, ...(cut === undefined ? {} : { cut }) };
          return (await callFor(check, subscription, operation, call)).answer;
        },
      });
      const [pause, resume] = [ask("pauseSubscription"), ask("resumeSubscription")];
      const read = () => statusOf(check, subscription);
      const initial = await read();
      check.succeeded(await pause.send());
      const paused = await soon(check, { read, holds: (status) => status !== initial });
      check.succeeded(await resume.send());
      const resumed = await soon(check, { read, holds: (status) => status === initial });
      const clients = [[ask(ending)], [pause, resume], [pause, resume], [ask("resumeSubscription", true)]];
      await expectSet(
        check,
        {
          initial: resumed,
          accepted: (status, operation) => {
            if (operation === "cancelSubscription" || status === "canceled") return "canceled";
            return operation === "pauseSubscription" ? paused : status === paused ? resumed : status;
          },
          inWords: (operation) => operation,
          requests: "overlapping requests about a subscription",
        },
        await record(clients, (_operation, answer) => answer),
        read,
      );
    }
  }),
  once(
    "subscription-events/canceled-once-when-concurrent",
    { "subscription.canceled": ({ id }) => id },
    async (check) => {
      const { log, subscription } = await begun(check);
      return {
        ...{ log, subscription, transition: "canceled immediately" },
        send: () =>
          callFor(check, subscription, "cancelSubscription", { inputs: { cancelImmediately: true } }),
        until: ({ status }) => status === "canceled",
      };
    },
  ),
  once(
    "subscriptions/concurrent-retries-settle-once",
    { ...PAYMENT, "subscription.activated": ({ id }) => id },
    async (check) => {
      const { log, subscription } = await declinedRenewal(check);
      await approveAgain(check, subscription.customer);
      return {
        ...{ log, subscription, transition: "retried" },
        send: () => callFor(check, subscription, "retryPayment"),
        until: ({ status }) => status === "active",
      };
    },
  ),
  once("invoices/concurrent-payments-settle-once", PAYMENT, async (check) => {
    check.require("port.payInvoice");
    const { log, subscription, invoiceId } = await withIssuedInvoice(check);
    const call = { inputs: { invoiceId }, key: subscription.merchant.testKey };
    return {
      ...{ log, subscription, transition: "paid by link" },
      send: () => check.ports.call("payInvoice", call),
    };
  }),
  once(
    "test-clocks/concurrent-advances-bill-once",
    { ...PAYMENT, "subscription.updated": ({ data }) => data["currentPeriodEnd"] },
    async (check) => {
      const { log, subscription } = await begun(check);
      const due = around(await dueOf(check, subscription)).afterDue;
      const clock = await givenClockFor(check, subscription);
      return {
        ...{ log, subscription, transition: "renewed" },
        send: () => requestAdvance(clock, due),
        after: () => untilReady(check, clock, due),
      };
    },
  ),
];

/** Sends the act several times at the same time. Its effect must be reported, and only once. */
function once(id: RuleId, effects: Effects, given: (check: Check) => Promise<Situation>): RuleCheck {
  return rule(id, { deadlineMs: 300_000 }, async (check) => {
    check.require("events");
    const { log, subscription, transition, send, until, after } = await given(check);
    await log.act({
      name: "concurrently",
      transition,
      subject: () => subscription,
      ...(until === undefined ? {} : { until }),
      do: async () => {
        const sent = await Promise.all(Array.from({ length: WIDTH }, send));
        await after?.();
        const answers = sent.map((each) => ("output" in each ? each.answer : each));
        const accepted = answers.find((answer) => answer.succeeded);
        if (accepted === undefined)
          throw new Inconclusive(`no request was accepted: ${answers[0]?.summary ?? ""}`);
        return accepted;
      },
    });
    const events = (log.steps.at(-1)?.events ?? []).filter(isAbout(subscription));
    const earlier = log.steps.slice(0, -1).flatMap((step) => step.events);
    for (const [type, effectOf] of Object.entries(effects)) {
      const effectsIn = (reports: readonly ReceivedEvent[]) =>
        new Map(
          reports.flatMap((event) => {
            const effect = event.type === type ? effectOf(event) : null;
            return typeof effect === "string" || typeof effect === "number" ? [[effect, event] as const] : [];
          }),
        );
      const reported = effectsIn(events);
      // A payment may be reported again, and late (§6.1).
      for (const known of effectsIn(earlier).keys()) reported.delete(known);
      if (reported.size <= 1) continue;
      throw new Violation({
        expected: `${WIDTH} equal requests at the same time to have their effect once: one ${type}`,
        actual: `${reported.size} different ones arrived: ${[...reported.keys()].join(", ")}`,
        event: [...reported.values()].at(-1) ?? null,
      });
    }
    if (events.length === 0) throw new Inconclusive("no event reported the effect; another rule judges that");
  });
}
