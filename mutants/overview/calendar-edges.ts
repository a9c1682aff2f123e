import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { windowOf } from "../../emulator/areas/connect/periods.ts";
import { connectPart, readingAs } from "../connect/parts.ts";
import { named, part } from "../mutant.ts";

const DAY = 86_400_000;

const isLastDay = (at: number): boolean => new Date(at + DAY).getUTCDate() === 1;

export const mutants = named({
  "overview-short-on-the-last-day-of-a-month": {
    violates: ["overview/windows-on-calendar-edges"],
    summary: "On the last day of a month a window of months begins a month later.",
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
    replace: part(["connect", "overview", "references"], () => ({
      previous_year: ({ from, to }) => ({ from: from - 365 * DAY, to: to - 365 * DAY }),
    })),
  },
  "overview-year-of-52-weeks": {
    violates: ["overview/previous-year-on-calendar-edges"],
    summary: "By weeks, the window one year earlier is 52 weeks earlier.",
    replace: readingAs("overview", (input) => {
      if (input.command.query["granularity"]?.at(-1) !== "week") return input;
      const { overview } = input.parts;
      const references: OverviewParts["references"] = {
        ...overview.references,
        previous_year: ({ from, to }) => ({ from: from - 52 * 7 * DAY, to: to - 52 * 7 * DAY }),
      };
      return { ...input, parts: { ...input.parts, overview: { ...overview, references } } };
    }),
  },
});
