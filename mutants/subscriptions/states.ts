import type { RuleId } from "../../spec/index.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { acting, hushed, saying, timing } from "../shared/billing.ts";
import { canceling, type Change, isIn, type When, withoutTimers } from "./parts.ts";

const CANCELED = "subscription.canceled";

const isPaused: When = ({ pausedFrom }) => pausedFrom !== null;

const notEmitted: Change = (effects) => hushed(effects, CANCELED);

const twice: Change = (effects) => {
  const events = effects.events ?? [];
  return { ...effects, events: [...events, ...events.filter(({ type }) => type === CANCELED)] };
};

const TOLD = "subscription-events/canceled-when-immediate";

const ONCE = "subscription-events/canceled-once-when-immediate";

const SCHEDULED = "subscription-events/canceled-at-scheduling";

const silently = (state: string): string => `An immediate cancellation of what is ${state} is not reported.`;

const doubly = (state: string): string => `An immediate cancellation of what is ${state} is reported twice.`;

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

function pausedNotEmitted(fault: Omit<Fault, "violates">, state: string): Mutant {
  return mutant({ ...fault, violates: "subscription-events/paused-on-pause", subtle: true }, (parts) =>
    acting(parts, "pause", (usual, input) => {
      const acted = usual(input);
      return input.subscription.status === state
        ? { ...acted, effects: hushed(acted.effects, "subscription.paused") }
        : acted;
    }),
  );
}

const BILLED = "subscription-events/billed-at-the-period-end";

/** No period is billed any more after a turn of events. */
const stopping = (fault: Omit<Fault, "violates">, kind: "retry" | "activation" | "trialEnd"): Mutant =>
  mutant({ ...fault, violates: BILLED, subtle: true }, (parts) =>
    timing(parts, kind, (effects) => withoutTimers(effects)),
  );

/** Mutants of states. */
export const subscriptionsStatesMutants: readonly Mutant[] = [
  canceling(
    { id: "subscription-trialing-ends-untold", violates: TOLD, summary: silently("trialing") },
    [true, isIn("trialing")],
    notEmitted,
  ),
  canceling(
    { id: "subscription-unpaid-ends-untold", violates: TOLD, summary: silently("unpaid") },
    [true, isIn("unpaid")],
    notEmitted,
  ),
  canceling(
    { id: "subscription-past-due-ends-untold", violates: TOLD, summary: silently("past due") },
    [true, isIn("past_due")],
    notEmitted,
  ),
  canceling(
    { id: "subscription-paused-ends-untold", violates: TOLD, summary: silently("paused") },
    [true, isPaused],
    notEmitted,
  ),
  canceling(
    { id: "subscription-scheduled-ends-untold", violates: TOLD, summary: silently("to be canceled") },
    [true, ({ cancelAt }) => cancelAt !== null],
    notEmitted,
  ),
  canceling(
    { id: "subscription-trialing-ends-twice", violates: ONCE, summary: doubly("trialing") },
    [true, isIn("trialing")],
    twice,
  ),
  canceling(
    { id: "subscription-past-due-ends-twice", violates: ONCE, summary: doubly("past due") },
    [true, isIn("past_due")],
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
      id: "subscription-past-due-scheduled-untold",
      violates: SCHEDULED,
      summary: "A scheduled cancellation of what is past due is not reported.",
    },
    [false, isIn("past_due")],
    notEmitted,
  ),
  canceling(
    {
      id: "subscription-trialing-scheduled-untold",
      violates: SCHEDULED,
      summary: "A scheduled cancellation of a trial is not reported.",
    },
    [false, isIn("trialing")],
    notEmitted,
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
  again("pause", "subscription-events/paused-on-pause", "subscription.paused"),
  again("resume", "subscription-events/resumed-on-resume", "subscription.resumed"),
  pausedNotEmitted(
    { id: "subscription-trialing-paused-untold", summary: "A pause of a trial is not reported." },
    "trialing",
  ),
  pausedNotEmitted(
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
];
