import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { acting, DAY, type Facts, hushed, saying, type Step, telling, timing } from "../shared/billing.ts";

const ISSUED = "invoice.finalized";
const PAID = "invoice.paid";
const VOIDED = "invoice.voided";

const told = (fault: Fault, event: string, step: Step): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) => telling(parts, event, step));

/** From the second renewal on. */
const isLater = ({ subscription, previous }: Facts): boolean =>
  previous.periodStart - subscription.createdAt > 20 * DAY;

/** Faults of invoices that show in some lives alone (§6.1). */
export const rareInvoiceMutants: readonly Mutant[] = [
  told(
    {
      id: "invoice-paid-when-first-declined",
      violates: "invoices/not-paid-when-declined",
      summary: "A first payment that was declined reports its invoice as paid.",
    },
    PAID,
    "createdDeclined",
  ),
  told(
    {
      id: "invoice-paid-when-called-in-vain",
      violates: "invoices/not-paid-when-declined",
      summary: "A call of retry-payment that is declined reports the invoice as paid.",
    },
    PAID,
    "retryCallDeclined",
  ),
  told(
    {
      id: "invoice-paid-when-voided",
      violates: "invoices/not-paid-before-due",
      summary: "A voided invoice is reported as paid.",
    },
    PAID,
    "invoiceVoided",
  ),
  told(
    {
      id: "invoice-issued-again-by-a-retry",
      violates: "invoices/finalized-once-a-cycle",
      summary: "An automatic retry that goes through announces the invoice once more.",
    },
    ISSUED,
    "retryPaid",
  ),
  told(
    {
      id: "invoice-issued-again-by-an-activation",
      violates: "invoices/finalized-once-a-cycle",
      summary: "An activation announces the invoice once more.",
    },
    ISSUED,
    "activated",
  ),
  told(
    {
      id: "invoice-issued-twice-after-a-trial",
      violates: "invoices/finalized-once-a-cycle",
      summary: "The first invoice after a trial is announced twice.",
    },
    ISSUED,
    "trialEndPaid",
  ),
  mutant(
    {
      id: "invoice-void-twice-on-cancellation",
      violates: "invoices/voided-once",
      summary: "An immediate cancellation reports twice that it voided the issued invoice.",
      subtle: true,
    },
    (parts) =>
      acting(parts, "cancel", (usual, input) => {
        const acted = usual(input);
        const events = acted.effects.events ?? [];
        const again = events.filter(({ type }) => type === VOIDED);
        return { ...acted, effects: { ...acted.effects, events: [...events, ...again] } };
      }),
  ),
  mutant(
    {
      id: "invoice-unannounced-later",
      violates: "invoices/paid-is-the-finalized",
      summary: "From the second renewal on, invoices are paid that were never announced.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "reminder", (effects, _context, subscription) =>
        (subscription?.cycle ?? 0) > 0 ? hushed(effects, ISSUED) : effects,
      ),
  ),
  mutant(
    {
      id: "invoice-paid-under-another-id-later",
      violates: "invoices/paid-is-the-finalized",
      summary: "From the second renewal on, another invoice is paid than the one that was announced.",
      subtle: true,
    },
    (parts) =>
      saying(parts, PAID, "invoiceId", (facts, usual) =>
        isLater(facts) ? `${String(usual(facts))}r` : usual(facts),
      ),
  ),
  mutant(
    {
      id: "invoice-paid-under-another-id-by-retry",
      violates: "invoices/paid-is-the-finalized",
      summary: "A retry settles another invoice than the one that was announced.",
      subtle: true,
    },
    (parts) =>
      saying(parts, PAID, "invoiceId", (facts, usual) =>
        facts.previous.status === "past_due" ? `${String(usual(facts))}r` : usual(facts),
      ),
  ),
];
