import { pointed } from "../../../spec/json.ts";
import { numberOf, textOf } from "../../reported.ts";
import {
  answerOf,
  bodyOf,
  type Call,
  CallsBy,
  effectOf,
  isOverBefore,
  mayBeMissing,
  ownerOf,
} from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

interface Allocation {
  readonly call: Call;
  readonly amount: number;
}

/**
 * Over all reversals of an allocation, the running total is their sum and never exceeds the allocation, and a refusal names what remains
 * (§2.6, §7.4). Reversals at the same time may count or not.
 */
export function reversalTotals({ judge, callerOf }: TraceContext): TraceRule {
  const allocations = new Map<string, Allocation>();
  /** By allocation, from when they are sent: an event may name it before its answer does. */
  const reversals = new CallsBy();
  const keyOf = (call: Call, id: string): string => `${callerOf(call)?.mode ?? ""} ${id}`;
  return {
    begins: (call) => {
      if (call.operation?.id !== "createAllocationReversal") return;
      reversals.add(keyOf(call, call.path["allocationId"] ?? ""), call);
    },
    ends: (call) => {
      if (call.operation?.id === "createAllocation" && effectOf(call) === "made") {
        const { id, amount } = answerOf(call);
        const key = keyOf(call, textOf(id));
        const made = { call, amount: numberOf(amount) };
        if (!allocations.has(key) && !Number.isNaN(made.amount)) allocations.set(key, made);
      }
      if (call.operation?.id !== "createAllocationReversal") return;
      const named = keyOf(call, call.path["allocationId"] ?? "");
      const allocation = allocations.get(named);
      const status = call.exchange?.answer?.status;
      if (allocation === undefined || status === undefined) return;
      const body = answerOf(call);
      const isRefusal = status === 422 && body["code"] === "connect.reversal_exceeds_remaining";
      const field = isRefusal ? "remaining" : "reversed_total";
      const stated = numberOf(body[field]);
      if ((!isRefusal && effectOf(call) !== "made") || Number.isNaN(stated)) return;
      const others = reversals.of(named).filter((other) => other !== call && effectOf(other) !== "none");
      // A repetition by an idempotency key may state the total of its first answer.
      if (!isRefusal && others.some((other) => answerOf(other)["id"] === body["id"])) return;
      const isBefore = (other: Call): boolean => isOverBefore(other, call);
      const isAfter = (other: Call): boolean => other.begun > call.ended;
      const own = isRefusal ? 0 : numberOf(body["amount"]);
      const least = sumOf(others.filter(isBefore)) + own;
      const open = others.filter((other) => !isBefore(other) && !isAfter(other));
      // Others who use the account may reverse, too.
      const isAllKnown =
        callerOf(call)?.isWhole === true && open.every((other) => effectOf(other) === "made");
      const most = least + (isAllKnown ? sumOf(open) : Infinity);
      if (Number.isNaN(least)) return;
      // Without an amount, what remains is reversed, whatever else happens meanwhile.
      const isWhole = !isRefusal && call.request.wholeBytes === undefined && !("amount" in bodyOf(call));
      const [low, high] = isWhole
        ? [allocation.amount, allocation.amount]
        : isRefusal
          ? [Math.max(0, allocation.amount - most), allocation.amount - least]
          : [least, Math.min(most, allocation.amount)];
      const asked = bodyOf(call)["amount"];
      // Without an amount, only what remains is asked for.
      if (
        isRefusal &&
        call.request.wholeBytes === undefined &&
        (asked === undefined || typeof asked === "number")
      )
        judge({
          rule: "reversals/refused-for-its-cause",
          holds: asked === undefined ? low === 0 : asked > low,
          seen: call,
          earlier: [allocation.call, ...others.filter(isBefore)].slice(0, 20),
          expected: () =>
            `a reversal of ${asked ?? "all that remains"} not to exceed what remains, at least ${low}`,
          actual: "the answer is 422 connect.reversal_exceeds_remaining",
        });
      if (!isRefusal)
        judge({
          rule: "reversals/total-never-exceeds-allocation",
          holds: stated <= allocation.amount,
          seen: call,
          earlier: [allocation.call],
          field: "/reversed_total",
          expected: () => `at most ${allocation.amount}, the amount of the allocation`,
          actual: () => `it is ${stated}`,
        });
      if (!isRefusal && stated > allocation.amount) return;
      const range = low === high ? `${low}` : `from ${low} to ${high}`;
      judge({
        rule: "reversals/totals-add-up-everywhere",
        holds: stated >= low && stated <= high,
        seen: call,
        earlier: [allocation.call, ...others.filter(isBefore)].slice(0, 20),
        field: `/${field}`,
        expected: () =>
          `${field} to be ${range}, after reversals of ${least - own} of an allocation of ${allocation.amount}`,
        actual: () => `it is ${stated}`,
      });
    },
  };
}

