/** Records of the subscription side. All `…Ms` are times in ms since the epoch. */

export interface Customer {
  id: string;
  email: string;
  msisdn: string;
  clock: string | null;
}

export interface Price {
  id: string;
  unitAmount: number;
  every: "day" | "week" | "month";
}

export type Standing = "active" | "unpaid" | "trialing" | "past_due" | "canceled" | "on_hold";

export interface Subscription {
  id: string;
  customer: string;
  price: string;
  quantity: number;
  status: Standing;
  heldFrom: Standing | null;
  startMs: number;
  endMs: number;
  trial: { startMs: number; endMs: number } | null;
  /** Day of the month the cycle is anchored on. */
  anchorMs: number;
  cycles: number;
  cancelMs: number | null;
  cancelAskedMs: number | null;
  /** Invoice of the coming cycle, or of the cycle that could not be paid. */
  invoice: string | null;
  retries: { nextMs: number; left: number } | null;
  settling: boolean;
  createdMs: number;
  clock: string | null;
}

export interface Invoice {
  id: string;
  number: string;
  subscription: string;
  customer: string;
  order: string;
  total: number;
  state: "open" | "paid" | "void";
  issuedMs: number;
}

export interface Clock {
  id: string;
  name: string | null;
  frozenMs: number;
  completed: boolean;
  createdMs: number;
  updatedMs: number;
}
