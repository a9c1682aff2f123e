import type { Mutant } from "../mutant.ts";
import { invoicesCalendarMutants } from "./calendar.ts";
import { invoicesFinalizedMutants } from "./finalized.ts";
import { invoicesPaidMutants } from "./paid.ts";
import { invoicesVoidedMutants } from "./voided.ts";

/** The mutants of invoices, a file for each of `suites/invoices/`. */
export const invoiceMutants: readonly Mutant[] = [
  ...invoicesCalendarMutants,
  ...invoicesFinalizedMutants,
  ...invoicesPaidMutants,
  ...invoicesVoidedMutants,
];
