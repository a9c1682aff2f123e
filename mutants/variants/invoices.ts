import { inOrder, type Variant } from "../mutant.ts";
import { withEventMember, timing } from "../shared/billing.ts";
import { variant } from "./parts/variant.ts";
import { clocks } from "../shared/clocks.ts";

/** Other choices at the open points in `spec/areas/invoices.yaml`. */
export const invoicesVariants: readonly Variant[] = [
  variant(
    "invoiced-when-due",
    "invoice-issue",
    "A reminder that is before the beginning of a clock is not sent: the due date invoices",
    (parts) => {
      const begun = new Map<string, number>();
      return inOrder(
        clocks(({ advanced }) => ({
          advanced: (clock, to, now) => {
            begun.set(clock.id, clock.frozenTime);
            return advanced(clock, to, now);
          },
        })),
        timing("reminder", (effects, { timer }, subscription) =>
          timer.at <= (begun.get(subscription?.clockId ?? "") ?? -Infinity) ? {} : effects,
        ),
      )(parts);
    },
  ),
  variant(
    "voided-invoices-tell-more",
    "invoice-voided-fields",
    "The event of a voided invoice reports amounts and a reason",
    inOrder(
      withEventMember("invoice.voided", "total", ({ invoice }) => invoice?.total),
      withEventMember("invoice.voided", "reason", () => null),
    ),
  ),
  variant(
    "events-with-numbered-invoices",
    "invoice-numbers",
    "The number of an invoice is a number",
    withEventMember("invoice.finalized", "invoiceNumber", ({ invoice }) =>
      Number(invoice?.number.replace(/\D/g, "")),
    ),
  ),
];
