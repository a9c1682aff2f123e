import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { DAY, hushed, timing } from "../shared/billing.ts";
import { clocks, remembering, standOf } from "../shared/clocks.ts";
import { deciding } from "./deciding.ts";
import { changesSuccess } from "../shared/answers.ts";

const SECOND = 1_000;

const FAR = 20 * DAY;

const advanced: readonly Mutant[] = [
  mutant(
    {
      id: "clock-advanced-by-minutes",
      violates: "test-clocks/advance-by-one-second",
      summary: "A clock moves by a minute at least.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to - from >= 60 * SECOND })),
  ),
  mutant(
    {
      id: "clock-advanced-to-the-minute",
      violates: "test-clocks/advance-moves-the-clock",
      summary: "A clock comes to stand on a full minute.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ advanced: usual }) => ({
        advanced: (clock, to, now) => usual(clock, Math.floor(to / 60_000) * 60_000, now),
      })),
  ),
  changesSuccess(
    {
      id: "clock-advance-from-its-end",
      violates: "test-clocks/advance-tells-whence",
      summary: "advancedFrom is the time that was reached.",
    },
    "advanceTestClock",
    (body) => (body["advancedFrom"] = body["advancedTo"]),
  ),
  changesSuccess(
    {
      id: "clock-advance-to-the-day",
      violates: "test-clocks/advance-tells-whither",
      summary: "advancedTo is the day alone.",
      subtle: true,
    },
    "advanceTestClock",
    (body) => (body["advancedTo"] = String(body["advancedTo"]).slice(0, 10)),
  ),
  changesSuccess(
    {
      id: "clock-advance-triggers-itself",
      violates: "test-clocks/advance-of-nothing-triggers-nothing",
      summary: "An empty clock lists its own advance.",
    },
    "advanceTestClock",
    (body) => {
      const events = body["triggeredEvents"];
      if (Array.isArray(events) && events.length === 0)
        body["triggeredEvents"] = [{ event: "test_clock/advanced", subscriptionId: "none" }];
    },
  ),
  mutant(
    {
      id: "clock-advances-with-the-others",
      violates: "test-clocks/advance-moves-one-clock",
      summary: "All clocks of an account move together.",
    },
    (parts) =>
      remembering(parts, (seen, served) =>
        deciding(seen, "advanceTestClock", (decision) => {
          const context = served();
          const { advance } = decision;
          if (advance === undefined || context === undefined) return decision;
          const others = context.state
            .find(testClocks, "owner", ownerOf(context.command.caller))
            .filter(({ id, frozenTime }) => id !== advance.clock && frozenTime < advance.to);
          const moved = others.map((clock) => put(testClocks, { ...clock, frozenTime: advance.to }));
          return { ...decision, writes: [...(decision.writes ?? []), ...moved] };
        }),
      ),
  ),
  {
    ...mutant(
      {
        id: "clock-advanced-twice-at-once",
        violates: ["test-clocks/advance-concurrently", "test-clocks/advance-concurrently-apart"],
        summary: "Between looking at a clock and moving it others look at it, too.",
        subtle: true,
      },
      (parts) => ({
        ...parts,
        transact: (decide, commit, operationId) => {
          if (operationId !== "advanceTestClock") return parts.transact(decide, commit, operationId);
          const decision = decide();
          return new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
            parts.transact(() => decision, commit, operationId),
          );
        },
      }),
    ),
    socket: true,
  },
  mutant(
    {
      id: "clock-second-advance-forgotten",
      violates: "test-clocks/lives-as-modelled",
      summary: "From the second advance on a clock lags a day behind.",
      subtle: true,
    },
    (parts) => {
      const seen = new Set<string>();
      return clocks(parts, ({ advanced: usual }) => ({
        advanced: (clock, to, now) => {
          const again = seen.has(clock.id);
          seen.add(clock.id);
          return usual(clock, again ? Math.max(clock.frozenTime, to - DAY) : to, now);
        },
      }));
    },
  ),
];

const replayed: readonly Mutant[] = [
  mutant(
    {
      id: "clock-long-advance-without-reminders",
      violates: "test-clocks/advance-in-steps-is-one-advance",
      summary: "A long advance leaves reminders out.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "reminder", (effects, { state, now }, subscription) =>
        (standOf(state, subscription) ?? now) - now > FAR ? hushed(effects, "invoice.finalized") : effects,
      ),
  ),
  mutant(
    {
      id: "clock-long-advance-pays-once",
      violates: "test-clocks/advance-over-many-periods",
      summary: "Of several periods in one advance only the last is reported as paid.",
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
      summary: "Of more than two periods in one advance the earliest are skipped.",
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
      { id: `clock-without-${kind.toLowerCase()}`, violates, summary: `On a clock there is no ${kind}.` },
      (parts) => timing(parts, kind, (effects, _context, one) => (one?.clockId == null ? effects : {})),
    ),
  ),
  mutant(
    {
      id: "clock-reminder-called-billing",
      violates: "test-clocks/advance-short-of-due-triggers-no-billing",
      summary: "The reminder is listed as billing.due.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ triggered }) => ({
        triggered: { ...triggered, "subscription.reminder": "subscription/billing.due" },
      })),
  ),
  mutant(
    {
      id: "clock-billing-unlisted",
      violates: "test-clocks/advance-triggers-billing-due",
      summary: "The due date is not listed.",
    },
    (parts) =>
      clocks(parts, ({ triggered }) => {
        const { "subscription.due": _due, ...others } = triggered;
        return { triggered: others };
      }),
  ),
  mutant(
    {
      id: "clock-lists-bystanders",
      violates: "test-clocks/advance-triggers-attached-only",
      summary: "An advance lists all subscriptions of the customers it billed.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ answer }) => ({
        answer: {
          ...answer,
          triggeredEvents: (came) => {
            const entries = answer["triggeredEvents"]?.(came) as { event: string; subscriptionId: string }[];
            return entries.flatMap((entry) => {
              const one = came.state.get(subscriptions, entry.subscriptionId);
              const all = one === undefined ? [] : came.state.find(subscriptions, "customer", one.customerId);
              return all.map(({ id }) => ({ ...entry, subscriptionId: id }));
            });
          },
        },
      })),
  ),
];

/** Clocks that move, and replay, otherwise than documented (§4.8). */
export const movedMutants: readonly Mutant[] = [...advanced, ...replayed];
