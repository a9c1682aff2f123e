import type { Replace } from "../mutant.ts";
import { named } from "../named.ts";
import { acting, withoutEvents, withEventMember } from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";
import { part } from "../part.ts";

const VOIDED = "invoice.voided";

const voiding = (event: string): Replace =>
  part(["invoices", "void"], ({ act }) => ({
    act: (input) => {
      const acted = act(input);
      return { ...acted, effects: withoutEvents(acted.effects, event) };
    },
  }));

export const mutants = named({
  "invoice-void-untold": {
    violates: ["invoices/voided-by-call"],
    summary: "A voided invoice is not reported.",
    replace: voiding(VOIDED),
  },
  "invoice-void-untold-on-cancellation": {
    violates: ["invoices/voided-by-cancellation"],
    summary: "An immediate cancellation leaves the issued invoice open.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      return { ...acted, effects: withoutEvents(acted.effects, VOIDED) };
    }),
  },
  "invoice-void-of-the-subscription": {
    violates: ["invoices/voided-names-the-customer"],
    summary: "A voided invoice names the subscription as its customer.",
    replace: withEventMember(VOIDED, "customerId", ({ subscription }) => subscription.id),
  },
  "invoice-void-by-its-number": {
    violates: ["invoices/voided-names-the-invoice"],
    summary: "A voided invoice is reported by its number.",
    replace: withEventMember(VOIDED, "invoiceId", ({ invoice }) => invoice?.number),
  },
  ...occurrenceMutants(VOIDED, {
    "invoice-void-twice": {
      violates: ["invoices/voided-once"],
      summary: "A voided invoice is reported twice.",
      extra: "invoiceVoided",
    },
  }),
  "invoice-void-twice-on-cancellation": {
    violates: ["invoices/voided-once"],
    summary: "An immediate cancellation reports twice that it voided the issued invoice.",
    replace: acting("cancel", (usual, input) => {
      const acted = usual(input);
      const events = acted.effects.events ?? [];
      const again = events.filter(({ type }) => type === VOIDED);
      return { ...acted, effects: { ...acted.effects, events: [...events, ...again] } };
    }),
  },
});
