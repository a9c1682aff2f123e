import { isoWithOffset } from "../../kernel/clock.ts";
import type { Mode } from "../../kernel/request.ts";
import type { Context, Effects } from "../../kernel/types.ts";
import { type Presenter, type CreateInput, stored, times } from "./deciders.ts";
import { fieldError, validationFailed } from "../../kernel/answers.ts";
import { type Guard, guard } from "../../kernel/guards.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { type Table, put } from "../../kernel/table.ts";
import { newTimer } from "../../kernel/timeline.ts";
import type { Booking } from "../account/payments.ts";
import { lacksFunds, type Movement, movePayout } from "../account/payouts.ts";

/** The states of a disbursement or remittance (§3). */
export const payoutStatuses = ["pending", "processing", "succeeded", "failed", "canceled"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** A disbursement or a remittance as it is stored. Amounts in whole francs, times in epoch milliseconds. */
export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly amount: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly firstName: string;
  readonly lastName: string;
  readonly operatorName: string;
  readonly country: string;
  /** Digits. */
  readonly phone: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly shouldExecutedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The valid body of both creations. The amount of a remittance is a string (§4.4). */
interface PayoutBody {
  amount: number | string;
  currency: string;
  first_name: string;
  last_name: string;
  payment_method_data: { momo: { msisdn: string; country: string; operator_name: string } };
  metadata?: Record<string, unknown>;
}

/** The numeric code of mobile money, of our choice. */
const momoCode = 1;

/** Creates a payout from a valid request. */
export function payoutOf({ command, now, ids }: Context, prefix: string, status: PayoutStatus): Payout {
  const body = command.body as PayoutBody;
  const { msisdn, country, operator_name } = body.payment_method_data.momo;
  return {
    id: ids.id(prefix),
    ...command.caller,
    amount: Number(body.amount),
    currency: body.currency.toLowerCase(),
    status,
    firstName: body.first_name,
    lastName: body.last_name,
    operatorName: operator_name.toLowerCase(),
    country: country.toLowerCase(),
    phone: msisdn.replace("+", ""),
    metadata: body.metadata ?? {},
    shouldExecutedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

/** The fields that both kinds of payout show (§2.3, §2.4). */
export const payoutPresenter = (object: string): Presenter<Payout> => ({
  id: (payout) => payout.id,
  object: () => object,
  ...stored<Payout>("amount", "currency", "status"),
  ...stored<Payout>("firstName", "lastName", "operatorName", "country", "phone"),
  type: () => momoCode,
  ...times<Payout>("shouldExecutedAt"),
  createdAt: (payout) => isoWithOffset(payout.createdAt),
  updatedAt: (payout) => isoWithOffset(payout.updatedAt),
});

/** What the settlement of one kind of payout needs. */
export interface Settlement {
  /** The name of the kind, e.g. `disbursement`. Its timers have the kind `<kind>.settle`. */
  kind: string;
  table: Table<Payout>;
}

/** Whether a payout has ended. */
export const isFinal = (status: PayoutStatus): boolean => status !== "pending" && status !== "processing";

/** The movements of money when a payout gets a status. */
const ending = (status: PayoutStatus): readonly Movement[] => {
  if (!isFinal(status)) return [];
  return [status === "succeeded" ? "succeeded" : "returned"];
};

const changeTo = (
  settlement: Settlement,
  booking: Booking,
  payout: Payout,
  { status, steps }: { status: PayoutStatus; steps: readonly Movement[] },
): Effects => {
  const moved = movePayout(booking, payout, settlement.kind, steps);
  return {
    writes: [put(settlement.table, { ...payout, status, updatedAt: booking.now }), ...moved.writes],
    timers: isFinal(status) ? [{ do: "cancel", subject: payout.id }] : [],
    postings: moved.postings,
  };
};

/** Sets the status of a payout, moves its money accordingly, and cancels its timer. */
export const settle = (
  settlement: Settlement,
  booking: Booking,
  payout: Payout,
  status: PayoutStatus,
): Effects => changeTo(settlement, booking, payout, { status, steps: ending(status) });

/** The effects of a new payout: its amount leaves the available balance, and a timer settles it later unless it has ended. */
export function begin(
  settlement: Settlement,
  booking: Booking,
  payout: Payout,
  plan: { outcome: PayoutStatus; delay: number },
): Effects {
  const { now, ids } = booking;
  const { outcome, delay } = plan;
  const begun = changeTo(settlement, booking, payout, {
    status: payout.status,
    steps: ["begun", ...ending(payout.status)],
  });
  if (isFinal(payout.status)) return begun;
  return {
    ...begun,
    timers: [
      newTimer(ids, {
        at: now + delay,
        kind: `${settlement.kind}.settle`,
        accountId: payout.accountId,
        subject: payout.id,
        payload: { outcome },
      }),
    ],
  };
}

/** Refuses a payout that exceeds the merchant's available balance, if the merchant's settings do not allow that. */
export const fundsGuard: Guard<CreateInput<Payout>> = guard("funds", ({ state, command, parts }) => {
  const { amount, currency } = command.body as { amount: number | string; currency: string };
  const wanted = { ...command.caller, amount: Number(amount), currency: currency.toLowerCase() };
  if (!lacksFunds(state, wanted)) return undefined;
  const error = fieldError("balance", "amount", "The available balance does not cover this");
  return validationFailed(parts.invalidStatus, [error]);
});

/** Creates the timer handler that settles a payout. */
export const settleTimer =
  (settlement: Settlement): TimerHandler =>
  ({ state, timer, now, ids }) => {
    const payout = state.get(settlement.table, timer.subject);
    if (payout === undefined || isFinal(payout.status)) return {};
    return settle(settlement, { state, now, ids }, payout, timer.payload["outcome"] as PayoutStatus);
  };
