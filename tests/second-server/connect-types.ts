/** Records of the Connect side. */
import type { Reply } from "./fields.ts";

/** Money credited to a vendor that is not available yet. */
export interface Lot {
  allocation: string;
  transaction: string;
  amount: number;
}

export interface Transaction {
  id: string;
  kind: "allocation" | "reversal" | "withdrawal" | "charge" | "refund";
  amount: number;
  fee: number;
  createdMs: number;
  availableMs: number | null;
  maturedMs: number | null;
}

export interface Wallet {
  id: string;
  available: number;
  lots: Lot[];
}

export interface Vendor {
  id: string;
  owner: string;
  live: boolean;
  name: string;
  email: string | null;
  country: string;
  currency: string;
  payoutTo: string | null;
  review: string | null;
  deleted: boolean;
  createdMs: number;
  wallet: Wallet | null;
  transactions: Transaction[];
  links: Map<string, string>;
}

export interface Allocation {
  id: string;
  vendor: string;
  amount: number;
  fee: number;
  reversed: number;
}

export interface Withdrawal {
  id: string;
  vendor: string;
  amount: number;
  inFlight: boolean;
}

export interface Charge {
  id: string;
  intent: string;
  vendor: string;
  gross: number;
  commission: number;
  refunded: number;
  clawed: number;
  feeId: string;
  capturedMs: number;
}

/** One use of an idempotency key. */
export interface KeyUse {
  fingerprint: string;
  reply: Reply | null;
  atMs: number;
}
