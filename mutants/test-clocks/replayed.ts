import { together } from "../../emulator/areas/billing/transitions.ts";
import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { attachedTo, follow, followAs } from "../../emulator/areas/test-clocks/follow.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { hushed, timing } from "../shared/billing.ts";
import { clocks, standOf } from "../shared/clocks.ts";
import { FAR } from "./parts.ts";

/** Mutants of the rules that `suites/test-clocks/replayed.ts` judges. */
export const testClocksReplayedMutants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-attaches-customers-alone",
      violates: "test-clocks/attach-customer-brings-subscriptions",
      summary: "Attaching a customer attaches none of its subscriptions.",
    },
    (parts) => clocks(parts, () => ({ subscriptionsToAttach: () => [] })),
  ),
  mutant(
    {
      id: "clock-attaches-two-of-a-customer",
      violates: "test-clocks/attach-customer-brings-subscriptions",
      summary: "Attaching a customer attaches its first two subscriptions only.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ subscriptionsToAttach }) => ({
        subscriptionsToAttach: (state, customer) => subscriptionsToAttach(state, customer).slice(0, 2),
      })),
  ),
  mutant(
    {
      id: "clock-attaches-the-whole-account",
      violates: "test-clocks/attach-customer-leaves-others",
      summary: "Attaching a customer attaches all subscriptions of the account.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, () => ({
        subscriptionsToAttach: (state, customer) => state.find(subscriptions, "owner", ownerOf(customer)),
      })),
  ),
  mutant(
    {
      id: "clock-attached-in-name",
      violates: "test-clocks/attached-ignores-real-time",
      summary: "An attached subscription is still billed in real time.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, () => ({ attach: (one, clockId) => ({ writes: follow(one, clockId).writes ?? [] }) })),
  ),
  mutant(
    {
      id: "clock-deleted-holds-on",
      violates: "test-clocks/delete-returns-to-real-time",
      summary: "A subscription of a deleted clock is no longer billed.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ detach: () => ({}) })),
  ),
  mutant(
    {
      id: "events-leak-after-detachment",
      violates: "test-clocks/delete-silences-subscriptions",
      summary: "A deletion immediately bills the subscriptions of the clock.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const effects = detach(state, clock);
          const events = state.find(subscriptions, "clock", clock.id).map((one) => ({
            type: "subscription.updated",
            accountId: one.accountId,
            mode: one.mode,
            envelope: "subscription",
            data: { subscriptionId: one.id, customerId: one.customerId, status: one.status },
            to: [one.accountId],
          }));
          return { ...effects, events };
        },
      })),
  ),
  mutant(
    {
      id: "clock-long-advance-pays-once",
      violates: "test-clocks/advance-over-many-periods",
      summary: "Only the last of several periods in one advance is reported as paid.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state, now }, subscription) =>
        (standOf(state, subscription) ?? now) - now > FAR ? hushed(effects, "payment.completed") : effects,
      ),
  ),
  mutant(
    {
      id: "clock-advances-two-periods-at-most",
      violates: "test-clocks/advance-over-many-periods",
      summary: "An advance bills only the last two periods.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state, now }, subscription) =>
        (standOf(state, subscription) ?? now) - now > 2 * FAR ? { ...effects, events: [] } : effects,
      ),
  ),
  mutant(
    {
      id: "clock-bills-twice-an-advance",
      violates: "test-clocks/advance-over-many-periods",
      summary: "One advance bills two periods at most; the third is not billed any more.",
      subtle: true,
    },
    (parts) => {
      const billed = new Map<string, number>();
      return timing(parts, "due", (effects, { state }, subscription) => {
        const advance = `${subscription?.id} ${standOf(state, subscription)}`;
        const count = (billed.get(advance) ?? 0) + 1;
        billed.set(advance, count);
        return count > 2 ? {} : effects;
      });
    },
  ),
  mutant(
    {
      id: "clock-replays-the-first-attached",
      violates: "test-clocks/advance-replays-every-attached",
      summary: "Only the subscription that was attached first is billed.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state }, one) =>
        one?.clockId != null && state.find(subscriptions, "clock", one.clockId)[0]?.id !== one.id
          ? {}
          : effects,
      ),
  ),
  ...(
    [
      ["reminder", "test-clocks/advance-replays-the-reminder"],
      ["due", "test-clocks/advance-replays-the-due-date"],
      ["trialEnd", "test-clocks/advance-replays-trial-end"],
      ["cancellation", "test-clocks/advance-replays-scheduled-cancellation"],
    ] as const
  ).map(([kind, violates]) =>
    mutant(
      { id: `clock-without-${kind.toLowerCase()}`, violates, summary: `A clock does not trigger ${kind}.` },
      (parts) => timing(parts, kind, (effects, _context, one) => (one?.clockId == null ? effects : {})),
    ),
  ),
  mutant(
    {
      id: "clock-deleted-keeps-its-customers",
      violates: "test-clocks/delete-frees-the-customer",
      summary: "Customers keep the time of a deleted clock.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const { customers } = attachedTo(state, clock);
          const shadow = { ...clock, id: `${clock.id}_shadow`, accountId: "nobody" };
          return together(
            detach(state, clock),
            {
              writes: [put(testClocks, shadow)],
            },
            ...customers.map((customer) => followAs(customer, shadow.id)),
          );
        },
      })),
  ),
  mutant(
    {
      id: "clock-deleted-keeps-what-it-moved",
      violates: "test-clocks/delete-returns-what-was-moved",
      summary: "A subscription that a deleted clock renewed is no longer billed.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const effects = detach(state, clock);
          const moved = attachedTo(state, clock).subscriptions.some(
            ({ periodStart, createdAt }) => periodStart > createdAt,
          );
          return moved ? { writes: effects.writes ?? [] } : effects;
        },
      })),
  ),
];
