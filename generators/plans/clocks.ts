import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { splits } from "../domain/money.ts";
import { calendarEdges, timestamps } from "../domain/timestamps.ts";
import { Names } from "./names.ts";

const DAY_SECONDS = 86_400;
/** The most commands of a plan. */
const MOST_COMMANDS = 7;
/** The greatest single advance of a plan, and the greatest divided advance, days. */
const FARTHEST = 20;
const FARTHEST_DIVIDED = 75;
const SUBSCRIPTION = "subscription-1";

/** The target time of an advance, relative to the clock's time. */
export type Advance =
  | { readonly kind: "forward"; readonly seconds: number }
  /** The same time, with another offset if `respelt` is true. Must be refused (§4.8). */
  | { readonly kind: "equal"; readonly respelt: boolean }
  /** An earlier time. Must be refused (§4.8). */
  | { readonly kind: "back"; readonly seconds: number };

/** A command of a plan over test clocks. `as` assigns a name; other members refer to a name that was assigned before. */
export type ClockCommand =
  | { readonly command: "create"; readonly as: string; readonly frozenTime: string }
  | { readonly command: "attach"; readonly clock: string; readonly subscription: string }
  | { readonly command: "advance"; readonly clock: string; readonly to: Advance }
  | {
      readonly command: "simulate";
      readonly as: string;
      readonly subscription: string;
      /** The duration of the simulation. */
      readonly seconds: number;
    }
  | { readonly command: "retrieve"; readonly clock: string }
  | { readonly command: "delete"; readonly clock: string };

/** Commands in order, over one test subscription, which the interpreter supplies unattached. */
export interface ClockPlan {
  /** `subscription-1`, if a command uses it. */
  readonly subscriptions: readonly string[];
  readonly commands: readonly ClockCommand[];
}

type Step =
  | { readonly step: "create"; readonly frozenTime: string }
  | { readonly step: "attach"; readonly back: number }
  | { readonly step: "advance"; readonly back: number; readonly to: Advance }
  | { readonly step: "simulate"; readonly seconds: number }
  | { readonly step: "retrieve" | "delete"; readonly back: number };

/**
 * Histories of test clocks (§4.8). A command names a clock that was created earlier and may have been deleted since. The subscription is
 * never attached while another clock holds it, because the outcome is open. Shrinks towards few commands and short advances.
 */
export function clockPlans(): Classified<ClockPlan> {
  const back = fc.oneof(fc.constant(0), fc.nat({ max: 2 }));
  const create = fc
    .oneof({ withCrossShrink: true }, timestamps({ fractions: false }), calendarEdges())
    .map((frozenTime): Step => ({ step: "create", frozenTime }));
  const advance = fc.tuple(back, advances()).map(([b, to]): Step => ({ step: "advance", back: b, to }));
  const attach = back.map((b): Step => ({ step: "attach", back: b }));
  const simulate = forward().map((seconds): Step => ({ step: "simulate", seconds }));
  const later = fc.oneof(
    { weight: 6, arbitrary: advance },
    { weight: 1, arbitrary: create },
    { weight: 1, arbitrary: back.map((b): Step => ({ step: "retrieve", back: b })) },
    { weight: 2, arbitrary: back.map((b): Step => ({ step: "delete", back: b })) },
    { weight: 3, arbitrary: attach },
    { weight: 1, arbitrary: simulate },
  );
  const steps = fc.array(later, { maxLength: MOST_COMMANDS - 1, size: "max" });
  const plans = fc.tuple(create, steps).map(([first, rest]) => bind([first, ...rest]));
  return classified(plans, CLASSES);
}

/** An advance and its division into steps, which must have the same outcome as the advance. */
export interface DividedAdvance {
  readonly seconds: number;
  readonly steps: readonly number[];
}

/** Advances by up to 75 days, divided into 2 to 5 steps. Shrinks towards two short ones. */
export function dividedAdvances(): Classified<DividedAdvance> {
  const values = fc
    .integer({ min: 2, max: FARTHEST_DIVIDED * DAY_SECONDS })
    .chain((seconds) =>
      splits(seconds, { min: 2, max: 5 }).map((steps): DividedAdvance => ({ seconds, steps })),
    );
  return classified(values, {
    "beyond a month": ({ seconds }) => seconds > 31 * DAY_SECONDS,
    "within a month": ({ seconds }) => seconds <= 31 * DAY_SECONDS,
    "three steps or more": ({ steps }) => steps.length > 2,
  });
}

function forward(): fc.Arbitrary<number> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.integer({ min: 1, max: FARTHEST }).map((days) => days * DAY_SECONDS),
    fc.integer({ min: 1, max: FARTHEST * DAY_SECONDS }),
  );
}

function advances(): fc.Arbitrary<Advance> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: forward().map((seconds): Advance => ({ kind: "forward", seconds })) },
    { weight: 2, arbitrary: fc.boolean().map((respelt): Advance => ({ kind: "equal", respelt })) },
    { weight: 1, arbitrary: forward().map((seconds): Advance => ({ kind: "back", seconds })) },
  );
}

function bind(steps: readonly Step[]): ClockPlan {
  const names = new Names();
  const deleted = new Set<string>();
  let holder: string | undefined;
  let isUsed = false;
  // Whether no clock holds the subscription.
  const free = (): boolean => holder === undefined || deleted.has(holder);
  const commands = steps.flatMap((step): ClockCommand[] => {
    if (step.step === "create") {
      return [{ command: "create", as: names.make("clock"), frozenTime: step.frozenTime }];
    }
    if (step.step === "simulate") {
      if (!free()) return [];
      const as = names.make("clock");
      [holder, isUsed] = [as, true];
      return [{ command: "simulate", as, subscription: SUBSCRIPTION, seconds: step.seconds }];
    }
    const clock = names.pick("clock", step.back);
    if (clock === undefined) return [];
    switch (step.step) {
      case "attach":
        if (!free()) return [];
        if (!deleted.has(clock)) holder = clock;
        isUsed = true;
        return [{ command: "attach", clock, subscription: SUBSCRIPTION }];
      case "advance":
        return [{ command: "advance", clock, to: step.to }];
      case "delete":
        deleted.add(clock);
        return [{ command: "delete", clock }];
      case "retrieve":
        return [{ command: "retrieve", clock }];
    }
  });
  return { subscriptions: isUsed ? [SUBSCRIPTION] : [], commands };
}

const hasAdvance = (kind: Advance["kind"]) => (plan: ClockPlan) =>
  plan.commands.some((step) => step.command === "advance" && step.to.kind === kind);
const has = (command: ClockCommand["command"]) => (plan: ClockPlan) =>
  plan.commands.some((step) => step.command === command);

const CLASSES = {
  "advance forward": hasAdvance("forward"),
  "advance to the equal time": hasAdvance("equal"),
  "advance back": hasAdvance("back"),
  "two clocks": (plan: ClockPlan) => plan.commands.filter((step) => "as" in step).length > 1,
  "deleted clock used": (plan: ClockPlan) =>
    plan.commands.some(
      (step, i) =>
        step.command === "delete" &&
        plan.commands.slice(i + 1).some((later) => "clock" in later && later.clock === step.clock),
    ),
  "attached subscription": has("attach"),
  simulation: has("simulate"),
};
