import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

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
  readonly status: "open" | "expired";
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All checkout sessions. */
export const checkoutSessions = table<CheckoutSession>("checkoutSessions", { owner: ownerOf });
