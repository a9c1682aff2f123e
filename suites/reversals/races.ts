import * as fc from "fast-check";
import { type ReversalRace, reversalRaces } from "../../generators/index.ts";
import { type Check, rule, Violation } from "../kit.ts";
import { givenEmptied, requireDebitAtOnce } from "../fixtures/in-flight-withdrawals.ts";
import { anotherVendor, givenVendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenFunds } from "../fixtures/funds.ts";
import {
  type Allocation,
  givenAllocation,
  givenReversal,
  sendAllocation,
  sendReversal,
  sendWithdrawal,
} from "../fixtures/money-movements.ts";
import { observedOf } from "../expect/observed.ts";
import { heldBy, heldOnce, totalOf } from "../fixtures/wallets.ts";
import { type AllocationState, knowing, openingOf } from "../model/ledger.ts";
import { overlapOf } from "../model/linearizability.ts";
import {
  expectExplained,
  expectLinearizable,
  type History,
  interleavingOf,
  type Runner,
  race,
  reachOverlap,
} from "../scenarios/races.ts";

/** Concurrent reversals, with each other and with a withdrawal (§2.6, §3, §8). */
export default [
  /** Sends concurrent requests for all or much of one allocation. */
  rule("reversals/concurrent-reversals-respect-the-cap", { socket: true }, (check) =>
    atTheCap(check, (history, { amount, reversed }) => {
      const granted = history
        .filter(({ observed }) => observed?.kind === "reversed")
        .toSorted((a, b) => a.returnedAt - b.returnedAt);
      let sum = reversed;
      for (const [index, { observed }] of granted.entries()) {
        if (observed?.kind !== "reversed") continue;
        sum += observed.amount;
        if (sum <= amount && observed.total <= amount) continue;
        const violation = new Violation({
          expected: `reversals of at most ${amount} francs in total, ${reversed} of them before the race`,
          actual: `${granted.length} of ${history.length} concurrent reversals were accepted; after ${index + 1} of them ${sum} francs were reversed, and reversed_total was ${observed.total}`,
        });
        violation.counterexample = {
          allocation: { amount, reversed },
          interleaving: interleavingOf(granted.slice(0, index + 1)),
          overlap: overlapOf(history),
          requests: history.length,
        };
        throw violation;
      }
    }),
  ),

  /** Judges the same races by the model. */
  rule("reversals/concurrent-reversals-linearize", { socket: true }, (check) =>
    atTheCap(check, (history, allocation) => {
      // The vendor's funds suffice for all of them, so only the remainder can be the limit.
      const opening = openingOf({ vendor: { pending: Number.MAX_SAFE_INTEGER, available: 0 } });
      expectLinearizable({ history, opening: knowing(opening, "allocation", allocation) });
    }),
  ),

  /** Sends a reversal and a withdrawal of available funds concurrently. Some order explains the answers and the final balance. */
  rule("reversals/concurrent-with-withdrawal", { socket: true }, (check) => besideWithdrawal(check)),

  /** Reverses two allocations and makes another one, concurrently, while the vendor cannot return both. */
  rule("reversals/concurrent-on-one-wallet", { socket: true }, (check) => onOneWallet(check)),
];

async function atTheCap(
  check: Check,
  judge: (history: History, allocation: AllocationState) => void,
): Promise<void> {
  const { amount } = check.profile.ordinary;
  const first = await givenVendor(check);
  const races = reversalRaces({ min: amount, max: amount + 10_000 });
  await check.property<ReversalRace>({
    effort: 0.3,
    from: races,
    classesOf: races.classesOf,
    // Requests for the full amount test the cap. Parts of which several fit test the totals.
    examples: [
      { allocate: amount, before: 0, together: [100, 100, 100] },
      { allocate: amount, before: 0, together: [40, 40, 40] },
    ],
    shares: { "all want the whole": 0.1, "parts that overlap": 0.1 },
    runShares: { "requests overlapped": 0.5 },
    holds: async ({ allocate, before, together }, reach) => {
      const vendor = await anotherVendor(check, first);
      for (const _spare of together) await givenAllocation(check, vendor, allocate);
      const allocation = await givenAllocation(check, vendor, allocate);
      const reversed = Math.floor((allocation.amount * before) / 100);
      if (reversed > 0) await givenReversal(check, allocation, reversed);
      const remaining = allocation.amount - reversed;
      const runners = together.map((percent) =>
        reversing(
          allocation,
          percent === null ? undefined : Math.max(1, Math.floor((remaining * percent) / 100)),
        ),
      );
      const history = await race(runners, (operation, answer) => observedOf(check, operation, answer));
      reachOverlap(history, reach);
      judge(history, { vendor: "vendor", amount: allocation.amount, reversed });
    },
  });
}

