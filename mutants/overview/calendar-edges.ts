import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { windowOf } from "../../emulator/areas/connect/periods.ts";
import { changingAnswer, connectPart, readingAs } from "../connect/parts.ts";
import { named, part, type Replace } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";

const DAY = 86_400_000;

const isLastDay = (at: number): boolean => new Date(at + DAY).getUTCDate() === 1;

/** The month this many before the day that ends then, of which a month that is too short makes the next one. */
const monthBefore = (day: string, months: number): string => {
  const date = new Date(Date.parse(day) - 1);
  return new Date(date.setUTCMonth(date.getUTCMonth() - months)).toISOString().slice(0, 7);
};

/** Changes the dates of the points of a figure. */
const dating = (
  figure: "gross_volume" | "new_accounts",
  change: (date: string, period: Body, fromLast: number) => string,
): Replace =>
  changingAnswer("overview", ({ [figure]: series, period }) => {
    if (!isObject(series) || !isObject(period) || !Array.isArray(series["points"])) return;
    const points = series["points"] as Body[];
    series["points"] = points.map((point, index) => ({
      ...point,
      date: change(String(point["date"]), period, points.length - 1 - index),
    }));
  });

export const mutants = named({
  "overview-months-counted-back-from-the-31st": {
    violates: ["overview/points-on-calendar-edges"],
    summary: "On the 31st, a short month has the date of the next one in the gross volume.",
    replace: dating("gross_volume", (date, { granularity, to }, fromLast) =>
      granularity === "month" ? monthBefore(String(to), fromLast) : date,
    ),
  },
  "overview-without-leap-days": {
    violates: ["overview/points-on-calendar-edges"],
    summary: "The point of a leap day has the date of the day after it in the new accounts.",
    replace: dating("new_accounts", (date) => date.replace("-02-29", "-03-01")),
  },
  "overview-of-december-in-the-next-year": {
    violates: ["overview/points-on-calendar-edges"],
    summary: "The points of December have the date of the next year in the new accounts.",
    replace: dating("new_accounts", (date) =>
      date.replace(/^(\d{4})(?=-12)/, (year) => String(Number(year) + 1)),
    ),
  },
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
  "overview-reference-long-in-january": {
    violates: ["overview/windows-on-calendar-edges"],
    summary: "In January, the period before six months is a year longer.",
    replace: part(["connect", "overview", "references"], ({ previous_period: usual }) => ({
      previous_period: (window, length) => {
        const isJanuary = new Date(window.to - 1).getUTCMonth() === 0;
        const months = "months" in length && length.months === 6 && isJanuary ? 18 : null;
        return usual(window, months === null ? length : { months });
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
