import type { Subscription } from "../../emulator/areas/subscriptions/record.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import type { RuleId } from "../../spec/index.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { finishing, isObject } from "../shared/answers.ts";
import { acting, hushed, saying, storing, timing } from "../shared/billing.ts";

type When = (subscription: Subscription) => boolean;
type Change = (effects: Effects) => Effects;

const CANCELED = "subscription.canceled";
const is =
  (status: string): When =>
  (subscription) =>
    subscription.status === status;
const isPaused: When = ({ pausedFrom }) => pausedFrom !== null;
const untold: Change = (effects) => hushed(effects, CANCELED);
const twice: Change = (effects) => {
  const events = effects.events ?? [];
  return { ...effects, events: [...events, ...events.filter(({ type }) => type === CANCELED)] };
};
const atOnce: Change = (effects) => ({
  ...effects,
  writes: storing(effects.writes, () => ({ status: "canceled" })),
});
const withoutTimers: Change = (effects) => ({
  ...effects,
  timers: (effects.timers ?? []).filter((change) => change.do !== "schedule"),
});

/** A cancellation, immediately or scheduled, that is otherwise in one state alone. */
const canceling = (fault: Fault, [immediate, when]: readonly [boolean, When], change: Change): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) =>
    acting(parts, "cancel", (usual, input) => {
      const acted = usual(input);
      const concerns = (input.body["cancelImmediately"] === true) === immediate && when(input.subscription);
      return concerns ? { ...acted, effects: change(acted.effects) } : acted;
    }),
  );

const TOLD = "subscription-events/canceled-when-immediate";
const ONCE = "subscription-events/canceled-once-when-immediate";
const SCHEDULED = "subscription-events/canceled-at-scheduling";
const silently = (state: string): string => `An immediate cancellation of what is ${state} is not reported.`;
const doubly = (state: string): string => `An immediate cancellation of what is ${state} is reported twice.`;
const early = (state: string): string =>
  `A scheduled cancellation takes the rights of what is ${state} immediately.`;

const cancellations: readonly Mutant[] = [
  canceling(
    { id: "subscription-trialing-ends-untold", violates: TOLD, summary: silently("trialing") },
    [true, is("trialing")],
    untold,
  ),
  canceling(
    { id: "subscription-unpaid-ends-untold", violates: TOLD, summary: silently("unpaid") },
    [true, is("unpaid")],
    untold,
  ),
  canceling(
    { id: "subscription-past-due-ends-untold", violates: TOLD, summary: silently("past due") },
    [true, is("past_due")],
    untold,
  ),
  canceling(
    { id: "subscription-paused-ends-untold", violates: TOLD, summary: silently("paused") },
    [true, isPaused],
    untold,
  ),
  canceling(
    { id: "subscription-scheduled-ends-untold", violates: TOLD, summary: silently("to be canceled") },
    [true, ({ cancelAt }) => cancelAt !== null],
    untold,
  ),
  canceling(
    { id: "subscription-trialing-ends-twice", violates: ONCE, summary: doubly("trialing") },
    [true, is("trialing")],
    twice,
  ),
  canceling(
    { id: "subscription-past-due-ends-twice", violates: ONCE, summary: doubly("past due") },
    [true, is("past_due")],
    twice,
  ),
  canceling(
    { id: "subscription-paused-ends-twice", violates: ONCE, summary: doubly("paused") },
    [true, isPaused],
    twice,
  ),
  mutant(
    {
      id: "subscription-past-due-ends-past-due",
      violates: TOLD,
      summary: "An immediate cancellation of what is past due is reported with the status before it.",
      subtle: true,
    },
    (parts) =>
      saying(parts, CANCELED, "status", (facts, usual) =>
        facts.cancellation === "immediate" && facts.previous.status === "past_due"
          ? "past_due"
          : usual(facts),
      ),
  ),
  canceling(
    {
      id: "subscription-trialing-canceled-when-scheduled",
      violates: "subscriptions/scheduled-cancel-keeps-status",
      summary: early("trialing"),
    },
    [false, is("trialing")],
    atOnce,
  ),
  canceling(
    {
      id: "subscription-unpaid-canceled-when-scheduled",
      violates: "subscriptions/scheduled-cancel-keeps-status",
      summary: early("unpaid"),
    },
    [false, is("unpaid")],
    atOnce,
  ),
  canceling(
    {
      id: "subscription-past-due-canceled-when-scheduled",
      violates: "subscriptions/scheduled-cancel-keeps-status",
      summary: early("past due"),
    },
    [false, is("past_due")],
    atOnce,
  ),
  canceling(
    {
      id: "subscription-past-due-scheduled-untold",
      violates: SCHEDULED,
      summary: "A scheduled cancellation of what is past due is not reported.",
    },
    [false, is("past_due")],
    untold,
  ),
  mutant(
    {
      id: "subscription-past-due-scheduling-accepted",
      violates: "subscriptions/scheduled-cancel-answers-200",
      summary: "Scheduling a cancellation of what is past due is answered 202.",
      subtle: true,
    },
    (parts) =>
      finishing(parts, "cancelSubscription", (answer) =>
        answer.status === 200 && isObject(answer.body) && answer.body["status"] === "past_due"
          ? { ...answer, status: 202 }
          : answer,
      ),
  ),
  canceling(
    {
      id: "subscription-trialing-scheduled-untold",
      violates: SCHEDULED,
      summary: "A scheduled cancellation of a trial is not reported.",
    },
    [false, is("trialing")],
    untold,
  ),
  canceling(
    {
      id: "subscription-trialing-cancellation-forgotten",
      violates: "subscriptions/scheduled-cancel-ends-when-due",
      summary: "A scheduled cancellation of a trial never takes effect.",
    },
    [false, is("trialing")],
    withoutTimers,
  ),
  mutant(
    {
      id: "subscription-trialing-scheduled-as-active",
      violates: SCHEDULED,
      summary: "A scheduled cancellation of a trial is reported with the status active.",
      subtle: true,
    },
    (parts) =>
      saying(parts, CANCELED, "status", (facts, usual) =>
        facts.cancellation === "scheduled" ? "active" : usual(facts),
      ),
  ),
];

