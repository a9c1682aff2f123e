import { fundsOf, type LedgerState } from "./ledger.ts";

/** A vendor's balances as read, whole francs. */
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
 * The state with the balances that were read, or none if they contradict it. Pending funds may have become available meanwhile.
 * @internal
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

/** The state, and those in which withdrawals have failed and returned their funds (`withdrawal-outcomes`). */
export function withReturns(state: LedgerState): readonly LedgerState[] {
  return Object.entries(state.vendors).reduce<readonly LedgerState[]>(
    (states, [name, { returnable, ...funds }]) => {
      if (returnable === 0) return states;
      const returned = { ...funds, available: funds.available + returnable, returnable: 0 };
      return [
        ...states,
        ...states.map((each) => ({ ...each, vendors: { ...each.vendors, [name]: returned } })),
      ];
    },
    [state],
  );
}

/** The state after the withdrawal of a vendor has ended: its funds are gone, or may come back if it failed (`withdrawal-outcomes`). */
export function settledState(
  state: LedgerState,
  vendor: string,
  outcome: "succeeded" | "failed",
): LedgerState {
  const funds = fundsOf(state, vendor);
  // What comes back may show later.
  const returnable = outcome === "succeeded" ? 0 : funds.returnable;
  return { ...state, vendors: { ...state.vendors, [vendor]: { ...funds, inFlight: false, returnable } } };
}

/**
 * The states with the balances that were read, if a withdrawal may have failed. A balance that includes the returned funds may also have
 * been read from before the withdrawal, so that state remains possible.
 */
export function agreeingOrReturned(
  state: LedgerState,
  balances: Readonly<Record<string, Read>>,
): readonly LedgerState[] {
  const [agreed] = agreeing(state, balances);
  if (agreed !== undefined) return [agreed];
  const returned = withReturns(state).flatMap((each) => agreeing(each, balances));
  return returned.length === 0 ? [] : [...returned, state];
}
