import type { ReceivedEvent } from "../kit.ts";
import type { Transition } from "../model/billing.ts";

/** What a step did, and the events that reported it. */
interface Reported {
  readonly transition: Transition;
  readonly events: readonly ReceivedEvent[];
}

/**
 * Whether an invoice.finalized may be that of a renewal. The first cycle's event may arrive late, and it names no subscription. An invoice
 * of zero belongs to no cycle.
 */
export const isLaterCycles = ({ steps }: { readonly steps: readonly Reported[] }) => {
  const first = new Set<unknown>();
  for (const { transition, events } of steps)
    if (transition.startsWith("created"))
      for (const { type, data } of events) if (type === "invoice.paid") first.add(data["invoiceId"]);
  return ({ data }: ReceivedEvent): boolean => !first.has(data["invoiceId"]) && data["total"] !== 0;
};
