import { inOrder, named, perEmulator } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { timing, withEventMember } from "../mutants/shared/billing.ts";
import { clocks } from "../mutants/shared/clocks.ts";

/** Other choices at the open points in `spec/areas/invoices.yaml`. */
export const variants = named<Variant>({
  "invoiced-when-due": {
    openPoints: ["invoice-issue"],
    what: "A reminder before the start of a clock is not sent, and the invoice is issued on the due date",
    replace: perEmulator(() => {
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
      );
    }),
  },
  "voided-invoices-report-more": {
    openPoints: ["invoice-voided-fields"],
    what: "The event of a voided invoice reports amounts and a reason",
    replace: inOrder(
      withEventMember("invoice.voided", "total", ({ invoice }) => invoice?.total),
      withEventMember("invoice.voided", "reason", () => null),
    ),
  },
  "events-with-numbered-invoices": {
    openPoints: ["invoice-numbers"],
    what: "`invoiceNumber` is a JSON number",
    replace: withEventMember("invoice.finalized", "invoiceNumber", ({ invoice }) =>
      Number(invoice?.number.replace(/\D/g, "")),
    ),
  },
});
