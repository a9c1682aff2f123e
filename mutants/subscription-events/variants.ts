import type { Variant } from "../mutant.ts";
import { saying } from "../shared/billing.ts";
import { variant } from "../variants/parts/variant.ts";

/** Open points about the numbers of invoices (§6.1). */
export const billingVariants: readonly Variant[] = [
  variant(
    "events-with-numbered-invoices",
    "invoice-numbers",
    "The number of an invoice is a number",
    (parts) =>
      saying(parts, "invoice.finalized", "invoiceNumber", ({ invoice }) =>
        Number(invoice?.number.replace(/\D/g, "")),
      ),
  ),
];
