import type { ActInput } from "../../emulator/areas/billing/acts.ts";
import type { Subscription } from "../../emulator/areas/billing/records.ts";
import type { TimerContext } from "../../emulator/kernel/parts.ts";
import { type Mutant, perEmulator, type Replace } from "../mutant.ts";
import {
  type Act,
  acting,
  alsoEmitting,
  type Change,
  decliningAgain,
  type Facts,
  notEmitting,
  type Step,
  timing,
  withEventMember,
  withoutEvents,
} from "../shared/billing.ts";
import { type Condition, derived, type FieldFaults, fieldFaults, where } from "./fields.ts";
import { firsts } from "../shared/firsts.ts";

/** What has effects: a request or a timer, for some subscriptions. */
export interface Cause {
  /** Ends a sentence: "when a renewal is declined again". */
  readonly only: string;
  readonly change: (change: Change) => Replace;
}

/** One rule, or several that must all catch the mutant. */
type Rules = string | readonly string[];

/** Mutants of one event about subscriptions, invoices or payments (§6.1). */
interface EventFaults extends FieldFaults<Facts> {
  /** The event is not emitted at a step. Rules are named without their area. */
  readonly missing: (rules: Rules, step: Step) => Mutant;
  /** The event is also emitted at a step, with its own id. */
  readonly extra: (rules: Rules, step: Step) => Mutant;
  readonly missingAfter: (rules: Rules, cause: Cause) => Mutant;
  readonly twiceAfter: (rules: Rules, cause: Cause) => Mutant;
}

/** @param rules how the ids of the rules about the event's data begin: "subscription-events/created-" */
export function eventFaults(type: string, rules: string): EventFaults {
  const name = type.replaceAll(/[._]/g, "-");
  const [area = ""] = rules.split("/");
  const twice: Change = (effects) => {
    const events = effects.events ?? [];
    return { ...effects, events: [...events, ...events.filter((event) => event.type === type)] };
  };
  const occurrence = (violated: Rules, how: readonly [string, string], tail: string, replace: Replace) =>
    derived({
      words: `${name} ${how[0]}`,
      sentence: `${type} is ${how[1]}`,
      only: tail,
      violates: [violated].flat().map((rule) => `${area}/${rule}`),
      replace,
    });
  return {
    ...fieldFaults<Facts>({
      name,
      of: type,
      rules,
      change: (field, value) => withEventMember(type, field, (facts, usual) => value(usual(facts), facts)),
    }),
    missing: (rule, step) =>
      occurrence(rule, ["missing", "not emitted"], `at the step ${step}`, notEmitting(type, step)),
    extra: (rule, step) =>
      occurrence(rule, ["extra", "also emitted"], `at the step ${step}`, alsoEmitting(type, step)),
    missingAfter: (rule, cause) =>
      occurrence(
        rule,
        ["missing", "not emitted"],
        cause.only,
        cause.change((effects) => withoutEvents(effects, type)),
      ),
    twiceAfter: (rule, cause) =>
      occurrence(rule, ["twice", "emitted twice"], cause.only, cause.change(twice)),
  };
}

interface About {
  readonly subscription: Subscription;
}

/** A timer that fires, for subscriptions in some state. */
export const timer = (
  kind: string,
  { only, when }: Condition<About & { readonly context: TimerContext }>,
): Cause => ({
  only,
  change: (change) =>
    timing(kind, (effects, context, subscription) =>
      subscription !== undefined && when({ subscription, context }) ? change(effects) : effects,
    ),
});

/** A request about a subscription in some state. */
export const request = (act: Act, { only, when }: Condition<ActInput>): Cause => ({
  only,
  change: (change) =>
    acting(act, (usual, input) => {
      const acted = usual(input);
      return when(input) ? { ...acted, effects: change(acted.effects) } : acted;
    }),
});

/** A cause whose condition alone does not name it: "by a called retry, for trials". */
export const worded = (words: string, cause: Cause): Cause => ({ ...cause, only: `${words}, ${cause.only}` });

/** A cause from the second time of a subscription on, in some state or in any. */
export const again = <Facts extends About>(
  causeOf: (condition: Condition<Facts>) => Cause,
  condition?: Condition<Facts>,
): Cause => {
  const only = `${condition === undefined ? "" : `${condition.only}, `}from the second time on`;
  const applies = condition?.when ?? (() => true);
  return {
    only,
    change: (change) =>
      perEmulator(() => {
        const first = firsts();
        const when = (about: Facts): boolean => applies(about) && !first(about.subscription.id);
        return causeOf(where(only, when)).change(change);
      }),
  };
};

export const laterRetry = timer(
  "retry",
  where("by a later automatic retry", ({ context }) => Number(context.timer.payload["retry"]) > 0),
);
export const retryOfUnpaid = timer(
  "retry",
  where(
    "by an automatic retry of unpaid subscriptions",
    ({ subscription }) => subscription.status === "unpaid",
  ),
);
export const declinedAgain: Cause = { only: "when a renewal is declined again", change: decliningAgain };
