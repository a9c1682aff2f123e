import type { Ids } from "../../kernel/ids.ts";
import { newEntry } from "../../kernel/ledger.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { Mode } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { newTimer } from "../../kernel/timeline.ts";
import type { Effects } from "../../kernel/types.ts";
import { accountSettingsOf } from "./settings.ts";
import { lineOn, outside, walletOfHolder, wallets } from "./wallets.ts";

/** What a decision that books money is based on. */
export interface Booking {
  readonly state: State;
  readonly now: number;
  readonly ids: Ids;
}

/** A successful payment to a merchant. Whole francs. */
interface Paid {
  readonly accountId: string;
  readonly mode: Mode;
  readonly amount: number;
  readonly currency: string;
  /** The objects that it pays, e.g. `{ intent: "pi_…" }`. */
  readonly details: Readonly<Record<string, string>>;
}

/** The kind of the timer that makes a payment available. */
export const paymentMaturity = "account.mature";

/** A share of an amount, given in basis points and rounded up to whole francs. */
export const shareOf = (amount: number, basisPoints: number): number =>
  Number((BigInt(amount) * BigInt(basisPoints) + 9_999n) / 10_000n);

/** Credits a merchant with a payment, minus the service's fee. It becomes available after the merchant's delay. */
export function creditPayment({ state, now, ids }: Booking, paid: Paid): Effects {
  const { accountId, mode, amount, currency, details } = paid;
  if (amount === 0) return {};
  const settings = accountSettingsOf(state, accountId);
  const { wallet, writes } = walletOfHolder(state, { holder: accountId, mode, currency }, ids);
  const { fixed, basisPoints } = settings.paymentFee;
  const fee = Math.min(amount, fixed + shareOf(amount, basisPoints));
  const net = amount - fee;
  const isDelayed = settings.paymentDelayMs > 0 && net > 0;
  return {
    writes,
    postings: [
      newEntry(ids, {
        at: now,
        kind: "payment",
        book: { mode, currency },
        lines: [
          { account: outside.world, amount: -amount },
          lineOn(wallet, isDelayed ? "pending" : "available", net),
          ...(fee === 0 ? [] : [{ account: outside.fees, amount: fee }]),
        ],
        details,
      }),
    ],
    timers: isDelayed
      ? [
          newTimer(ids, {
            at: now + settings.paymentDelayMs,
            kind: paymentMaturity,
            accountId,
            subject: wallet.id,
            payload: { amount: net, details },
          }),
        ]
      : [],
  };
}

/** Moves a payment from the pending to the available balance. */
export const maturePayment: TimerHandler = ({ state, timer, now, ids }) => {
  const wallet = state.get(wallets, timer.subject);
  if (wallet === undefined) return {};
  const { amount, details } = timer.payload as { amount: number; details: Readonly<Record<string, string>> };
  return {
    postings: [
      newEntry(ids, {
        at: now,
        kind: "maturity",
        book: wallet,
        lines: [lineOn(wallet, "pending", -amount), lineOn(wallet, "available", amount)],
        details,
      }),
    ],
  };
};
