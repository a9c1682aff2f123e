import { named, perEmulator } from "../mutant.ts";
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
});
