import type { State } from "../../kernel/state.ts";
import { shareOf } from "../account/payments.ts";
import { type ConnectMode, type Surcharge, settingsOf } from "./settings.ts";

/** Who bears the fees (§2.10). */
export type FeePayer = "controller" | "account";

/** What one allocation costs, whole francs. */
export interface Quote {
  /** What the request asked for. */
  readonly requested: number;
  readonly fee: number;
  /** What the vendor receives. */
  readonly net: number;
  /** What the marketplace pays. */
  readonly debit: number;
}

/** How a fee falls on the two sides. */
interface FeeShare {
  net: (amount: number, fee: number) => number;
  debit: (amount: number, fee: number) => number;
}

/** The surcharge up to an amount. */
interface Band extends Surcharge {
  readonly upTo: number;
}

/** The replaceable parts of prices. */
export interface FeeParts {
  /** By Connect mode (§2.10). */
  payers: Record<ConnectMode, FeePayer>;
  /** The commission grid, cheapest amounts first. */
  grid: readonly Band[];
  /** The surcharge of an amount, by the grid or by the merchant's own terms. */
  surcharge: (amount: number, terms: Surcharge) => number;
  shares: Record<FeePayer, FeeShare>;
  /** Milliseconds from a credit to its availability. */
  availabilityDelay: number;
}

/** Prices as documented: what is deducted from whom depends on the payer (§4.5). */
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

/** Who bears the fees of a merchant's vendors; null without Connect. */
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

/** When a credit of now becomes available, epoch milliseconds. */
export const availableFrom = (state: State, fees: FeeParts, accountId: string, now: number): number =>
  now + (settingsOf(state, accountId).availabilityDelay ?? fees.availabilityDelay);
