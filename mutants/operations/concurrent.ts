import { inOrder, perEmulator } from "../mutant.ts";
import { family, named } from "../named.ts";
import { overlapping, takenForOne, torn, transacting } from "../connect/races.ts";
import { replacing } from "../payout-schedule/parts.ts";
import { authenticating } from "../shared/authentication.ts";
import { timing } from "../shared/billing.ts";
import type { RuleId } from "../../spec/index.ts";

/** How recently a key must have been issued to survive its replacement, ms. */
const JUST_ISSUED_MS = 50;

/** Requests at the same time that no lock separates. */
export const mutants = named({
  ...family(
    {
      "intents-at-once-are-one": ["payment-intents", "createPaymentIntent"],
      "sessions-at-once-are-one": ["checkout-sessions", "createSession"],
      "disbursements-at-once-are-one": ["disbursements", "createDisbursement"],
      "remittances-at-once-are-one": ["remittances", "createRemittance"],
      "clocks-at-once-are-one": ["test-clocks", "createTestClock"],
      "subscriptions-at-once-are-one": ["subscriptions", "createSubscription"],
    },
    ([area = "", operation = ""]) => ({
      violates: [`${area}/concurrent-creations-are-separate` as RuleId],
      summary: `Simultaneous requests (${operation}) create one object.`,
      socket: true,
      replace: perEmulator(() => transacting([operation], takenForOne())),
    }),
  ),
  ...family(
    {
      "cancellations-at-once-each-report": [
        "subscription-events/canceled-once-when-concurrent",
        "cancelSubscription",
      ],
      "retries-at-once-each-charge": ["subscriptions/concurrent-retries-settle-once", "retryPayment"],
      "payments-at-once-each-charge": ["invoices/concurrent-payments-settle-once", "payInvoice"],
      "voids-at-once-each-report": ["invoices/voided-once-when-concurrent", "voidInvoice"],
      "activations-at-once-each-set": ["activation/concurrent-activations-set-one-mode", "activateConnect"],
      "links-at-once-each-begin": ["onboarding/concurrent-same-key-is-one-session", "createOnboardingLink"],
    },
    ([rule = "", operation = ""]) => ({
      violates: [rule as RuleId],
      summary: `Simultaneous requests (${operation}) are decided on the same state.`,
      socket: true,
      replace: transacting([operation], torn),
    }),
  ),
  "advances-at-once-each-bill": {
    violates: ["test-clocks/concurrent-advances-bill-once"],
    summary: "Simultaneous advances of a clock each request the payment of the due period.",
    socket: true,
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
  "schedules-at-once-are-mixed": {
    violates: ["payout-schedule/concurrent-replacements-are-whole"],
    summary:
      "Simultaneous replacements of the payout schedule leave the cadence of one and the switch of the other.",
    socket: true,
    replace: perEmulator(() => {
      const { isOverlapping, replace } = overlapping("replacePayoutSchedule");
      let last = false;
      const mixed = replacing(({ next: usual }) => ({
        next: (before, cadence, enabled) => {
          const schedule = usual(before, cadence, isOverlapping() ? last : enabled);
          last = schedule.enabled;
          return schedule;
        },
      }));
      return inOrder(replace, mixed);
    }),
  },
  "keys-at-once-all-work": {
    violates: ["authentication/concurrent-regenerations-leave-one-key"],
    summary: "A regeneration does not end a key that was just issued.",
    socket: true,
    replace: authenticating(({ issue, revoke }) => {
      const issued = new Map<string, number>();
      return {
        issue: (mode, ids) => {
          const key = issue(mode, ids);
          issued.set(key, performance.now());
          return key;
        },
        revoke: (key) => {
          const age = performance.now() - (issued.get(key.id) ?? -Infinity);
          return age < JUST_ISSUED_MS ? [] : revoke(key);
        },
      };
    }),
  },
});
