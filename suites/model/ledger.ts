/** The model's state of a marketplace's vendors, its operations and their observed outcomes (§2.5, §2.6, §3). */

/** What a vendor holds, whole francs. */
export interface Funds {
  readonly pending: number;
  readonly available: number;
  /** Whether a withdrawal may still be in flight. */
  readonly inFlight: boolean;
  /** What the latest withdrawal returns if it fails (`withdrawal-outcomes`). */
  readonly returnable: number;
}

export interface AllocationState {
  readonly vendor: string;
  /** What the vendor received; caps the reversals. */
  readonly amount: number;
  readonly reversed: number;
}

/** The whole state of the model. Vendors and allocations have names chosen by the caller. */
export interface LedgerState {
  readonly vendors: Readonly<Record<string, Funds>>;
  readonly allocations: Readonly<Record<string, AllocationState>>;
  /** Used idempotency keys, with the identifier of their object. */
  readonly keys: Readonly<Record<string, string>>;
}

/** Who pays the fee of allocations; null while unknown. */
export type Payer = "controller" | "account" | null;

export type Operation =
  | {
      readonly do: "allocate";
      readonly as: string;
      readonly vendor: string;
      readonly amount: number;
      readonly payer: Payer;
      readonly key?: string;
    }
  /** Without an amount, everything that remains. */
  | { readonly do: "reverse"; readonly allocation: string; readonly amount?: number }
  | { readonly do: "withdraw"; readonly vendor: string; readonly key?: string };

/** The observed outcome of an operation; null means no answer, so it may have taken effect or not. */
export type Observed =
  | { readonly kind: "allocated"; readonly id: string; readonly amount: number; readonly fee: number }
  | { readonly kind: "reversed"; readonly amount: number; readonly total: number }
  /** The amount is null if the profile does not give its location. */
  | { readonly kind: "withdrawn"; readonly id: string; readonly amount: number | null }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: unknown;
      /** Numbers of the body, by name. */
      readonly facts: Readonly<Record<string, unknown>>;
    };

/** A state of vendors only. `inFlight` tracks whether earlier withdrawals may be in progress. */
export function openingOf(
  vendors: Readonly<Record<string, { pending: number; available: number }>>,
  { inFlight = false }: { readonly inFlight?: boolean } = {},
): LedgerState {
  return {
    vendors: Object.fromEntries(
      Object.entries(vendors).map(([name, { pending, available }]) => [
        name,
        { pending, available, inFlight, returnable: 0 },
      ]),
    ),
    allocations: {},
    keys: {},
  };
}

/** A state with one more allocation to reverse, whose money is already among the funds. */
export function knowing(state: LedgerState, name: string, allocation: AllocationState): LedgerState {
  return { ...state, allocations: { ...state.allocations, [name]: allocation } };
}

/** What a vendor of the model holds. */
export function fundsOf(state: LedgerState, vendor: string): Funds {
  const funds = state.vendors[vendor];
  if (funds === undefined) throw new Error(`the model has no vendor ${vendor}`);
  return funds;
}
