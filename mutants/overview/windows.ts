import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { earlier, type Length, type Window } from "../../emulator/areas/connect/periods.ts";
import type { Replace } from "../mutant.ts";
import { named } from "../named.ts";
import type { Body } from "../shared/answers.ts";
import { pointing } from "./parts.ts";
import { part } from "../part.ts";

const DAY = 86_400_000;

type Range = keyof OverviewParts["lengths"];

type Comparison = keyof OverviewParts["references"];

const lasting = (range: Range, length: Length): Replace =>
  part(["connect", "overview", "lengths"], () => ({ [range]: length }));

/** Moves the reference of some ranges. */
const referring = (
  comparison: Comparison,
  change: (window: Window) => Window,
  when: (length: Length) => boolean = () => true,
): Replace =>
  part(["connect", "overview", "references"], (references) => ({
    [comparison]: (window: Window, length: Length) => {
      const usual = references[comparison](window, length);
      return when(length) ? change(usual) : usual;
    },
  }));

const inDays = (length: Length): boolean => "days" in length;

const inSixMonths = (length: Length): boolean => "months" in length && length.months === 6;

const sixMonths = ({ range, granularity }: Body): boolean => range === "6m" && granularity === "month";

export const mutants = named({
  "overview-month-of-31-days": {
    violates: ["overview/window-of-30-days"],
    summary: "A window of thirty days is thirty-one days long.",
    replace: lasting("30d", { days: 31 }),
  },
  "overview-month-of-29-days": {
    violates: ["overview/window-of-30-days"],
    summary: "A window of thirty days is twenty-nine days long.",
    replace: lasting("30d", { days: 29 }),
  },
  "overview-half-year-of-5-months": {
    violates: ["overview/window-of-6-months"],
    summary: "A window of six months is five months long.",
    replace: lasting("6m", { months: 5 }),
  },
  "overview-half-year-of-180-days": {
    violates: ["overview/window-of-6-months"],
    summary: "A window of six months is 180 days long.",
    replace: lasting("6m", { days: 180 }),
  },
  "overview-year-of-11-months": {
    violates: ["overview/window-of-12-months"],
    summary: "A window of twelve months is eleven months long.",
    replace: lasting("12m", { months: 11 }),
  },
  "overview-year-of-360-days": {
    violates: ["overview/window-of-12-months"],
    summary: "A window of twelve months is 360 days long.",
    replace: lasting("12m", { days: 360 }),
  },
  "overview-reference-a-day-before-the-window": {
    violates: ["overview/previous-period-is-contiguous"],
    summary: "Between the window and the period before it is a day.",
    replace: referring("previous_period", ({ from, to }) => ({ from: from - DAY, to: to - DAY })),
  },
  "overview-reference-a-day-before-months": {
    violates: ["overview/previous-period-is-contiguous"],
    summary: "Between six months and the six months before them is a day.",
    replace: referring(
      "previous_period",
      ({ from, to }) => ({ from: from - DAY, to: to - DAY }),
      inSixMonths,
    ),
  },
  "overview-reference-overlaps-thirty-days": {
    violates: ["overview/previous-period-is-contiguous"],
    summary: "The thirty days before a window share a day with it.",
    replace: referring("previous_period", ({ from, to }) => ({ from: from + DAY, to: to + DAY }), inDays),
  },
  "overview-reference-a-day-short": {
    violates: ["overview/previous-period-has-the-same-length"],
    summary: "The period before a window is a day shorter.",
    replace: referring("previous_period", ({ from, to }) => ({ from: from + DAY, to })),
  },
  "overview-reference-of-five-months": {
    violates: ["overview/previous-period-has-the-same-length"],
    summary: "The period before six months is five months long.",
    replace: referring(
      "previous_period",
      ({ to }) => ({ from: earlier(to, { months: 5 }), to }),
      inSixMonths,
    ),
  },
  "overview-year-before-starts-late": {
    violates: ["overview/previous-year-starts-a-year-earlier"],
    summary: "The same window a year before starts a day too late.",
    replace: referring("previous_year", ({ from, to }) => ({ from: from + DAY, to })),
  },
  "overview-year-before-starts-two-years-before": {
    violates: ["overview/previous-year-starts-a-year-earlier"],
    summary: "The same thirty days a year before start two years before.",
    replace: referring(
      "previous_year",
      ({ from, to }) => ({ from: earlier(from, { months: 12 }), to }),
      inDays,
    ),
  },
  "overview-year-before-ends-early": {
    violates: ["overview/previous-year-ends-a-year-earlier"],
    summary: "The same window a year before ends a day too soon.",
    replace: referring("previous_year", ({ from, to }) => ({ from, to: to - DAY })),
  },
  "overview-year-before-ends-with-the-window": {
    violates: ["overview/previous-year-ends-a-year-earlier"],
    summary: "The same six months a year before end one month too late.",
    replace: referring(
      "previous_year",
      ({ from, to }) => ({ from, to: earlier(to, { months: -1 }) }),
      inSixMonths,
    ),
  },
  "overview-volume-lacks-a-point": {
    violates: ["overview/gross-volume-point-per-step"],
    summary: "The last two steps of the gross volume have no point.",
    replace: pointing("gross_volume", (points) => points.slice(0, -2)),
  },
  "overview-volume-lacks-a-point-of-months": {
    violates: ["overview/gross-volume-point-per-step"],
    summary: "The first of six months has no point in the gross volume.",
    replace: pointing("gross_volume", (points) => points.slice(1), sixMonths),
  },
  "overview-accounts-lack-points": {
    violates: ["overview/new-accounts-point-per-step"],
    summary: "New accounts have points for the last three steps only.",
    replace: pointing("new_accounts", (points) => points.slice(-3)),
  },
  "overview-accounts-point-too-many": {
    violates: ["overview/new-accounts-point-per-step"],
    summary: "Six months have seven points of new accounts.",
    replace: pointing("new_accounts", (points) => [...points.slice(0, 1), ...points], sixMonths),
  },
});
