import type { Acted, ActInput, ActParts } from "../../emulator/areas/subscriptions/act.ts";
import { type Subscription, subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import type { Parts } from "../../emulator/index.ts";
import type { TimerContext } from "../../emulator/kernel/parts.ts";
import type { State } from "../../emulator/kernel/state.ts";
import type { Write } from "../../emulator/kernel/table.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";

type Billing = Parts["billing"];
export type Step = keyof Billing["steps"];
export type Facts = Parameters<NonNullable<Billing["eventData"][string]>[string]>[0];
type Acts = "cancel" | "pause" | "resume" | "retryPayment" | "changeQuantity";

/** The parts with billing changed. */
export const billing = (parts: Parts, change: (billing: Billing) => Partial<Billing>): Parts => ({
  ...parts,
  billing: { ...parts.billing, ...change(parts.billing) },
});

/** The parts with the events of some steps changed. */
export const stepping = (
  parts: Parts,
  steps: readonly Step[],
  change: (names: readonly string[]) => readonly string[],
): Parts =>
  billing(parts, (usual) => ({
    steps: {
      ...usual.steps,
      ...Object.fromEntries(steps.map((step) => [step, change(usual.steps[step])])),
    },
  }));

/** The steps do not report this event. */
export const silent = (parts: Parts, event: string, ...steps: readonly Step[]): Parts =>
  stepping(parts, steps, (names) => names.filter((name) => name !== event));

/** The steps report this event as well, once more if they do already. */
export const telling = (parts: Parts, event: string, ...steps: readonly Step[]): Parts =>
  stepping(parts, steps, (names) => [...names, event]);

/** One member of an event's data is another. */
export const saying = (
  parts: Parts,
  event: string,
  member: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Parts =>
  billing(parts, (all) => {
    const data = all.eventData[event] ?? {};
    const usual = data[member] ?? (() => undefined);
    return {
      eventData: { ...all.eventData, [event]: { ...data, [member]: (facts) => value(facts, usual) } },
    };
  });

/** An event that nobody documented, with the data of a documented one. */
export const inventing = (parts: Parts, event: string, like: string, ...steps: readonly Step[]): Parts =>
  telling(
    billing(parts, ({ eventData }) => ({
      eventData: {
        ...eventData,
        [event]: {
          subscriptionId: ({ subscription }: Facts) => subscription.id,
          ...eventData[like],
        },
      },
    })),
    event,
    ...steps,
  );

/** What a timer causes is changed; by its kind. */
export const timing = (
  parts: Parts,
  kind: string,
  change: (effects: Effects, context: TimerContext, subscription: Subscription | undefined) => Effects,
): Parts => {
  const usual = parts.timers[`subscription.${kind}`];
  if (usual === undefined) throw new Error(`the emulator has no timer subscription.${kind}`);
  return {
    ...parts,
    timers: {
      ...parts.timers,
      [`subscription.${kind}`]: (context) =>
        change(usual(context), context, context.state.get(subscriptions, subjectOf(context))),
    },
  };
};

const subjectOf = ({ timer }: TimerContext): string =>
  (timer.payload["subscriptionId"] as string | undefined) ?? timer.subject;

/** Effects without the events of a name. */
export const hushed = (effects: Effects, event: string): Effects => ({
  ...effects,
  events: (effects.events ?? []).filter(({ type }) => type !== event),
});

/** What a request about a subscription does is changed. */
export const acting = (
  parts: Parts,
  act: Acts,
  change: (usual: ActParts["act"], input: ActInput) => Acted,
): Parts => {
  const own = parts.subscriptions[act];
  return {
    ...parts,
    subscriptions: {
      ...parts.subscriptions,
      [act]: { ...own, act: (input: ActInput) => change(own.act, input) },
    },
  };
};

/** The parts of a request about a subscription are changed. */
export const actParts = (parts: Parts, act: Acts, change: (own: ActParts) => Partial<ActParts>): Parts => {
  const own = parts.subscriptions[act];
  return { ...parts, subscriptions: { ...parts.subscriptions, [act]: { ...own, ...change(own) } } };
};

/** Subscriptions among writes are stored otherwise. */
export const storing = (
  writes: readonly Write[] | undefined,
  change: (subscription: Subscription) => Partial<Subscription>,
): Write[] =>
  (writes ?? []).map((write) => {
    if (write.do !== "put" || write.table.name !== subscriptions.name) return write;
    const subscription = write.record as Subscription;
    return { ...write, record: { ...subscription, ...change(subscription) } };
  });

/** Another subscription of the same customer, if there is one. */
export const siblingOf = (state: State, subscription: Subscription): Subscription | undefined =>
  state.find(subscriptions, "customer", subscription.customerId).find(({ id }) => id !== subscription.id);

export const DAY = 86_400_000;

/** A time written as the emulator does, some days on. */
export const later = (value: unknown, days: number): string =>
  new Date(Date.parse(String(value)) + days * DAY).toISOString();

/** A condition on the subscription that a request is about. */
export type When = (subscription: Subscription) => boolean;

/** What a mutant makes of the effects of a request. */
export type Change = (effects: Effects) => Effects;

/** It has this status. */
export const isIn =
  (status: string): When =>
  (subscription) =>
    subscription.status === status;

/** Effects that schedule nothing. */
export const withoutTimers: Change = (effects) => ({
  ...effects,
  timers: (effects.timers ?? []).filter((change) => change.do !== "schedule"),
});

/** A cancellation, immediately or scheduled, that is otherwise in one state alone. */
export const canceling = (
  fault: Fault,
  [immediate, when]: readonly [boolean, When],
  change: Change,
): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) =>
    acting(parts, "cancel", (usual, input) => {
      const acted = usual(input);
      const concerns = (input.body["cancelImmediately"] === true) === immediate && when(input.subscription);
      return concerns ? { ...acted, effects: change(acted.effects) } : acted;
    }),
  );