function reversing(allocation: Allocation, amount: number | undefined): Runner {
  return {
    operation: { do: "reverse", allocation: "allocation", ...(amount === undefined ? {} : { amount }) },
    send: () => sendReversal(allocation, amount),
  };
}

/** An act on the wallet of a vendor that has received an old allocation, which was paid out, and a new one. */
type WalletAct = { readonly on: "old" | "new"; readonly percent: number } | { readonly on: "wallet" };

async function onOneWallet(check: Check): Promise<void> {
  await requireDebitAtOnce(check);
  const { amount } = check.profile.ordinary;
  const first = await givenVendor(check, { withdrawable: true });
  const reversal = fc.record({
    on: fc.constantFrom("old" as const, "new" as const),
    percent: fc.constantFrom(100, 60, 30),
  });
  await check.property<readonly WalletAct[]>({
    effort: 0.25,
    from: fc.array(fc.oneof({ weight: 4, arbitrary: reversal }, fc.constant({ on: "wallet" as const })), {
      minLength: 2,
      maxLength: 6,
    }),
    examples: [
      [
        { on: "old", percent: 100 },
        { on: "new", percent: 100 },
      ],
      [{ on: "new", percent: 60 }, { on: "wallet" }, { on: "old", percent: 60 }],
    ],
    runShares: { "requests overlapped": 0.5 },
    holds: async (acts, reach) => {
      const vendor = await anotherVendor(check, first);
      const old = await givenFunds(check, vendor);
      await givenEmptied(check, vendor);
      const allocations = { old, new: await givenAllocation(check, vendor, amount) };
      const held = await heldOnce(check, vendor, (read) => totalOf(read) >= allocations.new.amount);
      const runners = acts.map((act, index): Runner => {
        if (act.on === "wallet")
          return {
            operation: { do: "allocate", as: `${index}`, vendor: "vendor", amount, payer: "not judged" },
            send: () => sendAllocation(check, vendor, amount),
          };
        const part = Math.max(1, Math.floor((allocations[act.on].amount * act.percent) / 100));
        return {
          operation: { do: "reverse", allocation: act.on, amount: part },
          send: () => sendReversal(allocations[act.on], part),
        };
      });
      const history = await race(runners, (operation, answer) => observedOf(check, operation, answer));
      reachOverlap(history, reach);
      const opening = Object.entries(allocations).reduce(
        (state, [name, made]) => knowing(state, name, { vendor: "vendor", amount: made.amount, reversed: 0 }),
        openingOf({ vendor: held }, { inFlight: true }),
      );
      await expectExplained(check, vendor, { history, opening });
    },
  });
}

async function besideWithdrawal(check: Check): Promise<void> {
  await requireDebitAtOnce(check);
  const first = await givenVendor(check, { withdrawable: true });
  await check.property({
    effort: 0.25,
    from: fc.tuple(
      fc.array(fc.constantFrom(100, 60, 30, 1), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("withdrawal first", "withdrawal last"),
    ),
    classesOf: ([, order]) => [order],
    shares: { "withdrawal first": 0.2, "withdrawal last": 0.2 },
    runShares: { "requests overlapped": 0.5 },
    holds: async ([percents, order], reach) => {
      const vendor = await anotherVendor(check, first);
      const allocation = await givenFunds(check, vendor);
      const held = await heldBy(check, vendor);
      const withdrawing: Runner = {
        operation: { do: "withdraw", vendor: "vendor" },
        send: () => sendWithdrawal(vendor, freshKey()),
      };
      const parts = percents.map((percent) => Math.max(1, Math.floor((allocation.amount * percent) / 100)));
      const reversals = parts.map((part) => reversing(allocation, part));
      const runners =
        order === "withdrawal first" ? [withdrawing, ...reversals] : [...reversals, withdrawing];
      const history = await race(runners, (operation, answer) => observedOf(check, operation, answer));
      reachOverlap(history, reach);
      const opening = knowing(openingOf({ vendor: held }, { inFlight: !vendor.merchant.own }), "allocation", {
        vendor: "vendor",
        amount: allocation.amount,
        reversed: 0,
      });
      await expectExplained(check, vendor, { history, opening });
    },
  });
}
