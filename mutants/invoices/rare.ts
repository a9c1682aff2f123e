import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { acting, DAY, type Facts, hushed, type Step, saying, telling, timing } from "../shared/billing.ts";

const ISSUED = "invoice.finalized";
const PAID = "invoice.paid";
const VOIDED = "invoice.voided";

const told = (id: string, violates: RuleId, event: string, step: Step, summary: string): Mutant =>
  mutant({ id, violates, summary, subtle: true }, (parts) => telling(parts, event, step));

/** From the second renewal on. */
const isLater = ({ subscription, previous }: Facts): boolean =>
  previous.periodStart - subscription.createdAt > 20 * DAY;

/** Faults of invoices that show in some lives alone (§6.1). */
export const rareInvoiceMutants: readonly Mutant[] = [
  told(
    "invoice-paid-when-first-declined",
    "invoices/not-paid-when-declined",
    PAID,
    "createdDeclined",
    "A first payment that was declined tells its invoice as paid.",
  ),
  told(
    "invoice-paid-when-called-in-vain",
    "invoices/not-paid-when-declined",
    PAID,
    "retryCallDeclined",
    "A call of retry-payment that is declined tells the invoice as paid.",
  ),
  told(
    "invoice-paid-when-voided",
    "invoices/not-paid-before-due",
    PAID,
    "invoiceVoided",
    "A voided invoice is told as paid.",
  ),
  told(
    "invoice-issued-again-by-a-retry",
    "invoices/finalized-once-a-cycle",
    ISSUED,
    "retryPaid",
    "An automatic retry that goes through announces the invoice once more.",
  ),
  told(
    "invoice-issued-again-by-an-activation",
    "invoices/finalized-once-a-cycle",
    ISSUED,
    "activated",
    "An activation announces the invoice once more.",
  ),
  told(
    "invoice-issued-twice-after-a-trial",
    "invoices/finalized-once-a-cycle",
    ISSUED,
    "trialEndPaid",
    "The first invoice after a trial is announced twice.",
  ),
  mutant(
    {
      id: "invoice-void-twice-on-cancellation",
      violates: "invoices/voided-once",
      summary: "An immediate cancellation tells twice that it voided the issued invoice.",
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
