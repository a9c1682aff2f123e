import { overlapping, torn, tornMutants, transacting } from "../connect/races.ts";
import { staleAgain } from "../faults/cut-requests.ts";
import { inOrder, named, perEmulator } from "../mutant.ts";
import { timing } from "../shared/billing.ts";

export const mutants = named({
  ...tornMutants({
    "cancellations-at-once-each-report": [
      "subscription-events/canceled-once-when-concurrent",
      "cancelSubscription",
    ],
    "retries-at-once-each-charge": ["subscriptions/concurrent-retries-settle-once", "retryPayment"],
    "payments-at-once-each-charge": ["invoices/concurrent-payments-settle-once", "payInvoice"],
    "retry-beside-a-cancellation": [
      "subscriptions/canceled-beside-other-requests",
      "cancelSubscription",
      "retryPayment",
    ],
    "quantity-change-beside-a-cancellation": [
      "subscriptions/canceled-beside-other-requests",
      "cancelSubscription",
      "changeQuantity",
    ],
    "pause-beside-a-cancellation": [
      "subscriptions/overlapping-requests-have-an-order",
      "cancelSubscription",
      "pauseSubscription",
    ],
  }),
  "pause-overwrites-a-cancellation": {
    violates: ["subscriptions/canceled-beside-other-requests"],
    summary: "A pause overwrites an immediate cancellation that is made while it is in progress.",
    replace: transacting(["pauseSubscription"], torn),
  },
  "earlier-pause-wins": {
    violates: ["subscriptions/overlapping-requests-have-an-order"],
    summary: "A pause that overlapped another request is applied again after later ones.",
    wrap: staleAgain(/\/(?:pause|resume)$/, ({ url }) => url.pathname.endsWith("/pause")),
  },
  "advances-at-once-each-bill": {
    violates: ["test-clocks/concurrent-advances-bill-once"],
    summary: "Simultaneous advances of a clock each request the payment of the due period.",
    replace: perEmulator(() => {
      const { isOverlapping, replace } = overlapping("advanceTestClock");
      const again = timing("due", (effects) => {
        const events = effects.events ?? [];
        if (!isOverlapping()) return effects;
        const repeated = events.map((event) => ({
          ...event,
          data: { ...event.data, paymentIntentId: `${String(event.data["paymentIntentId"])}2` },
        }));
        return { ...effects, events: [...events, ...repeated] };
      });
      return inOrder(replace, again);
    }),
  },
});
