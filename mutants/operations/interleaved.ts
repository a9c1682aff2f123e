import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { put } from "../../emulator/kernel/table.ts";
import { inOrder, named, perEmulator } from "../mutant.ts";
import { acting, actParts, timing } from "../shared/billing.ts";
import { committing } from "../shared/committing.ts";

export const mutants = named({
  "resumption-revives-the-canceled": {
    violates: ["subscriptions/ended-whatever-came-before"],
    summary: "A resumption makes a canceled subscription active again.",
    replace: actParts("resume", ({ act, guards }) => ({
      guards: guards.map((usual) => ({
        ...usual,
        refuse: (input) => (input.subscription.status === "canceled" ? undefined : usual.refuse(input)),
      })),
      act: (input) => {
        if (input.subscription.status !== "canceled") return act(input);
        const subscription = { ...input.subscription, status: "active" as const };
        return { subscription, effects: { writes: [put(subscriptions, subscription)] } };
      },
    })),
  },
  "quantity-change-skips-a-renewal": {
    violates: ["test-clocks/renewed-whatever-came-before"],
    summary: "A subscription whose quantity was changed is not renewed.",
    replace: perEmulator(() => {
      const changed = new Set<string>();
      const change = acting("changeQuantity", (usual, input) => {
        changed.add(input.subscription.id);
        return usual(input);
      });
      return inOrder(
        change,
        timing("due", (effects, _context, one) => (changed.has(one?.id ?? "") ? {} : effects)),
      );
    }),
  },
  "voided-invoice-stays-due": {
    violates: ["invoices/voided-is-not-charged"],
    summary: "A voided invoice is still charged on its due date.",
    replace: committing("voidInvoice", (decision) => ({ ...decision, writes: [] })),
  },
});
