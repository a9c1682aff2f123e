import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { splits } from "../domain/money.ts";
import { calendarEdges, timestamps } from "../domain/timestamps.ts";
import { Names } from "./names.ts";

const DAY_SECONDS = 86_400;

/** The target time of an advance, relative to the clock's time. */
export type Advance =
  | { readonly kind: "forward"; readonly seconds: number }
  /** The same time; `respelt` writes it in another offset. To be refused (§4.8). */
  | { readonly kind: "equal"; readonly respelt: boolean }
  /** To be refused (§4.8). */
  | { readonly kind: "back"; readonly seconds: number };

/** A step of a plan over test clocks. `as` assigns a name, the others refer to a name assigned before. */
export type ClockCommand =
  | { readonly command: "create"; readonly as: string; readonly frozenTime: string }
  | { readonly command: "attach"; readonly clock: string; readonly subscription: string }
  | { readonly command: "advance"; readonly clock: string; readonly to: Advance }
  | {
      readonly command: "simulate";
      readonly as: string;
      readonly subscription: string;
      /** How far after its start the simulation ends. */
      readonly seconds: number;
    }
  | { readonly command: "retrieve"; readonly clock: string }
  | { readonly command: "delete"; readonly clock: string };

/** Commands in order, over test subscriptions that the interpreter supplies unattached. */
export interface ClockPlan {
  /** `subscription-1` … */
  readonly subscriptions: readonly string[];
  readonly commands: readonly ClockCommand[];
}

/** What a plan may use. */
export interface ClockPlanOptions {
  /** How many test subscriptions the interpreter can supply; 2 by default, 0 for none. */
  readonly subscriptions?: number;
  /** Greatest number of commands; 10 by default. */
  readonly maxCommands?: number;
  /** Greatest single advance in days; 70 by default. */
  readonly withinDays?: number;
}

type Step =
  | { readonly step: "create"; readonly frozenTime: string }
  | { readonly step: "attach"; readonly back: number; readonly subscription: number }
  | { readonly step: "advance"; readonly back: number; readonly to: Advance }
  | { readonly step: "simulate"; readonly subscription: number; readonly seconds: number }
  | { readonly step: "retrieve" | "delete"; readonly back: number };

/**
 * Histories of test clocks (§4.8). A command names a clock that was made earlier, and may be deleted since; a subscription is
 * never attached while another clock holds it, as the outcome is open. Shrinks towards few commands and short advances.
 */
export function clockPlans(options: ClockPlanOptions = {}): Classified<ClockPlan> {
  const { subscriptions = 2, maxCommands = 10, withinDays = 70 } = options;
  const back = fc.oneof(fc.constant(0), fc.nat({ max: 2 }));
  const create = fc
    .oneof({ withCrossShrink: true }, timestamps({ fractions: false }), calendarEdges())
    .map((frozenTime): Step => ({ step: "create", frozenTime }));
  const advance = fc
    .tuple(back, advances(withinDays))
    .map(([b, to]): Step => ({ step: "advance", back: b, to }));
  const subscription = fc.nat({ max: Math.max(0, subscriptions - 1) });
  const attach = fc
    .tuple(back, subscription)
    .map(([b, s]): Step => ({ step: "attach", back: b, subscription: s }));
  const simulate = fc
    .tuple(subscription, forward(withinDays))
    .map(([s, seconds]): Step => ({ step: "simulate", subscription: s, seconds }));
  const later = fc.oneof(
    { weight: 6, arbitrary: advance },
    { weight: 1, arbitrary: create },
    { weight: 1, arbitrary: back.map((b): Step => ({ step: "retrieve", back: b })) },
    { weight: 2, arbitrary: back.map((b): Step => ({ step: "delete", back: b })) },
    ...(subscriptions > 0
      ? [
          { weight: 3, arbitrary: attach },
          { weight: 1, arbitrary: simulate },
        ]
      : []),
  );
  const steps = fc.array(later, { maxLength: Math.max(0, maxCommands - 1), size: "max" });
  const plans = fc.tuple(create, steps).map(([first, rest]) => bind([first, ...rest]));
  return classified(plans, classes(subscriptions));
}

