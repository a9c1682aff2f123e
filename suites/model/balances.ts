import type { LedgerState } from "./ledger.ts";

/** What was read of a vendor's balances, whole francs. */
interface Read {
  readonly pending: number;
  readonly available: number;
}

/** The state in which all pending funds have become available (§3). */
export function maturedState(state: LedgerState): LedgerState {
  return {
    ...state,
    vendors: Object.fromEntries(
      Object.entries(state.vendors).map(([name, funds]) => [
        name,
        { ...funds, pending: 0, available: funds.pending + funds.available },
      ]),
    ),
  };
}

/**
 * The state with the balances that were read, or none when they do not match it. Pending funds may have become available
 * meanwhile, but not the reverse.
 */
export function agreeing(
  state: LedgerState,
  balances: Readonly<Record<string, Read>>,
): readonly LedgerState[] {
  const agrees = Object.entries(balances).every(([name, read]) => {
    const funds = state.vendors[name];
    return (
      funds !== undefined &&
      read.pending + read.available === funds.pending + funds.available &&
      read.pending >= 0 &&
      read.available >= funds.available
    );
  });
  if (!agrees) return [];
  const vendors = Object.fromEntries(
    Object.entries(state.vendors).map(([name, funds]) => [name, { ...funds, ...balances[name] }]),
  );
  return [{ ...state, vendors }];
}
