import type { Parts } from "../../emulator/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
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

/** A number that is new each time it is told. */
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
      kills: "invoices/finalized-three-days-before",
      lie: "No invoice is announced on the third day before the due date.",
    },
    (parts) => silent(parts, ISSUED, "reminder"),
  ),
  mutant(
    {
      id: "invoice-reminder-within-the-month",
      kills: "invoices/finalized-three-days-before-across-months",
      lie: "What is due in the first three days of a month is reminded of on the first.",
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
      kills: "invoices/finalized-three-days-before-across-months",
      lie: "From the second renewal on, the invoice is issued on the eve of the due date.",
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
      kills: "invoices/finalized-three-days-before",
      lie: "The invoice is issued on the eve of the due date.",
      subtle: true,
    },
    (parts) => billing(parts, () => ({ reminderDate: (due) => due - DAY })),
  ),
  mutant(
    {
      id: "invoice-reminder-twice",
      kills: "invoices/finalized-once-a-cycle",
      lie: "The reminder three days before the due date fires twice.",
    },
    (parts) => telling(parts, ISSUED, "reminder"),
  ),
  mutant(
    {
      id: "invoice-issued-again-when-due",
      kills: "invoices/finalized-once-a-cycle",
      lie: "The due date announces the invoice once more.",
      subtle: true,
    },
    (parts) => telling(parts, ISSUED, "renewalPaid"),
  ),
  mutant(
    {
      id: "invoice-issued-five-days-before",
      kills: "invoices/not-finalized-before-d-minus-3",
      lie: "The invoice is issued five days before the due date.",
      subtle: true,
    },
    (parts) => billing(parts, () => ({ reminderDate: (due) => due - 5 * DAY })),
  ),
  mutant(
    {
      id: "invoice-issued-to-the-subscription",
      kills: "invoices/finalized-names-the-customer",
      lie: "An issued invoice names the subscription as its customer.",
    },
    (parts) => saying(parts, ISSUED, "customerId", ({ subscription }) => subscription.id),
  ),
  mutant(
    {
      id: "invoice-of-a-trial-ahead",
      kills: "invoices/trial-invoice-not-before-trial-end",
      lie: "A trial is invoiced three days ahead of its end, as a renewal is.",
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
      kills: "invoices/no-invoice-created-at-creation",
      lie: "A creation tells invoice.created.",
    },
    (parts) => inventing(parts, "invoice.created", ISSUED, "createdPaid"),
  ),
  mutant(
    {
      id: "invoice-created-when-issued",
      kills: "invoices/no-invoice-created-at-renewal",
      lie: "The reminder tells invoice.created.",
      subtle: true,
    },
    (parts) => inventing(parts, "invoice.created", ISSUED, "reminder"),
  ),
  mutant(
    {
      id: "invoice-overdue-after-a-retry",
      kills: "invoices/no-invoice-overdue",
      lie: "An automatic retry in vain tells invoice.overdue.",
      subtle: true,
    },
    (parts) => inventing(parts, "invoice.overdue", ISSUED, "retryDeclined"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-at-creation",
      kills: "invoices/paid-at-creation",
      lie: "The first invoice is paid in silence.",
    },
    (parts) => silent(parts, PAID, "createdPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-on-renewal",
      kills: "invoices/paid-on-the-due-date",
      lie: "A renewal's invoice is paid in silence.",
    },
    (parts) => silent(parts, PAID, "renewalPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-when-issued",
      kills: "invoices/not-paid-before-due",
      lie: "An issued invoice is told as paid at once.",
      subtle: true,
    },
    (parts) => telling(parts, PAID, "reminder"),
  ),
  mutant(
    {
      id: "invoice-paid-when-declined",
      kills: "invoices/not-paid-when-declined",
      lie: "A declined renewal tells its invoice as paid.",
      subtle: true,
    },
    (parts) => telling(parts, PAID, "renewalDeclined"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-by-automatic-retry",
      kills: "invoices/paid-by-automatic-retry",
      lie: "What an automatic retry settles is not told as paid.",
      subtle: true,
    },
    (parts) => silent(parts, PAID, "retryPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-by-called-retry",
      kills: "invoices/paid-by-retry-payment",
      lie: "What a call of retry-payment settles is not told as paid.",
      subtle: true,
    },
    (parts) => silent(parts, PAID, "retryCallPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-untold-through-the-link",
      kills: "invoices/paid-through-the-link",
      lie: "An invoice that is settled through its link is not told as paid.",
    },
    (parts) => silent(parts, PAID, "linkPaid"),
  ),
  mutant(
    {
      id: "invoice-paid-under-another-id",
      kills: "invoices/paid-is-the-finalized",
      lie: "A renewal pays an invoice that was never issued.",
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
      kills: "invoices/paid-names-the-subscription",
      lie: "A paid invoice names the customer's other subscription.",
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
      kills: "invoices/paid-repeats-share-their-id",
      lie: "The second telling of a paid invoice has another invoiceId.",
      subtle: true,
    },
    (parts) => telling(counting(parts, PAID, "invoiceId"), PAID, "renewalPaid"),
  ),
  mutant(
    { id: "invoice-void-untold", kills: "invoices/voided-by-call", lie: "A voided invoice is not told." },
    (parts) => voiding(parts, VOIDED),
  ),
  mutant(
    {
      id: "invoice-void-untold-on-cancellation",
      kills: "invoices/voided-by-cancellation",
      lie: "An immediate cancellation leaves the issued invoice open.",
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
      kills: "invoices/voided-names-the-customer",
      lie: "A voided invoice names the subscription as its customer.",
    },
    (parts) => saying(parts, VOIDED, "customerId", ({ subscription }) => subscription.id),
  ),
  mutant(
    {
      id: "invoice-void-by-its-number",
      kills: "invoices/voided-names-the-invoice",
      lie: "A voided invoice is told by its number.",
    },
    (parts) => saying(parts, VOIDED, "invoiceId", ({ invoice }) => invoice?.number),
  ),
  mutant(
    { id: "invoice-void-twice", kills: "invoices/voided-once", lie: "A voided invoice is told twice." },
    (parts) => telling(parts, VOIDED, "invoiceVoided"),
  ),
];