const sumOf = (reversals: readonly Call[]): number => -sum(amountsOf(reversals).values());

interface Read {
  readonly call: Call;
  readonly total: number;
  /** Whether it shows all that was moved before it, although the target may show changes late. */
  readonly isWhole: boolean;
}

/** What changes a vendor's balances in documented ways, with the sign of the amount in its answer. */
const SIGNS: Readonly<Record<string, 1 | -1>> = { createAllocation: 1, createAllocationReversal: -1 };

/** Whatever may move the money of a vendor, by account. */
function movesOfVendors(callerOf: TraceContext["callerOf"]): {
  readonly begins: (call: Call) => void;
  readonly ends: (call: Call) => void;
  /** The vendor whose balance a documented move changes; null if it is unknown. */
  readonly vendorOf: (call: Call) => string | null;
  /** What may have moved a vendor's money before a call of its account ended. */
  readonly until: (call: Call, acct: string) => readonly Call[];
} {
  const moves = new CallsBy();
  const destinations = new Map<string, string>();
  const vendorOf = (call: Call): string | null => {
    if (call.operation?.id === "createAllocation" && call.request.wholeBytes === undefined)
      return textOf(bodyOf(call)["destination"]);
    if (call.operation?.id === "createAllocationReversal")
      return destinations.get(call.path["allocationId"] ?? "") ?? null;
    return call.path["acct"] ?? null;
  };
  return {
    vendorOf,
    begins: (call) => {
      const isDocumented =
        call.operation !== null && (call.operation.id in SIGNS || LASTING.has(call.operation.id));
      const isOther =
        call.operation === null && call.request.method !== "GET" && !IDLE.has(call.control ?? "");
      if (isDocumented || isOther) moves.add(ownerOf(call, callerOf(call)), call);
    },
    ends: (call) => {
      if (call.operation?.id !== "createAllocation" || effectOf(call) !== "made") return;
      const { id, destination } = answerOf(call);
      destinations.set(textOf(id), textOf(destination));
    },
    until: (call, acct) =>
      moves.of(ownerOf(call, callerOf(call))).filter((move) => {
        const vendor = vendorOf(move);
        return effectOf(move) !== "none" && move.begun < call.ended && (vendor === null || vendor === acct);
      }),
  };
}

/**
 * Between two reads, the balances of a vendor change by exactly what was allocated and reversed: no refusal, and nothing that concerns
 * another vendor, moves its money (§3). Withdrawals, ports and control may move it at any time, so nothing is judged across them.
 */
