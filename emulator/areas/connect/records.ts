import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

interface Owned {
  readonly id: string;
  /** The marketplace. */
  readonly accountId: string;
  readonly mode: Mode;
  /** The vendor. */
  readonly vendor: string;
  /** Lowercase code. */
  readonly currency: string;
  readonly createdAt: number;
}

/** Funds moved to a vendor (§2.5). Amounts in whole francs, times in epoch milliseconds. */
export interface Allocation extends Owned {
  /** The amount that the vendor received. */
  readonly amount: number;
  readonly fee: number;
  /** The amount reversed so far. */
  readonly reversed: number;
  readonly availableAt: number;
  /** The idempotency key; null if there was none. */
  readonly reference: string | null;
}

/** Funds taken back from a vendor (§2.6). */
export interface Reversal extends Owned {
  readonly allocation: string;
  readonly amount: number;
  /** The amount reversed by this reversal and the earlier ones of the allocation. */
  readonly reversedTotal: number;
}

/** A payout of a vendor's available balance (§4.7). */
export interface Withdrawal extends Owned {
  readonly amount: number;
  readonly status: "processing" | "succeeded" | "failed";
  readonly wallet: string;
}

/** An intent on behalf of a vendor, and its outcome (§7.4). */
export interface Charge extends Owned {
  readonly intentId: string;
  /** The gross amount. */
  readonly amount: number;
  /** Percent. */
  readonly rate: number;
  /** The commission of the marketplace. */
  readonly commission: number;
  /** The fee of the service. */
  readonly serviceFee: number;
  readonly feePayer: string;
  readonly capturedAt: number | null;
  readonly refunded: number;
  /** The part of the commission that refunds have clawed back. */
  readonly clawed: number;
  /** The id of the commission, `afee_…`; null if there is none. */
  readonly feeId: string | null;
  readonly transferId: string | null;
  readonly reference: string | null;
}

/** All allocations. */
export const allocations = table<Allocation>("allocations", { owner: ownerOf });

/** All reversals. */
export const reversals = table<Reversal>("reversals", { allocation: (reversal) => reversal.allocation });

/** All withdrawals. The index `inFlight` finds those in flight by wallet. */
export const withdrawals = table<Withdrawal>("withdrawals", {
  vendor: (withdrawal) => withdrawal.vendor,
  inFlight: (withdrawal) => (withdrawal.status === "processing" ? withdrawal.wallet : undefined),
});

/** All charges on behalf of vendors. */
export const charges = table<Charge>("charges", { owner: ownerOf, intent: (charge) => charge.intentId });

/** How often a merchant's vendors are paid out automatically (§2.8). */
export const cadences = ["daily", "weekly"] as const;
export type Cadence = (typeof cadences)[number];

/** A merchant's payout schedule. */
export interface PayoutSchedule {
  /** The merchant's account. */
  readonly id: string;
  readonly cadence: Cadence | null;
  readonly enabled: boolean;
}

/** The payout schedules of merchants that configured one. */
export const payoutSchedules = table<PayoutSchedule>("payoutSchedules");

/** A vendor's onboarding session. */
export interface OnboardingSession {
  readonly id: string;
  readonly vendor: string;
  /** Vendor and idempotency key in one text; null if there was no key. */
  readonly resume: string | null;
  readonly expiresAt: number;
  readonly createdAt: number;
}

/** All onboarding sessions. */
export const onboardingSessions = table<OnboardingSession>("onboardingSessions", {
  resume: (session) => session.resume ?? undefined,
});
