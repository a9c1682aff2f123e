import type { State } from "../../kernel/state.ts";
import { shareOf } from "../account/payments.ts";
import { type ConnectMode, type Surcharge, settingsOf } from "./settings.ts";

/** Who pays the fees (§2.10). */
export type FeePayer = "controller" | "account";

/** The amounts of an allocation, whole francs. */
export interface Quote {
  /** The requested amount. */
  readonly requested: number;
  readonly fee: number;
  /** The amount that the vendor receives. */
  readonly net: number;
  /** The amount that the marketplace pays. */
  readonly debit: number;
}

/** How much of a fee each side pays. */
interface FeeShare {
  net: (amount: number, fee: number) => number;
  debit: (amount: number, fee: number) => number;
}

/** The surcharge on amounts up to a limit. */
interface Band extends Surcharge {
  readonly upTo: number;
}

/** The replaceable parts of fees. */
export interface FeeParts {
  /** The payer by Connect mode (§2.10). */
  payers: Record<ConnectMode, FeePayer>;
  /** The commission grid, smallest amounts first. */
  grid: readonly Band[];
  /** The surcharge on an amount, by a band of the grid or the merchant's own terms. */
  surcharge: (amount: number, terms: Surcharge) => number;
  shares: Record<FeePayer, FeeShare>;
  /** The time until a credit becomes available, ms. */
  availabilityDelay: number;
}

/** Fees as documented: the payer determines from which side they are deducted (§4.5). */
export const createFeeParts = (): FeeParts => ({
  payers: { marketplace: "controller", platform: "account" },
  grid: [
    { upTo: 10_000, fixed: 25, basisPoints: 100 },
    { upTo: 100_000, fixed: 25, basisPoints: 150 },
    { upTo: Number.MAX_SAFE_INTEGER, fixed: 0, basisPoints: 200 },
  ],
  surcharge: (amount, { fixed, basisPoints }) => fixed + shareOf(amount, basisPoints),
  shares: {
    controller: { net: (amount) => amount, debit: (amount, fee) => amount + fee },
    account: { net: (amount, fee) => amount - fee, debit: (amount) => amount },
  },
  availabilityDelay: 3_600_000,
});

/** Who pays the fees of a merchant's vendors; null without Connect. */
export function feePayerOf(state: State, fees: FeeParts, accountId: string): FeePayer | null {
  const { connectMode } = settingsOf(state, accountId);
  return connectMode === null ? null : fees.payers[connectMode];
}

/** The price of an allocation; undefined without Connect. */
export function quoteOf(
  state: State,
  fees: FeeParts,
  accountId: string,
  requested: number,
): Quote | undefined {
  const payer = feePayerOf(state, fees, accountId);
  const terms = settingsOf(state, accountId).surcharge ?? fees.grid.find((band) => requested <= band.upTo);
  if (payer === null || terms === undefined) return undefined;
  const fee = fees.surcharge(requested, terms);
  const share = fees.shares[payer];
  return { requested, fee, net: share.net(requested, fee), debit: share.debit(requested, fee) };
}

/** When a credit that is made now becomes available, epoch milliseconds. */
export const availableFrom = (state: State, fees: FeeParts, accountId: string, now: number): number =>
  now + (settingsOf(state, accountId).availabilityDelay ?? fees.availabilityDelay);
