import {
  type ConnectCommand,
  type ConnectPlan,
  connectPlans,
  francsOf,
  type ReversalAmount,
} from "../../generators/index.ts";
import { type Answer, type Check, Inconclusive, Violation } from "../kit.ts";
import { requireDebitAtOnce } from "../fixtures/in-flight-withdrawals.ts";
import { feePayerOf } from "../fixtures/marketplaces.ts";
import { anotherVendor, givenTwoVendors, type Vendor } from "../fixtures/vendors.ts";
import { canAdvanceTime, matured } from "../fixtures/funds.ts";
import {
  type Allocation,
  allocationOf,
  sendAllocation,
  sendReversal,
  sendWithdrawal,
} from "../fixtures/money-movements.ts";
import { observedOf } from "../expect/observed.ts";
import { type Held, heldBy } from "../fixtures/wallets.ts";
import type { Operation, Payer, Observed } from "../model/ledger.ts";
import { soon } from "../fixtures/reading.ts";

/** An executed command of a plan. `mature` and `settle` have no answer. */
export interface Step {
  readonly command: ConnectCommand;
  readonly operation: Operation | null;
  readonly observed: Observed | null;
  readonly answer: Answer | null;
  /** The plan's name of the vendor that the command concerns; null for all vendors. */
  readonly vendor: string | null;
  /** The fee of the allocation that the command concerns, whole francs. */
  readonly fee: number;
  /** How the vendor's withdrawal in flight was ended; absent if it was not. */
  readonly settled?: "succeeded" | "failed";
}

/** Judges a walk. Balances have the plan's names of vendors. */
export interface Judge {
  readonly begins: (balances: Balances) => Promise<void> | void;
  /** Must not store anything if it throws a Violation, because it is then called again with later balances. */
  readonly step: (step: Step, balances: Balances, reach: (className: string) => void) => Promise<void> | void;
}

export type Balances = Readonly<Record<string, Held>>;

/** Creates a judge for one plan with these vendors. */
export type JudgeOf = (
  check: Check,
  vendors: Readonly<Record<string, Vendor>>,
  feePayer: Payer,
) => Promise<Judge> | Judge;

/** Judges random plans of allocations, reversals, maturities and withdrawals of two vendors. Reads every balance after every command. */
export async function walks(check: Check, judgeOf: JudgeOf): Promise<void> {
  await requireDebitAtOnce(check);
  const [one, other] = await givenTwoVendors(check, { withdrawable: true });
  const { amount } = check.profile.ordinary;
  const mature = canAdvanceTime(check, one);
  const settle = one.merchant.own && check.has("control.settleWithdrawal");
  const plans = connectPlans({ amounts: { min: amount, max: amount * 4 }, mature, settle });
  const feePayer = await feePayerOf(check, one.merchant, one.acct);
  await check.property<ConnectPlan>({
    effort: 0.4,
    from: plans,
    classesOf: plans.classesOf,
    shares: {
      "reversal of a part": 0.2,
      "reversal of the rest": 0.1,
      "reversal beyond the remainder": 0.1,
      "third reversal of one allocation": 0.1,
      withdrawal: 0.1,
      ...(mature ? { "reversal after maturity": 0.1 } : {}),
    },
    examples: [
      threeParts(amount),
      afterWithdrawal(amount),
      ...(mature ? [acrossMaturity(amount)] : []),
      ...(mature && settle
        ? [duringWithdrawal(amount, "succeeded"), duringWithdrawal(amount, "failed")]
        : []),
    ],
    holds: async (plan, reach) => {
      const [first, second] = [await anotherVendor(check, one), await anotherVendor(check, other)];
      const [firstName = "", secondName] = plan.vendors;
      const vendors = { [firstName]: first, ...(secondName === undefined ? {} : { [secondName]: second }) };
      const judge = await judgeOf(check, vendors, feePayer);
      await walk(check, { plan, vendors, feePayer, judge, reach });
    },
  });
}

const reverse = (as: number, asked: ReversalAmount): ConnectCommand => ({
  command: "reverse",
  as: `reversal-${as}`,
  allocation: "allocation-1",
  amount: asked,
});

const part: ReversalAmount = { kind: "share", percent: 30 };

/** Reverses an allocation in three parts and then the remainder. Then nothing is left. */
function threeParts(amount: number): ConnectPlan {
  return {
    vendors: ["vendor-1"],
    commands: [
      { command: "allocate", as: "allocation-1", vendor: "vendor-1", amount },
      reverse(1, part),
      reverse(2, part),
      reverse(3, part),
      reverse(4, { kind: "beyond", francs: 1 }),
      reverse(5, { kind: "rest" }),
    ],
  };
}

/** Reverses a part of an allocation, another part once it is available, and then the remainder. */
function acrossMaturity(amount: number): ConnectPlan {
  return {
    vendors: ["vendor-1"],
    commands: [
      { command: "allocate", as: "allocation-1", vendor: "vendor-1", amount },
      reverse(1, part),
      { command: "mature" },
      reverse(2, part),
      reverse(3, { kind: "rest" }),
    ],
  };
}

