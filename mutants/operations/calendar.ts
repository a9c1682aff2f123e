import { named } from "../mutant.ts";
import { DAY, isLastOfItsMonth, timing, unlessAtItsDate } from "../shared/billing.ts";
import { clocks, fielding } from "../shared/clocks.ts";

/** The last second that 32 bits hold, epoch ms. */
const LAST_SECOND = (2 ** 31 - 1) * 1_000;

export const mutants = named({
  "clock-ends-in-2038": {
    violates: ["test-clocks/advance-at-calendar-edges"],
    summary: "A clock does not go beyond the last second of 32 bits.",
    replace: clocks(({ advanced: usual }) => ({
      advanced: (clock, to, now) => usual(clock, Math.min(to, LAST_SECOND), now),
    })),
  },
  "clock-a-day-later-at-midnight": {
    violates: ["test-clocks/advance-at-calendar-edges"],
    summary: "A clock that is advanced to midnight is there one day later.",
    replace: clocks(({ advanced: usual }) => ({
      advanced: (clock, to, now) => usual(clock, to % DAY === 0 ? to + DAY : to, now),
    })),
  },
  "clock-a-day-earlier-before-midnight": {
    violates: ["test-clocks/advance-at-calendar-edges"],
    summary: "A clock that is advanced to the last millisecond of a day is there one day earlier.",
    replace: clocks(({ advanced: usual }) => ({
      advanced: (clock, to, now) => usual(clock, to % DAY === DAY - 1 ? to - DAY : to, now),
    })),
  },
  "clock-refuses-leap-days": {
    violates: ["test-clocks/advance-at-calendar-edges"],
    summary: "An advance to 29 February is refused.",
    replace: fielding("advance", "frozenTime", (rules) => [
      ...rules,
      { name: "date", accepts: (time) => !String(time).includes("-02-29") },
    ]),
  },
  "cancellation-skipped-at-its-date": {
    violates: ["subscriptions/ends-when-scheduled-across-months"],
    summary: "A cancellation does not take effect if its clock stops at its date.",
    replace: timing("cancellation", unlessAtItsDate),
  },
  "trial-end-skipped-at-its-date": {
    violates: ["test-clocks/trial-ends-when-reported-across-months"],
    summary: "A trial does not end if its clock stops at its end.",
    replace: timing("trialEnd", unlessAtItsDate),
  },
  "cancellation-forgotten-after-2038": {
    violates: ["subscriptions/ends-when-scheduled-across-months"],
    summary: "A cancellation that is due after the last second of 32 bits does not take effect.",
    replace: timing("cancellation", (effects, { now }) => (now > LAST_SECOND ? {} : effects)),
  },
  "trial-from-the-last-day-never-ends": {
    violates: ["test-clocks/trial-ends-when-reported-across-months"],
    summary: "A trial that begins on the last day of a month does not end.",
    replace: timing("trialEnd", (effects, _context, one) =>
      one !== undefined && isLastOfItsMonth(one.createdAt) ? {} : effects,
    ),
  },
});
