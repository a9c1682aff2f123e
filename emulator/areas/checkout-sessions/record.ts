import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

/** The ways in which a session can end (§4.2). The document leaves them open. */
export const sessionEnds = ["paid", "declined", "canceled", "expired"] as const;

export type SessionEnd = (typeof sessionEnds)[number];

type SessionStatus = "open" | SessionEnd;

/** A checkout session as it is stored. Amounts in whole francs, times in epoch milliseconds. */
export interface CheckoutSession {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly total: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly orderId: string;
  readonly items: readonly unknown[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status: SessionStatus;
  /** The payment with which it ended; null while it is open, and if it ended without one. */
  readonly intentId: string | null;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All checkout sessions. */
export const checkoutSessions = table<CheckoutSession>("checkoutSessions", { owner: ownerOf });

/** The order of a session. */
export interface Order {
  /** `ord_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly sessionId: string;
  readonly status: SessionStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The orders of checkout sessions. */
export const orders = table<Order>("orders");