export function balancesAddUp({ judge, doubt, callerOf, profile }: TraceContext): TraceRule {
  const { consistencyMs, settleMs } = profile.deadlines;
  const lastReads = new Map<string, Read>();
  const moves = movesOfVendors(callerOf);
  return {
    begins: moves.begins,
    ends: (call) => {
      moves.ends(call);
      if (call.operation?.id !== "retrieveAccount" || effectOf(call) !== "made") return;
      const acct = call.path["acct"] ?? "";
      const total = shownIn(answerOf(call), profile)?.total ?? null;
      const caller = callerOf(call);
      // Others who use the account may move its money.
      if (total === null || caller?.isWhole !== true) return;
      const key = `${caller.scope} ${acct}`;
      const earlier = lastReads.get(key);
      const isLater = earlier === undefined || isOverBefore(earlier.call, call);
      if (!isLater) return;
      const made = moves.until(call, acct);
      const isLate = (move: Call): boolean => mayBeMissing(move, call, consistencyMs);
      const read = { call, total, isWhole: !made.some(isLate) };
      lastReads.set(key, read);
      if (earlier === undefined) return;
      // What moves an unknown amount may do so a while after its answer, or at any later time.
      const isOpen = (move: Call): boolean =>
        !isAmountKnown(move) &&
        (LASTING.has(move.operation?.id ?? "") || mayBeMissing(move, earlier.call, settleMs));
      const between = made.filter((move) => isAmountKnown(move) && !isOverBefore(move, earlier.call));
      const isKnown =
        !made.some(isOpen) &&
        between.every((move) => isOverBefore(earlier.call, move) && isOverBefore(move, call));
      if (!isKnown) return;
      const known = amountsOf(made.filter((move) => isAmountKnown(move) && !between.includes(move)));
      const change = sum([...amountsOf(between)].flatMap(([id, amount]) => (known.has(id) ? [] : [amount])));
      if (Number.isNaN(change)) return;
      const holds = total === earlier.total + change;
      if (!holds && !(read.isWhole && earlier.isWhole)) {
        // What is read later is compared with what certainly shows all changes.
        if (earlier.isWhole) lastReads.set(key, earlier);
        doubt(call);
        return;
      }
      if (holds && earlier.isWhole) lastReads.set(key, { ...read, isWhole: true });
      judge({
        rule: "allocations/balances-add-up",
        holds,
        seen: call,
        earlier: [earlier.call, ...between].slice(0, 20),
        field: "/balances",
        expected: () =>
          `balances of ${earlier.total + change} in all: ${earlier.total} before, and ${change} by allocations and reversals since`,
        actual: () => `they are ${total}`,
      });
    },
  };
}

const isAmountKnown = ({ operation }: Call): boolean => operation !== null && operation.id in SIGNS;

/** By id, what allocations and reversals change. The same id again is a repetition, by its idempotency key. */
function amountsOf(moves: readonly Call[]): ReadonlyMap<string, number> {
  return new Map(
    moves.map((move) => {
      const { id, amount } = answerOf(move);
      return [textOf(id), (SIGNS[move.operation?.id ?? ""] ?? 0) * numberOf(amount)];
    }),
  );
}

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0);

/** Documented operations that move a vendor's money by an amount that their answer does not show, or at any later time. */
const LASTING = new Set(["createWithdrawal", "replacePayoutSchedule"]);

/** Operations of control that move no vendor's money. */
const IDLE = new Set([
  "awaitIdle",
  "createVendor",
  "fundMarketplace",
  "registerWebhookEndpoint",
  "removeWebhookEndpoint",
  "setDeliveryMode",
  "completeTestClock",
  "declareOutage",
  "endOutage",
  "holdIdempotentRequest",
  "moveWallClock",
  "regenerateKey",
  "releaseHeldRequest",
  "setComplianceFile",
  "setPayoutMethod",
]);

/** The balances of a vendor that has one currency at most; null without a number in each place. */
function shownIn(
  { balances }: Readonly<Record<string, unknown>>,
  { fields }: TraceContext["profile"],
): { readonly pending: number; readonly available: number; readonly total: number } | null {
  if (!Array.isArray(balances) || balances.length > 1) return null;
  const [balance] = balances as unknown[];
  const [pending, available] = ["balance-pending", "balance-available"].map((name) => {
    const pointer = fields[name];
    if (pointer === undefined) return Number.NaN;
    return balances.length === 0 ? 0 : numberOf(pointed(balance, pointer));
  }) as [number, number];
  const total = pending + available;
  return Number.isNaN(total) ? null : { pending, available, total };
}

/** What a vendor certainly can return or withdraw, by its last read and what moved its money since. */
interface Funds {
  readonly read: Call;
  /** Allocations and reversals that the read may not show. */
  readonly late: readonly Call[];
  /** What is available at least, and at most if all that was pending has become available. */
  readonly available: { readonly least: number; readonly most: number };
  /** Pending and available at least. */
  readonly leastTotal: number;
}

/**
 * What was read of a vendor decides on its money, if nothing has moved it since: a withdrawal takes what was available, and at most also what was
 * pending and has become available; neither it nor a reversal is refused for lack of funds that were there (§3, §4.5, §4.7).
 */
