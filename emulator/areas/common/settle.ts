import type { Ids } from "../../kernel/ids.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { type Table, put } from "../../kernel/table.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Effects } from "../../kernel/types.ts";
import { type Payout, type PayoutStatus, payoutEntry } from "./payout.ts";

/** How payouts of one kind end. */
export interface Settlement {
  /** The kind's word, e.g. `disbursement`; its timers are called `<kind>.settle`. */
  kind: string;
  table: Table<Payout>;
}

/** Whether nothing can happen to a payout any more. */
export const isFinal = (status: PayoutStatus): boolean => status !== "pending" && status !== "processing";

/** Brings a payout into a state: the money moves when it succeeds, and what was arranged for it is called off. */
export function settle(
  settlement: Settlement,
  payout: Payout,
  status: PayoutStatus,
  now: number,
  ids: Ids,
): Effects {
  return {
    writes: [put(settlement.table, { ...payout, status, updatedAt: now })],
    timers: isFinal(status) ? [{ do: "cancel", subject: payout.id }] : [],
    postings: status === "succeeded" ? [payoutEntry(payout, settlement.kind, now, ids)] : [],
  };
}

/** What a new payout causes: nothing more when it is final, else a timer that ends it. */
export function begin(
  settlement: Settlement,
  payout: Payout,
  plan: { outcome: PayoutStatus; delay: number; now: number; ids: Ids },
): Effects {
  const { outcome, delay, now, ids } = plan;
  if (isFinal(payout.status)) return settle(settlement, payout, payout.status, now, ids);
  return {
    writes: [put(settlement.table, payout)],
    timers: [
      {
        do: "schedule",
        timer: {
          id: ids.id("timer_"),
          clock: wallClock(payout.accountId),
          at: now + delay,
          kind: `${settlement.kind}.settle`,
          accountId: payout.accountId,
          subject: payout.id,
          payload: { outcome },
        },
      },
    ],
  };
}

/** Ends a payout when its time has come. */
export const settleTimer =
  (settlement: Settlement): TimerHandler =>
  ({ state, timer, now, ids }) => {
    const payout = state.get(settlement.table, timer.subject);
    if (payout === undefined || isFinal(payout.status)) return {};
    return settle(settlement, payout, timer.payload["outcome"] as PayoutStatus, now, ids);
  };
