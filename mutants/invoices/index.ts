import type { Parts } from "../../emulator/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import {
  acting,
  billing,
  DAY,
  hushed,
  inventing,
  saying,
  siblingOf,
  silent,
  telling,
} from "../shared/billing.ts";

const ISSUED = "invoice.finalized";
const PAID = "invoice.paid";
const VOIDED = "invoice.voided";

/** A number that is new each time it is reported. */
const counting = (parts: Parts, event: string, member: string): Parts => {
  let told = 0;
  return saying(parts, event, member, (facts, usual) => {
    told += 1;
    return `${String(usual(facts))}_${told}`;
  });
};

const voiding = (parts: Parts, event: string): Parts => {
  const { act } = parts.invoices.void;
  return {
    ...parts,
    invoices: {
      ...parts.invoices,
      void: {
        ...parts.invoices.void,
        act: (input) => {
          const acted = act(input);
          return { ...acted, effects: hushed(acted.effects, event) };
        },
      },
    },
  };
};

/** Invoices that are issued, paid and voided otherwise than promised (§6.1). */
export const invoiceMutants: readonly Mutant[] = [
  mutant(
    {
      id: "invoice-reminder-skipped",
      violates: "invoices/finalized-three-days-before",
      summary: "No invoice is announced on the third day before the due date.",
    },
    (parts) => silent(parts, ISSUED, "reminder"),
  ),
  mutant(
    {
      id: "invoice-reminder-within-the-month",
      violates: "invoices/finalized-three-days-before-across-months",
      summary: "What is due in the first three days of a month is reminded of on the first.",
      subtle: true,
    },
    (parts) =>
      billing(parts, ({ reminderDate }) => ({
        reminderDate: (due) => {
          const date = new Date(due);
          return date.getUTCDate() <= 3 ? date.setUTCDate(1) : reminderDate(due);
        },
      })),
  ),
  mutant(
    {
      id: "invoice-reminder-late-from-the-second",
      violates: "invoices/finalized-three-days-before-across-months",
      summary: "From the second renewal on, the invoice is issued on the eve of the due date.",
      subtle: true,
    },
    (parts) =>
      billing(parts, ({ dueDate, reminderDate }) => {
        let cycle = 0;
        return {
          dueDate: (subscription) => {
            cycle = subscription.cycle;
            return dueDate(subscription);
          },
          reminderDate: (due) => (cycle === 0 ? reminderDate(due) : due - DAY),
        };
      }),
  ),
  mutant(
    {
      id: "invoice-reminder-a-day-before",
      violates: "invoices/finalized-three-days-before",
      summary: "The invoice is issued on the eve of the due date.",
      subtle: true,
    },
    (parts) => billing(parts, () => ({ reminderDate: (due) => due - DAY })),
  ),
  mutant(
    {
      id: "invoice-reminder-twice",
      violates: "invoices/finalized-once-a-cycle",
      summary: "The reminder three days before the due date fires twice.",
    },
    (parts) => telling(parts, ISSUED, "reminder"),
  ),
  mutant(
    {
      id: "invoice-issued-again-when-due",
      violates: "invoices/finalized-once-a-cycle",
      summary: "The due date announces the invoice once more.",
      subtle: true,
    },
    (parts) => telling(parts, ISSUED, "renewalPaid"),
  ),
  mutant(
    {
      id: "invoice-issued-five-days-before",
      violates: "invoices/not-finalized-before-d-minus-3",
      summary: "The invoice is issued five days before the due date.",
      subtle: true,
    },
    (parts) => billing(parts, () => ({ reminderDate: (due) => due - 5 * DAY })),
  ),
  mutant(
    {
      id: "invoice-issued-to-the-subscription",
      violates: "invoices/finalized-names-the-customer",
      summary: "An issued invoice names the subscription as its customer.",
    },
    (parts) => saying(parts, ISSUED, "customerId", ({ subscription }) => subscription.id),
  ),
  mutant(
    {
      id: "invoice-of-a-trial-ahead",
      violates: "invoices/trial-invoice-not-before-trial-end",
      summary: "A trial is invoiced three days ahead of its end, as a renewal is.",
      subtle: true,
    },
    (parts) =>
      billing(parts, ({ dueDate }) => ({
        dueDate: (subscription) => dueDate(subscription) - (subscription.status === "trialing" ? 3 * DAY : 0),
      })),
  ),
  mutant(
    {
      id: "invoice-created-with-the-subscription",
      violates: "invoices/no-invoice-created-at-creation",
      summary: "A creation reports invoice.created.",
    },
    (parts) => inventing(parts, "invoice.created", ISSUED, "createdPaid"),
  ),
  mutant(
    {
      id: "invoice-created-when-issued",
      violates: "invoices/no-invoice-created-at-renewal",
      summary: "The reminder reports invoice.created.",
      subtle: true,
    },
    (parts) => inventing(parts, "invoice.created", ISSUED, "reminder"),
  ),
  mutant(
    {
      id: "invoice-overdue-after-a-retry",
      violates: "invoices/no-invoice-overdue",
      summary: "A declined automatic retry emits invoice.overdue.",
      subtle: true,
    },
    (parts) => inventing(parts, "invoice.overdue", ISSUED, "retryDeclined"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-at-creation",
      violates: "invoices/paid-at-creation",
      summary: "The first invoice is paid in silence.",
    },
    (parts) => silent(parts, PAID, "createdPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-on-renewal",
      violates: "invoices/paid-on-the-due-date",
      summary: "A renewal's invoice is paid in silence.",
    },
    (parts) => silent(parts, PAID, "renewalPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-when-issued",
      violates: "invoices/not-paid-before-due",
      summary: "An issued invoice is reported as paid immediately.",
      subtle: true,
    },
    (parts) => telling(parts, PAID, "reminder"),
  ),
  mutant(
    {
      id: "invoice-paid-when-declined",
      violates: "invoices/not-paid-when-declined",
      summary: "A declined renewal reports its invoice as paid.",
      subtle: true,
    },
    (parts) => telling(parts, PAID, "renewalDeclined"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-by-automatic-retry",
      violates: "invoices/paid-by-automatic-retry",
      summary: "What an automatic retry settles is not reported as paid.",
      subtle: true,
    },
    (parts) => silent(parts, PAID, "retryPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-by-called-retry",
      violates: "invoices/paid-by-retry-payment",
      summary: "What a call of retry-payment settles is not reported as paid.",
      subtle: true,
    },
    (parts) => silent(parts, PAID, "retryCallPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-through-the-link",
      violates: "invoices/paid-through-the-link",
      summary: "An invoice that is settled through its link is not reported as paid.",
    },
    (parts) => silent(parts, PAID, "linkPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-under-another-id",
      violates: "invoices/paid-is-the-finalized",
      summary: "A renewal pays an invoice that was never issued.",
      subtle: true,
    },
    (parts) =>
      saying(parts, PAID, "invoiceId", ({ invoice }) =>
        invoice !== undefined && invoice.cycle > 0 ? `${invoice.id}r` : invoice?.id,
      ),
  ),
  mutant(
    {
      id: "invoice-paid-for-the-sibling",
      violates: "invoices/paid-names-the-subscription",
      summary: "A paid invoice names the customer's other subscription.",
      subtle: true,
    },
    (parts) =>
      saying(
        parts,
        PAID,
        "subscriptionId",
        ({ state, subscription }) => (siblingOf(state, subscription) ?? subscription).id,
      ),
  ),
  mutant(
    {
      id: "invoice-paid-twice-under-two-ids",
      violates: "invoices/paid-repeats-share-their-id",
      summary: "The second telling of a paid invoice has another invoiceId.",
      subtle: true,
    },
    (parts) => telling(counting(parts, PAID, "invoiceId"), PAID, "renewalPaid"),
  ),
  mutant(
    {
      id: "invoice-void-untold",
      violates: "invoices/voided-by-call",
      summary: "A voided invoice is not reported.",
    },
    (parts) => voiding(parts, VOIDED),
  ),
  mutant(
    {
      id: "invoice-void-untold-on-cancellation",
      violates: "invoices/voided-by-cancellation",
      summary: "An immediate cancellation leaves the issued invoice open.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) => {
        const acted = usual(input);
        return { ...acted, effects: hushed(acted.effects, VOIDED) };
      }),
  ),
  mutant(
    {
      id: "invoice-void-of-the-subscription",
      violates: "invoices/voided-names-the-customer",
      summary: "A voided invoice names the subscription as its customer.",
    },
    (parts) => saying(parts, VOIDED, "customerId", ({ subscription }) => subscription.id),
  ),
  mutant(
    {
      id: "invoice-void-by-its-number",
      violates: "invoices/voided-names-the-invoice",
      summary: "A voided invoice is reported by its number.",
    },
    (parts) => saying(parts, VOIDED, "invoiceId", ({ invoice }) => invoice?.number),
  ),
  mutant(
    {
      id: "invoice-void-twice",
      violates: "invoices/voided-once",
      summary: "A voided invoice is reported twice.",
    },
    (parts) => telling(parts, VOIDED, "invoiceVoided"),
  ),
];