export function fundsAsRead({ judge, callerOf, profile }: TraceContext): TraceRule {
  const { consistencyMs, settleMs } = profile.deadlines;
  const lastReads = new Map<string, Call>();
  const used = new Set<string>();
  const repeated = new WeakSet<Call>();
  const moves = movesOfVendors(callerOf);

  function fundsOf(call: Call, acct: string): Funds | null {
    const read = lastReads.get(`${callerOf(call)?.scope ?? ""} ${acct}`);
    const shown = read === undefined ? null : shownIn(answerOf(read), profile);
    if (read === undefined || shown === null || !isOverBefore(read, call)) return null;
    const made = moves.until(call, acct).filter((move) => move !== call);
    const isSettlement = ({ control }: Call): boolean => control === "settleWithdrawal";
    const settlements = made.filter((move) => isSettlement(move) && !mayBeMissing(move, read, consistencyMs));
    const isSettled = (move: Call): boolean =>
      isSettlement(move)
        ? settlements.includes(move)
        : move.operation?.id === "createWithdrawal" && settlements.some((one) => isOverBefore(move, one));
    // A schedule pays out at any time, and what an earlier withdrawal took may come back until it is settled.
    const isOpen = (move: Call): boolean =>
      !isAmountKnown(move) &&
      !isSettled(move) &&
      (LASTING.has(move.operation?.id ?? "") || mayBeMissing(move, read, settleMs));
    if (made.some(isOpen)) return null;
    const late = made.filter((move) => isAmountKnown(move) && mayBeMissing(move, read, consistencyMs));
    const changes = [...amountsOf(late).values()];
    if (Number.isNaN(sum(changes))) return null;
    const taken = sum(changes.filter((change) => change < 0));
    return {
      ...{ read, late, leastTotal: shown.total + taken },
      available: { least: shown.available + taken, most: shown.total + sum(changes) - taken },
    };
  }

  function judgeAmount(call: Call, { read, late, available: { least, most } }: Funds): void {
    const pointer = profile.fields["withdrawal-amount"];
    const amount = pointer === undefined ? Number.NaN : numberOf(pointed(answerOf(call), pointer));
    if (Number.isNaN(amount)) return;
    judge({
      rule: "withdrawals/takes-the-read-balance",
      holds: amount >= least && amount <= most,
      seen: call,
      earlier: [read, ...late].slice(0, 20),
      field: pointer ?? "",
      expected: () =>
        `an amount of ${least === most ? most : `${least} to ${most}`}, as the balance was read before`,
      actual: () => `it is ${amount}`,
    });
  }

  function judgeRefusal(call: Call, { read, late, available, leastTotal }: Funds): void {
    const { code } = answerOf(call);
    const isWithdrawal = call.operation?.id === "createWithdrawal";
    const asked = isWithdrawal ? 1 : numberOf(bodyOf(call)["amount"]);
    const there = isWithdrawal ? available.least : leastTotal;
    if (
      code !== (isWithdrawal ? "E_CONNECT_VENDOR_EMPTY_BALANCE" : "connect.insufficient_funds_for_reversal")
    )
      return;
    if (Number.isNaN(asked)) return;
    judge({
      rule: isWithdrawal ? "withdrawals/refused-for-its-cause" : "reversals/refused-for-its-cause",
      holds: there < asked,
      seen: call,
      earlier: [read, ...late].slice(0, 20),
      expected: () => `no refusal for lack of funds: the vendor has at least ${there}, as was read before`,
      actual: () => `the answer is ${call.exchange?.answer?.status ?? "none"} ${textOf(code)}`,
    });
  }

  return {
    begins: (call) => {
      moves.begins(call);
      if (call.idempotencyKey === null) return;
      const key = `${callerOf(call)?.scope ?? ""} ${call.idempotencyKey}`;
      if (used.has(key)) repeated.add(call);
      used.add(key);
    },
    ends: (call) => {
      moves.ends(call);
      const { operation } = call;
      const caller = callerOf(call);
      const effect = effectOf(call);
      if (caller?.isWhole !== true || effect === "unknown" || call.request.wholeBytes !== undefined) return;
      if (operation?.id === "retrieveAccount" && effect === "made")
        lastReads.set(`${caller.scope} ${call.path["acct"] ?? ""}`, call);
      if (operation?.id !== "createWithdrawal" && operation?.id !== "createAllocationReversal") return;
      const acct = moves.vendorOf(call);
      const funds = acct === null || repeated.has(call) ? null : fundsOf(call, acct);
      if (funds === null) return;
      if (effect === "none") judgeRefusal(call, funds);
      else if (operation.id === "createWithdrawal") judgeAmount(call, funds);
    },
  };
}
