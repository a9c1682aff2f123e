import type { Acted, ActInput, ActParts } from "../../emulator/areas/billing/acts.ts";
import { type Subscription, subscriptions } from "../../emulator/areas/billing/records.ts";
import { together } from "../../emulator/areas/common/deciders.ts";
import type { Parts } from "../../emulator/index.ts";
import type { TimerContext } from "../../emulator/kernel/parts.ts";
import type { State } from "../../emulator/kernel/state.ts";
import type { Write } from "../../emulator/kernel/table.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { standOf } from "./clocks.ts";
import { entry, inOrder, part, type PartChange, perEmulator, type Replace } from "../mutant.ts";

type Billing = Parts["billing"];
export type Step = keyof Billing["steps"];
export type Facts = Parameters<NonNullable<Billing["eventData"][string]>[string]>[0];
/** The operations on a subscription. */
export type Act = "cancel" | "pause" | "resume" | "retryPayment" | "changeQuantity";

/** Changes parts of billing. */
export const billing = (change: PartChange<Billing>): Replace => part(["billing"], change);

/** Changes the events of some steps. */
export const stepping = (
  steps: readonly Step[],
  change: (names: readonly string[]) => readonly string[],
): Replace =>
  part(["billing", "steps"], (usual) => Object.fromEntries(steps.map((step) => [step, change(usual[step])])));

/** Removes an event from some steps. */
export const notEmitting = (event: string, ...steps: readonly Step[]): Replace =>
  stepping(steps, (names) => names.filter((name) => name !== event));

/** Adds an event to some steps, even if they already emit it. */
export const alsoEmitting = (event: string, ...steps: readonly Step[]): Replace =>
  stepping(steps, (names) => [...names, event]);

/** Changes one member of an event's data. */
export const withEventMember = (
  event: string,
  member: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Replace =>
  part(["billing", "eventData"], (all) => {
    const data = all[event] ?? {};
    const usual = data[member] ?? (() => undefined);
    return { [event]: { ...data, [member]: (facts: Facts) => value(facts, usual) } };
  });

/** Emits an undocumented event with the data of a documented one. */
export const inventing = (event: string, like: string, ...steps: readonly Step[]): Replace =>
  inOrder(
    part(["billing", "eventData"], (eventData) => ({
      [event]: { subscriptionId: ({ subscription }: Facts) => subscription.id, ...eventData[like] },
    })),
    alsoEmitting(event, ...steps),
  );

/** Changes the effects of one kind of timer. */
export const timing = (
  kind: string,
  change: (effects: Effects, context: TimerContext, subscription: Subscription | undefined) => Effects,
): Replace =>
  entry(
    "timers",
    `subscription.${kind}`,
    (usual) => (context) =>
      change(usual(context), context, context.state.get(subscriptions, subjectOf(context))),
  );

/** What is due has no effect if its clock stops at the time at which it is due. */
export const unlessAtItsDate = (
  effects: Effects,
  { state, timer }: TimerContext,
  subscription: Subscription | undefined,
): Effects => (standOf(state, subscription) === timer.at ? {} : effects);

const subjectOf = ({ timer }: TimerContext): string =>
  (timer.payload["subscriptionId"] as string | undefined) ?? timer.subject;

/** Changes one member of an event's data to a value that differs each time. */
export const counting = (event: string, member: string): Replace =>
  perEmulator(() => {
    let count = 0;
    return withEventMember(event, member, (facts, usual) => {
      count += 1;
      return `${String(usual(facts))}_${count}`;
    });
  });

/** Effects without the events of a name. */
export const withoutEvents = (effects: Effects, event: string): Effects => ({
  ...effects,
  events: (effects.events ?? []).filter(({ type }) => type !== event),
});

/** Changes the effects of one operation on a subscription. */
export const acting = (act: Act, change: (usual: ActParts["act"], input: ActInput) => Acted): Replace =>
  actParts(act, (own) => ({ act: (input) => change(own.act, input) }));

/** Changes the parts of one operation on a subscription. */
export const actParts = (act: Act, change: PartChange<ActParts>): Replace =>
  part(["subscriptions", act], change);

/** Changes the subscriptions in writes. */
export const storing = (
  writes: readonly Write[] | undefined,
  change: (subscription: Subscription) => Partial<Subscription>,
): Write[] =>
  (writes ?? []).map((write) => {
    if (write.do !== "put" || write.table.name !== subscriptions.name) return write;
    const subscription = write.record as Subscription;
    return { ...write, record: { ...subscription, ...change(subscription) } };
  });

/** The other subscriptions of the same customer. */
export const siblingsOf = (state: State, { id, customerId }: Subscription): readonly Subscription[] =>
  state.find(subscriptions, "customer", customerId).filter((one) => one.id !== id);

/** A request that also has these effects. */
export const also = <Request extends { readonly effects: Effects }>(
  acted: Request,
  more: Effects,
): Request => ({ ...acted, effects: together(acted.effects, more) });

/** Cancels the timers of these subscriptions, or those of one kind. */
export const cancelingTimers = (of: readonly Subscription[], kind?: string): Effects => ({
  timers: of.map(({ id }) => ({ do: "cancel", subject: id, ...(kind === undefined ? {} : { kind }) })),
});

export const DAY = 86_400_000;

/** Whether a time is on the last day of a month. */
export const isLastOfItsMonth = (time: number): boolean => new Date(time + DAY).getUTCDate() === 1;

/** A time some days later, in the emulator's format. */
export const later = (value: unknown, days: number): string =>
  new Date(Date.parse(String(value)) + days * DAY).toISOString();

/** A condition on the subscription of a request. */
type When = (subscription: Subscription) => boolean;

/** Changes the effects of a request. */
export type Change = (effects: Effects) => Effects;

/** True if the subscription has this status. */
export const isIn =
  (status: string): When =>
  (subscription) =>
    subscription.status === status;

/** Effects that schedule nothing. */
export const withoutTimers: Change = (effects) => ({
  ...effects,
  timers: (effects.timers ?? []).filter((change) => change.do !== "schedule"),
});

/** Changes the effects of declined renewals, from the second one of a subscription on. */
export const decliningAgain = (change: Change): Replace =>
  perEmulator(() => {
    const declined = new Set<string>();
    return timing("due", (effects, _context, subscription) => {
      const isDeclined = (effects.events ?? []).some(({ type }) => type === "payment.failed");
      if (subscription === undefined || !isDeclined) return effects;
      if (declined.has(subscription.id)) return change(effects);
      declined.add(subscription.id);
      return effects;
    });
  });

/** Changes immediate (`true`) or scheduled cancellations of subscriptions in one state. */
export const canceling = ([immediate, when]: readonly [boolean, When], change: Change): Replace =>
  acting("cancel", (usual, input) => {
    const acted = usual(input);
    const concerns = (input.body["cancelImmediately"] === true) === immediate && when(input.subscription);
    return concerns ? { ...acted, effects: change(acted.effects) } : acted;
  });
