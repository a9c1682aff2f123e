import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";
import type { Period } from "../subscriptions/record.ts";

/** The invoice for a period. Amounts in whole francs, times in epoch milliseconds. */
export interface Invoice extends Period {
  /** `in_…` */
  readonly id: string;
  readonly number: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly customerId: string;
  readonly subscriptionId: string;
  /** `ord_…`, the same for all payment requests of this invoice. */
  readonly orderId: string;
  readonly total: number;
  readonly appliedBalance: number;
  readonly amountDue: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly status: "open" | "paid" | "void";
  /** When its payment is requested for the first time. */
  readonly dueAt: number;
  /** The number of payment requests so far. */
  readonly attempts: number;
  readonly finalizedAt: number;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
}

/** All invoices. */
export const invoices = table<Invoice>("invoices", {
  owner: ownerOf,
  subscription: (invoice) => invoice.subscriptionId,
});

/** Counts the invoices of an account in an environment. */
interface InvoiceCounter {
  /** Account and environment in one text. */
  readonly id: string;
  readonly last: number;
}

/** The counters from which invoices get their numbers. */
export const invoiceCounters = table<InvoiceCounter>("invoiceCounters");
