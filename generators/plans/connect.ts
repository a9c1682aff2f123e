import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { amounts, type Bounds } from "../domain/money.ts";
import { Names } from "./names.ts";

/** The amount of a planned reversal, relative to the remainder of its allocation at that time. */
export type ReversalAmount =
  /** No amount is sent, which means the whole remainder. */
  | { readonly kind: "rest" }
  /** A share of the remainder in percent, 1 to 100; at least one franc. */
  | { readonly kind: "share"; readonly percent: number }
  /** This many francs more than remain. */
  | { readonly kind: "beyond"; readonly francs: number };

/**
 * A command of a plan over one marketplace. `as` assigns a symbolic name; other members refer to a name that was assigned before.
 */
export type ConnectCommand =
  | { readonly command: "allocate"; readonly as: string; readonly vendor: string; readonly amount: number }
  | {
      readonly command: "reverse";
      readonly as: string;
      readonly allocation: string;
      readonly amount: ReversalAmount;
    }
  /** Makes everything that is pending available. */
  | { readonly command: "mature" }
  | { readonly command: "withdraw"; readonly as: string; readonly vendor: string }
  /** Ends the withdrawal in flight of a vendor; nothing if there is none. */
  | { readonly command: "settle"; readonly vendor: string; readonly outcome: "succeeded" | "failed" };

/** Commands in order, over vendors that the interpreter supplies. */
export interface ConnectPlan {
  /** `vendor-1` … */
  readonly vendors: readonly string[];
  readonly commands: readonly ConnectCommand[];
}

/** The most commands of a plan. @internal */
export const MOST_COMMANDS = 10;

/**
 * The amount to send for a planned reversal, in whole francs; undefined sends none.
 * @param remaining the remainder of the allocation that the target reported; one franc for a fully reversed allocation
 */
export function francsOf(amount: ReversalAmount, remaining: number): number | undefined {
  switch (amount.kind) {
    case "rest":
      return undefined;
    case "share":
      return Math.max(1, Math.floor((remaining * amount.percent) / 100));
    case "beyond":
      return remaining + amount.francs;
  }
}

type Step =
  | { readonly step: "allocate"; readonly vendor: number; readonly amount: number }
  | { readonly step: "reverse"; readonly back: number; readonly amount: ReversalAmount }
  | { readonly step: "mature" }
  | { readonly step: "withdraw"; readonly vendor: number }
  | { readonly step: "settle"; readonly vendor: number; readonly outcome: "succeeded" | "failed" };

/**
 * Histories of allocations, reversals, maturity and withdrawals of two vendors (§4.5, §4.7). A reversal always refers to an earlier
 * allocation. Shrinks towards few commands, one vendor and small amounts.
 * @param options.mature whether time can be moved (`mature`)
 * @param options.settle whether withdrawals can be ended (`settle`)
 */
export function connectPlans(options: {
  readonly amounts: Bounds;
  readonly mature: boolean;
  readonly settle?: boolean;
}): Classified<ConnectPlan> {
  const { mature, settle = false } = options;
  const vendor = fc.integer({ min: 0, max: 1 });
  const allocate: fc.Arbitrary<Step> = fc
    .tuple(vendor, amounts(options.amounts))
    .map(([of, amount]) => ({ step: "allocate", vendor: of, amount }));
  const reverse: fc.Arbitrary<Step> = fc
    .tuple(fc.oneof(fc.constant(0), fc.nat({ max: 3 })), reversalAmounts())
    .map(([back, amount]) => ({ step: "reverse", back, amount }));
  const maturity = fc.constant<Step>({ step: "mature" });
  const withdrawal: fc.Arbitrary<Step> = vendor.map((of) => ({ step: "withdraw", vendor: of }));
  const settlement: fc.Arbitrary<Step> = fc
    .tuple(vendor, fc.constantFrom("succeeded" as const, "failed" as const))
    .map(([of, outcome]) => ({ step: "settle", vendor: of, outcome }));
  const later = fc.oneof(
    { weight: 5, arbitrary: reverse },
    { weight: 2, arbitrary: allocate },
    ...(mature ? [{ weight: 2, arbitrary: maturity }] : []),
    { weight: 1, arbitrary: withdrawal },
    ...(settle ? [{ weight: 1, arbitrary: settlement }] : []),
  );
  const steps = fc.array(later, { maxLength: MOST_COMMANDS - 1, size: "max" });
  const plans = fc.tuple(allocate, steps).map(([first, rest]) => bind([first, ...rest]));
  return classified(plans, classes(mature));
}

function reversalAmounts(): fc.Arbitrary<ReversalAmount> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant<ReversalAmount>({ kind: "rest" }) },
    {
      weight: 6,
      arbitrary: fc
        .integer({ min: 1, max: 100 })
        .map((percent): ReversalAmount => ({ kind: "share", percent })),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(fc.constant(1), fc.integer({ min: 1, max: 100_000 }))
        .map((francs): ReversalAmount => ({ kind: "beyond", francs })),
    },
  );
}

function bind(steps: readonly Step[]): ConnectPlan {
  const names = new Names();
  const used = [...new Set(steps.flatMap((step) => ("vendor" in step ? [step.vendor] : [])))].toSorted(
    (a, b) => a - b,
  );
  const vendors = new Map(used.map((index) => [index, names.make("vendor")]));
  const vendorOf = ({ vendor }: { readonly vendor: number }): string => vendors.get(vendor) ?? "vendor-1";
  const commands = steps.flatMap((step): ConnectCommand[] => {
    switch (step.step) {
      case "allocate": {
        const { amount } = step;
        return [{ command: "allocate", as: names.make("allocation"), vendor: vendorOf(step), amount }];
      }
      case "reverse": {
        const allocation = names.pick("allocation", step.back);
        if (allocation === undefined) return [];
        return [{ command: "reverse", as: names.make("reversal"), allocation, amount: step.amount }];
      }
      case "mature":
        return [{ command: "mature" }];
      case "settle":
        return [{ command: "settle", vendor: vendorOf(step), outcome: step.outcome }];
      case "withdraw":
        return [{ command: "withdraw", as: names.make("withdrawal"), vendor: vendorOf(step) }];
    }
  });
  return { vendors: names.of("vendor"), commands };
}

function classes(mature: boolean) {
  const reverses = (kind: ReversalAmount["kind"]) => (plan: ConnectPlan) =>
    plan.commands.some((step) => step.command === "reverse" && step.amount.kind === kind);
  const follows = (plan: ConnectPlan, one: ConnectCommand["command"], other: ConnectCommand["command"]) => {
    const first = plan.commands.findIndex((step) => step.command === one);
    return first >= 0 && plan.commands.slice(first + 1).some((step) => step.command === other);
  };
  return {
    "reversal of a part": reverses("share"),
    "reversal of the rest": reverses("rest"),
    "reversal beyond the remainder": reverses("beyond"),
    "third reversal of one allocation": (plan: ConnectPlan) => mostReversals(plan) >= 3,
    "two vendors": (plan: ConnectPlan) => plan.vendors.length > 1,
    ...(mature
      ? { "reversal after maturity": (plan: ConnectPlan) => follows(plan, "mature", "reverse") }
      : {}),
    withdrawal: (plan: ConnectPlan) => plan.commands.some((step) => step.command === "withdraw"),
    "reversal after a withdrawal": (plan: ConnectPlan) => follows(plan, "withdraw", "reverse"),
  };
}

function mostReversals(plan: ConnectPlan): number {
  const counts = new Map<string, number>();
  for (const step of plan.commands) {
    if (step.command === "reverse") counts.set(step.allocation, (counts.get(step.allocation) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
