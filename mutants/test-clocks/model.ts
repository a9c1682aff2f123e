import { inOrder, named, perEmulator } from "../mutant.ts";
import { DAY, timing, unlessAtItsDate, withoutEvents } from "../shared/billing.ts";
import { clocks, standOf } from "../shared/clocks.ts";
import { FAR } from "./parts.ts";

export const mutants = named({
  "clock-second-advance-forgotten": {
    violates: ["test-clocks/lives-as-modelled"],
    summary: "From the second advance on, a clock is one day late.",
    replace: perEmulator(() => {
      const observed = new Set<string>();
      return clocks(({ advanced: usual }) => ({
        advanced: (clock, to, now) => {
          const again = observed.has(clock.id);
          observed.add(clock.id);
          return usual(clock, again ? Math.max(clock.frozenTime, to - DAY) : to, now);
        },
      }));
    }),
  },
  "clock-renewal-skipped-at-the-due-date": {
    violates: ["test-clocks/advance-in-steps-is-one-advance"],
    summary: "A subscription is not renewed if its clock stops at its due date.",
    replace: timing("due", unlessAtItsDate),
  },
  "clock-long-advance-without-reminders": {
    violates: ["test-clocks/advance-in-steps-is-one-advance"],
    summary: "A long advance skips reminders.",
    replace: timing("reminder", (effects, { state, now }, subscription) =>
      (standOf(state, subscription) ?? now) - now > FAR
        ? withoutEvents(effects, "invoice.finalized")
        : effects,
    ),
  },
  "clock-skips-what-follows-a-trial": {
    violates: ["test-clocks/advance-in-steps-is-one-advance"],
    summary: "A renewal is skipped if the end of its trial was passed in the same advance.",
    replace: perEmulator(() => {
      const ended = new Map<string, number | null>();
      return inOrder(
        timing("trialEnd", (effects, { state }, one) => {
          if (one !== undefined) ended.set(one.id, standOf(state, one));
          return effects;
        }),
        timing("due", (effects, { state }, one) =>
          one?.clockId != null && ended.get(one.id) === standOf(state, one) ? {} : effects,
        ),
      );
    }),
  },
});
