import { windowOf } from "../../emulator/areas/connect/periods.ts";
import { connectPart } from "../connect/parts.ts";
import { named } from "../named.ts";
import { part } from "../part.ts";

const DAY = 86_400_000;

const isLastDay = (at: number): boolean => new Date(at + DAY).getUTCDate() === 1;

export const mutants = named({
  "overview-short-on-the-last-day-of-a-month": {
    violates: ["overview/windows-on-calendar-edges"],
    summary: "On the last day of a month a window of months begins a month later.",
    subtle: true,
    replace: connectPart("overview", ({ window }) => ({
      window: (length, now) => {
        const usual = window(length, now);
        return "months" in length && isLastDay(now)
          ? { ...usual, from: windowOf({ months: length.months - 1 }, now).from }
          : usual;
      },
    })),
  },
  "overview-long-over-a-leap-day": {
    violates: ["overview/windows-on-calendar-edges"],
    summary: "A window of thirty days that ends with a leap day has thirty-one.",
    subtle: true,
    replace: connectPart("overview", ({ window }) => ({
      window: (length, now) => {
        const usual = window(length, now);
        const date = new Date(now);
        const isLeapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29;
        return "days" in length && isLeapDay ? { ...usual, from: usual.from - DAY } : usual;
      },
    })),
  },
  "overview-year-of-365-days": {
    violates: ["overview/previous-year-on-calendar-edges"],
    summary: "The window one year earlier is 365 days earlier.",
    subtle: true,
    replace: part(["connect", "overview", "references"], () => ({
      previous_year: ({ from, to }) => ({ from: from - 365 * DAY, to: to - 365 * DAY }),
    })),
  },
});