/** What is reported for the second pause or resumption of a subscription is not. */
const again = (act: "pause" | "resume", violates: RuleId, event: string): Mutant =>
  mutant(
    {
      id: `subscription-second-${act}-untold`,
      violates,
      summary: `The second ${act} of a subscription is not reported.`,
      subtle: true,
    },
    (parts) => {
      const known = new Set<string>();
      return acting(parts, act, (usual, input) => {
        const acted = usual(input);
        const { id } = input.subscription;
        if (known.has(id)) return { ...acted, effects: hushed(acted.effects, event) };
        known.add(id);
        return acted;
      });
    },
  );

function pausedUntold(fault: Omit<Fault, "violates">, state: string): Mutant {
  return mutant({ ...fault, violates: "subscription-events/paused-on-pause", subtle: true }, (parts) =>
    acting(parts, "pause", (usual, input) => {
      const acted = usual(input);
      return input.subscription.status === state
        ? { ...acted, effects: hushed(acted.effects, "subscription.paused") }
        : acted;
    }),
  );
}

const pauses: readonly Mutant[] = [
  again("pause", "subscription-events/paused-on-pause", "subscription.paused"),
  again("resume", "subscription-events/resumed-on-resume", "subscription.resumed"),
  pausedUntold(
    { id: "subscription-trialing-paused-untold", summary: "A pause of a trial is not reported." },
    "trialing",
  ),
  pausedUntold(
    { id: "subscription-past-due-paused-untold", summary: "A pause of what is past due is not reported." },
    "past_due",
  ),
  mutant(
    {
      id: "subscription-paused-as-if-active",
      violates: "subscription-events/paused-has-previous-status",
      summary: "Every pause reports active as the status before it.",
      subtle: true,
    },
    (parts) => saying(parts, "subscription.paused", "previousStatus", () => "active"),
  ),
  mutant(
    {
      id: "subscription-resumed-active",
      violates: "subscriptions/resume-status-agrees-with-event",
      summary: "A resumption makes every subscription active, and reports the status before the pause.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "resume", (usual, input) => {
        const acted = usual(input);
        const writes = storing(acted.effects.writes, () => ({ status: "active" }));
        return { ...acted, effects: { ...acted.effects, writes } };
      }),
  ),
];

const BILLED = "subscription-events/billed-at-the-period-end";

/** No period is billed any more after a turn of events. */
const stopping = (fault: Omit<Fault, "violates">, kind: "retry" | "activation" | "trialEnd"): Mutant =>
  mutant({ ...fault, violates: BILLED, subtle: true }, (parts) =>
    timing(parts, kind, (effects) => withoutTimers(effects)),
  );

const renewals: readonly Mutant[] = [
  stopping(
    { id: "billing-ends-with-a-retry", summary: "What an automatic retry settles is not billed any more." },
    "retry",
  ),
  stopping(
    {
      id: "billing-ends-with-a-called-retry",
      summary: "What a called retry settles is not billed any more.",
    },
    "activation",
  ),
  stopping(
    { id: "billing-ends-with-the-trial", summary: "After a trial the first period alone is billed." },
    "trialEnd",
  ),
  mutant(
    {
      id: "billing-ends-with-a-resumption",
      violates: BILLED,
      summary: "What was paused is not billed any more.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "resume", (usual, input) => {
        const acted = usual(input);
        return { ...acted, effects: withoutTimers(acted.effects) };
      }),
  ),
  mutant(
    {
      id: "subscription-active-by-a-declined-retry",
      violates: "subscriptions/declined-retry-does-not-activate",
      summary: "A retry of an unpaid subscription activates it, though it is declined.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "retryPayment", (usual, input) => {
        const acted = usual(input);
        if (acted.payment?.approved !== false) return acted;
        const writes = storing(acted.effects.writes, () => ({ status: "active" }));
        return { ...acted, effects: { ...acted.effects, writes } };
      }),
  ),
  mutant(
    {
      id: "subscription-retry-of-unpaid-accepted",
      violates: "subscriptions/retry-payment-answers-200",
      summary: "A retry of an unpaid subscription is answered 202.",
      subtle: true,
    },
    (parts) =>
      finishing(parts, "retryPayment", (answer) =>
        answer.status === 200 && isObject(answer.body) && answer.body["status"] === "unpaid"
          ? { ...answer, status: 202 }
          : answer,
      ),
  ),
];

/** Acts that go wrong in one state alone, and lives that do not go on (§3, §4.9, §6.1). */
export const stateMutants: readonly Mutant[] = [...cancellations, ...pauses, ...renewals];
