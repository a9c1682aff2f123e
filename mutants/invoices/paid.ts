import { invoices } from "../../emulator/areas/invoices/record.ts";
import { inOrder, type Replace, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { part } from "../part.ts";
import {
  DAY,
  type Facts,
  withoutEvents,
  withEventMember,
  siblingOf,
  alsoEmitting,
  timing,
  notEmittingLater,
} from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";

const ISSUED = "invoice.finalized";

const PAID = "invoice.paid";

/** A number that changes each time it is reported. */
const counting = (event: string, member: string): Replace =>
  perEmulator(() => {
    let count = 0;
    return withEventMember(event, member, (facts, usual) => {
      count += 1;
      return `${String(usual(facts))}_${count}`;
    });
  });

/** From the second renewal on. */
const isLater = ({ subscription, previous }: Facts): boolean =>
  previous.periodStart - subscription.createdAt > 20 * DAY;

export const mutants = named({
  ...occurrenceMutants(PAID, {
    "invoice-paid-untold-at-creation": {
      violates: ["invoices/paid-at-creation"],
      summary: "The first invoice is paid without an event.",
      missing: "createdPaid",
    },
    "invoice-paid-untold-on-renewal": {
      violates: ["invoices/paid-on-the-due-date"],
      summary: "A renewal's invoice is paid without an event.",
      missing: "renewalPaid",
    },
    "invoice-paid-when-issued": {
      violates: ["invoices/not-paid-before-due"],
      summary: "An issued invoice is reported as paid immediately.",
      extra: "reminder",
    },
    "invoice-paid-when-declined": {
      violates: ["invoices/not-paid-when-declined"],
      summary: "A declined renewal reports its invoice as paid.",
      extra: "renewalDeclined",
    },
    "invoice-paid-untold-by-automatic-retry": {
      violates: ["invoices/paid-by-automatic-retry"],
      summary: "An invoice that an automatic retry settles is not reported as paid.",
      missing: "retryPaid",
    },
    "invoice-paid-untold-by-called-retry": {
      violates: ["invoices/paid-by-retry-payment"],
      summary: "An invoice that a call of retry-payment settles is not reported as paid.",
      missing: "retryCallPaid",
    },
    "invoice-paid-untold-through-the-link": {
      violates: ["invoices/paid-through-the-link"],
      summary: "An invoice that is settled through its link is not reported as paid.",
      missing: "linkPaid",
    },
    "invoice-paid-when-first-declined": {
      violates: ["invoices/not-paid-when-declined"],
      summary: "A first payment that was declined reports its invoice as paid.",
      extra: "createdDeclined",
    },
    "invoice-paid-when-called-in-vain": {
      violates: ["invoices/not-paid-when-declined"],
      summary: "A call of retry-payment that is declined reports the invoice as paid.",
      extra: "retryCallDeclined",
    },
    "invoice-paid-when-voided": {
      violates: ["invoices/not-paid-before-due"],
      summary: "A voided invoice is reported as paid.",
      extra: "invoiceVoided",
    },
  }),
  "invoice-paid-untold-by-second-retry": {
    violates: ["invoices/paid-by-automatic-retry"],
    summary: "An invoice that the second automatic retry settles is not reported as paid.",
    replace: notEmittingLater(PAID),
  },
  "invoice-charged-again-after-the-link": {
    violates: ["invoices/linked-is-charged-once"],
    summary: "An invoice that was settled through its link stays open, and is charged when it is due.",
    replace: part(["invoices", "pay"], ({ act }) => ({
      act: (input) => {
        const { invoice, effects } = act(input);
        const writes = (effects.writes ?? []).filter(({ table }) => table.name !== invoices.name);
        return { invoice, effects: { ...effects, writes } };
      },
    })),
  },
  "invoice-paid-under-another-id": {
    violates: ["invoices/paid-is-the-finalized"],
    summary: "A renewal pays an invoice that was never issued.",
    replace: withEventMember(PAID, "invoiceId", ({ invoice }) =>
      invoice !== undefined && invoice.cycle > 0 ? `${invoice.id}r` : invoice?.id,
    ),
  },
  "invoice-paid-for-the-sibling": {
    violates: ["invoices/paid-names-the-subscription"],
    summary: "A paid invoice names the customer's other subscription.",
    replace: withEventMember(
      PAID,
      "subscriptionId",
      ({ state, subscription }) => (siblingOf(state, subscription) ?? subscription).id,
    ),
  },
  "invoice-paid-twice-under-two-ids": {
    violates: ["invoices/paid-repeats-share-their-id"],
    summary: "The second event of a paid invoice has another invoiceId.",
    replace: inOrder(counting(PAID, "invoiceId"), alsoEmitting(PAID, "renewalPaid")),
  },
  "invoice-unannounced-later": {
    violates: ["invoices/paid-is-the-finalized"],
    summary: "From the second renewal on, the paid invoices were never announced.",
    replace: timing("reminder", (effects, _context, subscription) =>
      (subscription?.cycle ?? 0) > 0 ? withoutEvents(effects, ISSUED) : effects,
    ),
  },
  "invoice-paid-under-another-id-later": {
    violates: ["invoices/paid-is-the-finalized"],
    summary: "From the second renewal on, the paid invoice differs from the announced one.",
    replace: withEventMember(PAID, "invoiceId", (facts, usual) =>
      isLater(facts) ? `${String(usual(facts))}r` : usual(facts),
    ),
  },
  "invoice-paid-under-another-id-by-retry": {
    violates: ["invoices/paid-is-the-finalized"],
    summary: "The invoice that a retry settles differs from the announced one.",
    replace: withEventMember(PAID, "invoiceId", (facts, usual) =>
      facts.previous.status === "past_due" ? `${String(usual(facts))}r` : usual(facts),
    ),
  },
});