/** An advance and its division into steps: the steps must have the same outcome as their sum. */
export interface DividedAdvance {
  readonly seconds: number;
  readonly steps: readonly number[];
}

/** Advances by up to this many days (70 by default), divided into 2 to 5 steps. Shrinks towards two short ones. */
export function dividedAdvances(options: { readonly withinDays?: number } = {}): Classified<DividedAdvance> {
  const { withinDays = 70 } = options;
  const values = fc
    .integer({ min: 2, max: withinDays * DAY_SECONDS })
    .chain((seconds) => splits(seconds).map((steps): DividedAdvance => ({ seconds, steps })));
  return classified(values, {
    "beyond a month": ({ seconds }) => seconds > 31 * DAY_SECONDS,
    "within a month": ({ seconds }) => seconds <= 31 * DAY_SECONDS,
    "three steps or more": ({ steps }) => steps.length > 2,
  });
}

function forward(withinDays: number): fc.Arbitrary<number> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.integer({ min: 1, max: withinDays }).map((days) => days * DAY_SECONDS),
    fc.integer({ min: 1, max: withinDays * DAY_SECONDS }),
  );
}

function advances(withinDays: number): fc.Arbitrary<Advance> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: forward(withinDays).map((seconds): Advance => ({ kind: "forward", seconds })) },
    { weight: 2, arbitrary: fc.boolean().map((respelt): Advance => ({ kind: "equal", respelt })) },
    { weight: 1, arbitrary: forward(withinDays).map((seconds): Advance => ({ kind: "back", seconds })) },
  );
}

function bind(steps: readonly Step[]): ClockPlan {
  const names = new Names();
  const holder = new Map<number, string>();
  const deleted = new Set<string>();
  const subscriptions = new Map<number, string>();
  const nameOf = (index: number): string => {
    const name = subscriptions.get(index) ?? names.make("subscription");
    subscriptions.set(index, name);
    return name;
  };
  const free = (index: number): boolean => {
    const clock = holder.get(index);
    return clock === undefined || deleted.has(clock);
  };
  const commands = steps.flatMap((step): ClockCommand[] => {
    if (step.step === "create") {
      return [{ command: "create", as: names.make("clock"), frozenTime: step.frozenTime }];
    }
    if (step.step === "simulate") {
      if (!free(step.subscription)) return [];
      const as = names.make("clock");
      holder.set(step.subscription, as);
      return [{ command: "simulate", as, subscription: nameOf(step.subscription), seconds: step.seconds }];
    }
    const clock = names.pick("clock", step.back);
    if (clock === undefined) return [];
    switch (step.step) {
      case "attach":
        if (!free(step.subscription)) return [];
        if (!deleted.has(clock)) holder.set(step.subscription, clock);
        return [{ command: "attach", clock, subscription: nameOf(step.subscription) }];
      case "advance":
        return [{ command: "advance", clock, to: step.to }];
      case "delete":
        deleted.add(clock);
        return [{ command: "delete", clock }];
      case "retrieve":
        return [{ command: "retrieve", clock }];
    }
  });
  return { subscriptions: names.of("subscription"), commands };
}

function classes(subscriptions: number) {
  const some = (plan: ClockPlan, test: (command: ClockCommand) => boolean) => plan.commands.some(test);
  const hasAdvance = (kind: Advance["kind"]) => (plan: ClockPlan) =>
    some(plan, (step) => step.command === "advance" && step.to.kind === kind);
  return {
    "advance forward": hasAdvance("forward"),
    "advance to the equal time": hasAdvance("equal"),
    "advance back": hasAdvance("back"),
    "two clocks": (plan: ClockPlan) =>
      plan.commands.filter((step) => step.command === "create" || step.command === "simulate").length > 1,
    "deleted clock used": (plan: ClockPlan) =>
      plan.commands.some(
        (step, i) =>
          step.command === "delete" &&
          plan.commands.slice(i + 1).some((later) => "clock" in later && later.clock === step.clock),
      ),
    ...(subscriptions > 0
      ? {
          "attached subscription": (plan: ClockPlan) => some(plan, (step) => step.command === "attach"),
          simulation: (plan: ClockPlan) => some(plan, (step) => step.command === "simulate"),
        }
      : {}),
  };
}
