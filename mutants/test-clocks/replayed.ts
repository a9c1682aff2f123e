import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { byId, type Mutant, named, perEmulator } from "../mutant.ts";
import { treating } from "../faults/exchange.ts";
import { withoutEvents, timing } from "../shared/billing.ts";
import { standOf } from "../shared/clocks.ts";
import { FAR } from "./parts.ts";

export const mutants = named({
  "invoices-listed-as-first-read": {
    violates: ["test-clocks/advance-shows-on-the-invoices"],
    summary: "A list of invoices that was read stays as it was.",
    wrap: treating(/^\/v1\/invoices$/, () => {
      const known = new Map<string, Response>();
      return async ({ url, forward }) => {
        const answer = known.get(url.href) ?? (await forward());
        if (answer.ok) known.set(url.href, answer);
        return answer.clone();
      };
    }),
  },
  "clock-long-advance-pays-once": {
    violates: ["test-clocks/advance-over-many-periods"],
    summary: "Only the last of several periods in one advance is reported as paid.",
    replace: timing("due", (effects, { state, now }, subscription) =>
      (standOf(state, subscription) ?? now) - now > FAR
        ? withoutEvents(effects, "payment.completed")
        : effects,
    ),
  },
  "clock-advances-two-periods-at-most": {
    violates: ["test-clocks/advance-over-many-periods"],
    summary: "An advance bills only the last two periods.",
    replace: timing("due", (effects, { state, now }, subscription) =>
      (standOf(state, subscription) ?? now) - now > 2 * FAR ? { ...effects, events: [] } : effects,
    ),
  },
  "clock-bills-twice-an-advance": {
    violates: ["test-clocks/advance-over-many-periods"],
    summary: "One advance bills two periods at most; the third is not billed any more.",
    replace: perEmulator(() => {
      const billed = new Map<string, number>();
      return timing("due", (effects, { state }, subscription) => {
        const advance = `${subscription?.id} ${standOf(state, subscription)}`;
        const count = (billed.get(advance) ?? 0) + 1;
        billed.set(advance, count);
        return count > 2 ? {} : effects;
      });
    }),
  },
  "clock-replays-the-first-attached": {
    violates: ["test-clocks/advance-replays-every-attached"],
    summary: "Only the subscription that was attached first is billed.",
    replace: timing("due", (effects, { state }, one) =>
      one?.clockId != null && state.find(subscriptions, "clock", one.clockId)[0]?.id !== one.id
        ? {}
        : effects,
    ),
  },
  ...byId(
    (
      [
        ["reminder", "test-clocks/advance-replays-the-reminder"],
        ["due", "test-clocks/advance-replays-the-due-date"],
        ["trialEnd", "test-clocks/advance-replays-trial-end"],
        ["cancellation", "test-clocks/advance-replays-scheduled-cancellation"],
      ] as const
    ).map(([kind, violates]): Mutant => ({
      id: `clock-without-${kind.toLowerCase()}`,
      violates: [violates],
      summary: `A clock does not trigger ${kind}.`,
      replace: timing(kind, (effects, _context, one) => (one?.clockId == null ? effects : {})),
    })),
  ),
});
