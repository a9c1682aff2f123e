import type { Ids } from "../../kernel/ids.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { newTimer, type TimerChange } from "../../kernel/timeline.ts";
import { day } from "../common/calendar.ts";
import { together } from "../common/effects.ts";
import { beginWithdrawal, inFlightWithdrawal, walletFor } from "./in-flight-withdrawals.ts";
import { connectInForce } from "./parts.ts";
import { type Cadence, type PayoutSchedule, payoutSchedules } from "./records.ts";
import { type Vendor, vendorsOf } from "./vendor.ts";
import { heldIn } from "../account/wallets.ts";

/** The kind of the timer that pays all vendors of a merchant. */
export const payday = "connect.payday";

/** The next run of a cadence: the next midnight in UTC, or the next on a Monday. */
function nextRun(cadence: Cadence, now: number): number {
  const midnight = (Math.floor(now / day) + 1) * day;
  if (cadence === "daily") return midnight;
  const sinceMonday = (new Date(midnight).getUTCDay() + 6) % 7;
  return midnight + ((7 - sinceMonday) % 7) * day;
}

/** The subject of a merchant's payday timer. */
const subjectOf = (accountId: string): string => `payday:${accountId}`;

/** Schedules the next run of a new payout schedule, and cancels that of the old one. */
export function arrangePaydays(schedule: PayoutSchedule, now: number, ids: Ids): readonly TimerChange[] {
  const { id: accountId, cadence, enabled } = schedule;
  const cancel: TimerChange = { do: "cancel", subject: subjectOf(accountId) };
  if (cadence === null || !enabled) return [cancel];
  return [
    cancel,
    newTimer(ids, { at: nextRun(cadence, now), kind: payday, accountId, subject: subjectOf(accountId) }),
  ];
}

/** Withdraws for each vendor of the merchant that can be paid, and schedules the next run. */
export const payVendors: TimerHandler = (context) => {
  const { state, timer, now, ids } = context;
  const { accountId } = timer;
  const schedule = state.get(payoutSchedules, accountId);
  if (schedule === undefined) return {};
  const { inFlight } = connectInForce(context).withdrawals;
  const payable = (vendor: Vendor) => {
    const wallet = walletFor(state, vendor);
    if (wallet === undefined || vendor.deletedAt !== null || vendor.payoutPhone === null) return [];
    if (heldIn(state, wallet).available === 0 || inFlightWithdrawal(state, wallet) !== undefined) return [];
    return [beginWithdrawal(inFlight, { state, vendor, wallet, now, ids })];
  };
  return together(...vendorsOf(state, accountId).flatMap(payable), {
    timers: arrangePaydays(schedule, now, ids),
  });
};
