import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { type Length, type Window, earlier } from "../../emulator/areas/connect/periods.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, answered } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";

const { plain, subtle } = liesAbout("overview");
const DAY = 86_400_000;

type Range = keyof OverviewParts["lengths"];
type Comparison = keyof OverviewParts["references"];

const lasting =
  (range: Range, length: Length) =>
  ({ lengths }: OverviewParts): Partial<OverviewParts> => ({ lengths: { ...lengths, [range]: length } });

/** The parts with a reference that is moved, where a length is one of these. */
const referring =
  (
    comparison: Comparison,
    change: (window: Window) => Window,
    when: (length: Length) => boolean = () => true,
  ) =>
  ({ references }: OverviewParts): Partial<OverviewParts> => ({
    references: {
      ...references,
      [comparison]: (window: Window, length: Length) => {
        const usual = references[comparison](window, length);
        return when(length) ? change(usual) : usual;
      },
    },
  });

const inDays = (length: Length): boolean => "days" in length;
const inSixMonths = (length: Length): boolean => "months" in length && length.months === 6;

/** The points of a figure, changed where the answer is one of these. */
const pointing =
  (
    figure: string,
    change: (points: readonly unknown[]) => readonly unknown[],
    when: (period: Body) => boolean = () => true,
  ) =>
  (usual: OverviewParts): Partial<OverviewParts> =>
    acting(usual, (decision) =>
      answered(decision, ({ [figure]: series, period }) => {
        if (!isObject(series) || !isObject(period) || !Array.isArray(series["points"]) || !when(period))
          return;
        series["points"] = change(series["points"]);
      }),
    );

const sixMonths = ({ range, granularity }: Body): boolean => range === "6m" && granularity === "month";

/** The windows of an overview and their steps, wrongly (§2.9, §4.6). */
export const overviewWindowMutants: readonly Mutant[] = [
  plain(
    "overview-month-of-31-days",
    "overview/window-of-30-days",
    "A window of thirty days is thirty-one days long.",
    lasting("30d", { days: 31 }),
  ),
  subtle(
    "overview-month-of-29-days",
    "overview/window-of-30-days",
    "A window of thirty days is twenty-nine days long.",
    lasting("30d", { days: 29 }),
  ),
  plain(
    "overview-half-year-of-5-months",
    "overview/window-of-6-months",
    "A window of six months is five months long.",
    lasting("6m", { months: 5 }),
  ),
  subtle(
    "overview-half-year-of-180-days",
    "overview/window-of-6-months",
    "A window of six months is 180 days long.",
    lasting("6m", { days: 180 }),
  ),
  plain(
    "overview-year-of-11-months",
    "overview/window-of-12-months",
    "A window of twelve months is eleven months long.",
    lasting("12m", { months: 11 }),
  ),
  subtle(
    "overview-year-of-360-days",
    "overview/window-of-12-months",
    "A window of twelve months is 360 days long.",
    lasting("12m", { days: 360 }),
  ),
  plain(
    "overview-reference-a-day-before-the-window",
    "overview/previous-period-is-contiguous",
    "Between the window and the period before it lies a day.",
    referring("previous_period", ({ from, to }) => ({ from: from - DAY, to: to - DAY })),
  ),
  subtle(
    "overview-reference-a-day-before-months",
    "overview/previous-period-is-contiguous",
    "Between six months and the six months before them lies a day.",
    referring("previous_period", ({ from, to }) => ({ from: from - DAY, to: to - DAY }), inSixMonths),
  ),
  subtle(
    "overview-reference-overlaps-thirty-days",
    "overview/previous-period-is-contiguous",
    "The thirty days before a window share a day with it.",
    referring("previous_period", ({ from, to }) => ({ from: from + DAY, to: to + DAY }), inDays),
  ),
  plain(
    "overview-reference-a-day-short",
    "overview/previous-period-has-the-same-length",
    "The period before a window is a day shorter.",
    referring("previous_period", ({ from, to }) => ({ from: from + DAY, to })),
  ),
  subtle(
    "overview-reference-of-five-months",
    "overview/previous-period-has-the-same-length",
    "The period before six months is five months long.",
    referring("previous_period", ({ to }) => ({ from: earlier(to, { months: 5 }), to }), inSixMonths),
  ),
  plain(
    "overview-year-before-starts-late",
    "overview/previous-year-starts-a-year-earlier",
    "The same window a year before starts a day too late.",
    referring("previous_year", ({ from, to }) => ({ from: from + DAY, to })),
  ),
  subtle(
    "overview-year-before-starts-two-years-before",
    "overview/previous-year-starts-a-year-earlier",
    "The same thirty days a year before start two years before.",
    referring("previous_year", ({ from, to }) => ({ from: earlier(from, { months: 12 }), to }), inDays),
  ),
  plain(
    "overview-year-before-ends-early",
    "overview/previous-year-ends-a-year-earlier",
    "The same window a year before ends a day too soon.",
    referring("previous_year", ({ from, to }) => ({ from, to: to - DAY })),
  ),
  subtle(
    "overview-year-before-ends-with-the-window",
    "overview/previous-year-ends-a-year-earlier",
    "The same six months a year before go on until a month later.",
    referring("previous_year", ({ from, to }) => ({ from, to: earlier(to, { months: -1 }) }), inSixMonths),
  ),
  plain(
    "overview-volume-lacks-a-point",
    "overview/gross-volume-point-per-step",
    "The last two steps of the gross volume have no point.",
    pointing("gross_volume", (points) => points.slice(0, -2)),
  ),
  subtle(
    "overview-volume-lacks-a-point-of-months",
    "overview/gross-volume-point-per-step",
    "The first of six months has no point in the gross volume.",
    pointing("gross_volume", (points) => points.slice(1), sixMonths),
  ),
  plain(
    "overview-accounts-lack-points",
    "overview/new-accounts-point-per-step",
    "New accounts have points for the last three steps only.",
    pointing("new_accounts", (points) => points.slice(-3)),
  ),
  subtle(
    "overview-accounts-point-too-many",
    "overview/new-accounts-point-per-step",
    "Six months have seven points of new accounts.",
    pointing("new_accounts", (points) => [points[0], ...points], sixMonths),
  ),
];
