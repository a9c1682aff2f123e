/** The model's state of a marketplace's vendors, its operations and their observed outcomes (§2.5, §2.6, §3). */

/** A vendor's funds, whole francs. */
export interface Funds {
  readonly pending: number;
  readonly available: number;
  /** Whether a withdrawal may still be in flight. */
  readonly inFlight: boolean;
  /** The amount that the latest withdrawal returns if it fails (`withdrawal-outcomes`). */
  readonly returnable: number;
}

export interface AllocationState {
  readonly vendor: string;
  /** The amount that the vendor received. It caps the reversals. */
  readonly amount: number;
  readonly reversed: number;
}

/** The whole state of the model. Vendors and allocations have names chosen by the caller. */
export interface LedgerState {
  readonly vendors: Readonly<Record<string, Funds>>;
  readonly allocations: Readonly<Record<string, AllocationState>>;
  /** Used idempotency keys, each with the id of its object. */
  readonly keys: Readonly<Record<string, string>>;
}

/** The payer of allocation fees; null while unknown. */
export type Payer = "controller" | "account" | null;

export type Operation =
  | {
      readonly do: "allocate";
      readonly as: string;
      readonly vendor: string;
      readonly amount: number;
      /** Not judged: another rule judges the amount and the fee. */
      readonly payer: Payer | "not judged";
      readonly key?: string;
      /** What it credits, if that is known without an answer: as much as another allocation of the amount. */
      readonly credit?: number;
    }
  /** Without an amount, the whole remainder is reversed. */
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

/** The id of an object whose creation got no answer. */
export const UNANSWERED = "unanswered";

/** A state with vendors and no allocations. `inFlight`: whether earlier withdrawals may be in progress. */
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

/** The state with one more allocation, whose money is already in the vendor's funds. */
export function knowing(state: LedgerState, name: string, allocation: AllocationState): LedgerState {
  return { ...state, allocations: { ...state.allocations, [name]: allocation } };
}

/** The funds of a vendor in the model. */
export function fundsOf(state: LedgerState, vendor: string): Funds {
  const funds = state.vendors[vendor];
  if (funds === undefined) throw new Error(`the model has no vendor ${vendor}`);
  return funds;
}