/** Requests a reversal that the vendor cannot pay after a withdrawal, and one that new funds cover in part. */
function afterWithdrawal(amount: number): ConnectPlan {
  return {
    vendors: ["vendor-1", "vendor-2"],
    commands: [
      { command: "allocate", as: "allocation-1", vendor: "vendor-1", amount: amount * 3 },
      { command: "allocate", as: "allocation-2", vendor: "vendor-2", amount },
      { command: "mature" },
      { command: "withdraw", as: "withdrawal-1", vendor: "vendor-1" },
      { command: "reverse", as: "reversal-1", allocation: "allocation-1", amount: { kind: "rest" } },
      { command: "allocate", as: "allocation-3", vendor: "vendor-1", amount },
      {
        command: "reverse",
        as: "reversal-2",
        allocation: "allocation-1",
        amount: { kind: "share", percent: 10 },
      },
      { command: "reverse", as: "reversal-3", allocation: "allocation-1", amount: { kind: "rest" } },
    ],
  };
}

/** Everything that can happen to a wallet while a withdrawal is in flight, and after it has ended. */
function duringWithdrawal(amount: number, outcome: "succeeded" | "failed"): ConnectPlan {
  const allocate = (number: number, vendor = "vendor-1"): ConnectCommand => ({
    ...{ command: "allocate", as: `allocation-${number}`, vendor, amount: amount * number },
  });
  return {
    vendors: ["vendor-1", "vendor-2"],
    commands: [
      allocate(1),
      { command: "mature" },
      allocate(2),
      { command: "withdraw", as: "withdrawal-1", vendor: "vendor-1" },
      allocate(3, "vendor-2"),
      reverse(1, { kind: "share", percent: 60 }),
      { command: "mature" },
      { command: "settle", vendor: "vendor-1", outcome },
      reverse(2, { kind: "share", percent: 50 }),
      { command: "withdraw", as: "withdrawal-2", vendor: "vendor-1" },
    ],
  };
}

async function walk(
  check: Check,
  options: {
    plan: ConnectPlan;
    vendors: Readonly<Record<string, Vendor>>;
    feePayer: Payer;
    judge: Judge;
    reach: (className: string) => void;
  },
): Promise<void> {
  const { plan, vendors, feePayer, judge, reach } = options;
  const allocations = new Map<string, Allocation>();
  const remaining = new Map<string, number>();
  const destinations = new Map<string, string>();
  const balances = async (): Promise<Balances> => {
    const read = await Promise.all(
      Object.entries(vendors).map(async ([name, vendor]) => [name, await heldBy(check, vendor)] as const),
    );
    return Object.fromEntries(read);
  };
  const vendorOf = (name: string): Vendor => {
    const vendor = vendors[name];
    if (vendor === undefined) throw new Error(`the plan has no ${name}`);
    return vendor;
  };

  const carryOut = async (command: ConnectCommand): Promise<Step> => {
    switch (command.command) {
      case "allocate": {
        const { as, vendor, amount } = command;
        const answer = check.succeeded(await sendAllocation(check, vendorOf(vendor), amount));
        const operation: Operation = { do: "allocate", as, vendor, amount, payer: feePayer };
        const made = allocationOf(vendorOf(vendor), amount, answer);
        allocations.set(as, made);
        remaining.set(as, made.amount);
        destinations.set(as, vendor);
        return {
          command,
          operation,
          answer,
          vendor,
          fee: made.fee,
          observed: observedOf(check, operation, answer),
        };
      }
      case "reverse": {
        const allocation = allocations.get(command.allocation);
        if (allocation === undefined) throw new Error(`the plan did not create ${command.allocation}`);
        const asked = francsOf(command.amount, remaining.get(command.allocation) ?? 0);
        const answer = await sendReversal(allocation, asked);
        const operation: Operation = {
          do: "reverse",
          allocation: command.allocation,
          ...(asked === undefined ? {} : { amount: asked }),
        };
        const observed = observedOf(check, operation, answer);
        if (observed.kind === "reversed") {
          remaining.set(command.allocation, Math.max(0, allocation.amount - observed.total));
        }
        const vendor = destinations.get(command.allocation) ?? null;
        return { command, operation, answer, observed, vendor, fee: allocation.fee };
      }
      case "mature": {
        await matured(check, [...allocations.values()]);
        await soon(check, {
          read: balances,
          holds: (read) => Object.values(read).every(({ pending }) => pending === 0),
        });
        return { command, operation: null, answer: null, observed: null, vendor: null, fee: 0 };
      }
      case "settle": {
        const { vendor, outcome } = command;
        const { acct, merchant } = vendorOf(vendor);
        const none = { command, operation: null, answer: null, observed: null, vendor, fee: 0 };
        try {
          const path = { accountId: merchant.accountId, id: acct };
          await check.control.call("settleWithdrawal", { path, json: { outcome } });
          return { ...none, settled: outcome };
        } catch (error) {
          // There may be none in flight.
          if (error instanceof Inconclusive) return none;
          throw error;
        }
      }
      case "withdraw": {
        const answer = await sendWithdrawal(vendorOf(command.vendor));
        const operation: Operation = { do: "withdraw", vendor: command.vendor };
        const { vendor } = command;
        return { command, operation, answer, vendor, fee: 0, observed: observedOf(check, operation, answer) };
      }
    }
  };

  await judge.begins(await balances());
  for (const command of plan.commands) {
    const step = await carryOut(command);
    await judgedSoon(check, async () => judge.step(step, await balances(), reach));
  }
}

/** Judges balances until they agree, within the profile's consistency deadline. @throws Violation the last one */
async function judgedSoon(check: Check, judge: () => Promise<void>): Promise<void> {
  const found = await soon<unknown>(check, {
    read: async () => {
      try {
        await judge();
        return null;
      } catch (error) {
        return error;
      }
    },
    holds: (error) => !(error instanceof Violation),
  });
  if (found !== null) throw found as Error;
}
