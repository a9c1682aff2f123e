import { describe, expect, it } from "vitest";
import { type ClockPlan, clockPlans, dividedAdvances } from "../../../generators/plans/clocks.ts";
import {
  type ConnectPlan,
  connectPlans,
  francsOf,
  MOST_COMMANDS,
} from "../../../generators/plans/connect.ts";
import { reversalRaces, WIDTH } from "../../../generators/plans/races.ts";
import { keepsTheLaws, smallestOf } from "../laws.ts";

const AMOUNTS = { min: 100, max: 1_000_000 };

/** Every name is assigned once, before it is used. */
function refersBackwards(plan: ConnectPlan): boolean {
  const known = new Set<string>(plan.vendors);
  return plan.commands.every((step) => {
    const uses = "vendor" in step ? [step.vendor] : "allocation" in step ? [step.allocation] : [];
    const fresh = !("as" in step) || !known.has(step.as);
    const valid = uses.every((name) => known.has(name));
    if ("as" in step) known.add(step.as);
    return valid && fresh;
  });
}

/** As above; also, no subscription is attached while a clock that still exists holds it. */
function holdsOnce(plan: ClockPlan): boolean {
  const known = new Set<string>(plan.subscriptions);
  const alive = new Set<string>();
  const holder = new Map<string, string>();
  return plan.commands.every((step) => {
    if ("clock" in step && !known.has(step.clock)) return false;
    if ("subscription" in step) {
      if (!known.has(step.subscription) || alive.has(holder.get(step.subscription) ?? "")) return false;
      const clock = step.command === "simulate" ? step.as : step.clock;
      if (step.command === "simulate" || alive.has(clock)) holder.set(step.subscription, clock);
    }
    if ("as" in step) {
      if (known.has(step.as)) return false;
      known.add(step.as);
      alive.add(step.as);
    }
    if (step.command === "delete") alive.delete(step.clock);
    return true;
  });
}

describe("plans over a marketplace", () => {
  it("refer to objects that they have created, also when shrunk", () => {
    for (const mature of [true, false])
      keepsTheLaws(
        () => connectPlans({ amounts: AMOUNTS, mature }),
        (plan) => refersBackwards(plan) && plan.commands.length <= MOST_COMMANDS,
      );
  });

  it("shrink to one allocation", () => {
    const smallest =
      '{"vendors":["vendor-1"],"commands":[{"command":"allocate","as":"allocation-1","vendor":"vendor-1","amount":100}]}';
    expect(smallestOf(connectPlans({ amounts: AMOUNTS, mature: true }))).toEqual(new Set([smallest]));
  });

  it("request amounts relative to the remainder", () => {
    expect(francsOf({ kind: "rest" }, 500)).toBeUndefined();
    expect(francsOf({ kind: "share", percent: 33 }, 1_000)).toBe(330);
    expect(francsOf({ kind: "share", percent: 1 }, 5)).toBe(1);
    expect(francsOf({ kind: "share", percent: 100 }, 999)).toBe(999);
    expect(francsOf({ kind: "beyond", francs: 1 }, 500)).toBe(501);
  });
});

describe("races at the cap", () => {
  it("request more than the remainder, with at most the permitted number of requests", () => {
    keepsTheLaws(
      () => reversalRaces({ min: 1_000, max: 1_000_000 }),
      ({ together, allocate, before }) => {
        const wanted = together.reduce<number>((sum, share) => sum + (share ?? 100), 0);
        return (
          wanted > 100 &&
          together.length >= 2 &&
          together.length <= WIDTH &&
          allocate >= 1_000 &&
          before < 100
        );
      },
    );
  });
});

describe("plans over clocks", () => {
  it("refer to objects that they have created and attach a subscription once, also when shrunk", () => {
    keepsTheLaws(() => clockPlans(), holdsOnce);
  });

  it("divide an advance into steps that add up", () => {
    keepsTheLaws(
      () => dividedAdvances(),
      ({ seconds, steps }) => {
        return (
          steps.length >= 2 && steps.every((step) => step > 0) && steps.reduce((a, b) => a + b, 0) === seconds
        );
      },
    );
  });
});
