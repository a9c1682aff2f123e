import type { Ids } from "../../kernel/ids.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { newTimer, type TimerChange } from "../../kernel/timeline.ts";
import { day } from "../common/calendar.ts";
import { together, present } from "../common/deciders.ts";
import { beginWithdrawal, inFlightWithdrawal, walletFor } from "./in-flight-withdrawals.ts";
import { connectInForce, type ConnectInput, type PayoutScheduleParts } from "./parts.ts";
import { type Cadence, type PayoutSchedule, payoutSchedules, cadences } from "./records.ts";
import { type Vendor, vendorsOf } from "./vendor.ts";
import { heldIn } from "../account/wallets.ts";
import { json } from "../../kernel/answers.ts";
import { boolean } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import { valueAt } from "../../kernel/validate.ts";
import { choice, choiceGuard, fieldsGuard } from "./guard.ts";

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
function arrangePaydays(schedule: PayoutSchedule, now: number, ids: Ids): readonly TimerChange[] {
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

const scheduleOf = ({ state, command, parts }: ConnectInput): PayoutSchedule => {
  const { accountId } = command.caller;
  return state.get(payoutSchedules, accountId) ?? parts.payoutSchedule.unconfigured(accountId);
};

/** The payout schedule as documented: a POST replaces it and returns 200. */
export const createPayoutScheduleParts = (): PayoutScheduleParts => ({
  retrieve: {
    guards: [],
    act: (input) => ({
      answer: json(200, present(input.parts.payoutSchedule.presenter, scheduleOf(input))),
    }),
  },
  replace: {
    guards: [
      choiceGuard(({ parts }) => parts.payoutSchedule.replace.cadence),
      fieldsGuard((parts) => parts.payoutSchedule.replace),
    ],
    act: (input) => {
      const { body } = input.command;
      const { replace, presenter } = input.parts.payoutSchedule;
      const cadence = valueAt(body, "cadence") as Cadence;
      const enabled = valueAt(body, "enabled") as boolean | undefined;
      const schedule = replace.next(scheduleOf(input), cadence, enabled);
      return {
        answer: json(replace.status, present(presenter, schedule)),
        writes: [put(payoutSchedules, schedule)],
        timers: arrangePaydays(schedule, input.now, input.ids),
      };
    },
    fields: [{ field: "enabled", rules: [boolean] }],
    invalidStatus: 422,
    cadence: choice("cadence", cadences),
    next: ({ id }, cadence, enabled) => ({ id, cadence, enabled: enabled ?? true }),
    status: 200,
  },
  unconfigured: (id) => ({ id, cadence: null, enabled: false }),
  presenter: {
    object: () => "connect_payout_schedule",
    account: (schedule) => schedule.id,
    cadence: (schedule) => schedule.cadence,
    enabled: (schedule) => schedule.enabled,
  },
});
