import { epochOf } from "../../harness/timestamps.ts";
import { DAY } from "../fixtures/times.ts";

/** A bound of a window, as a timestamp or a calendar date in UTC (§2.9). */
export interface Bound {
  readonly text: string;
  /** Epoch ms. For a calendar date, the beginning of the day. */
  readonly at: number;
}

/** The bound; null if the text is not a date. Other rules judge its form. */
export function boundOf(value: unknown): Bound | null {
  if (typeof value !== "string") return null;
  const at = epochOf(value);
  return Number.isNaN(at) ? null : { text: value, at };
}

/** A reading of `to` and `previous_to`. It computes the first time after the window and the first one after its reference. */
export interface EndStyle {
  readonly name: string;
  readonly end: (to: number) => number;
  readonly previousEnd: (to: number) => number;
}

const floorDay = (at: number): number => Math.floor(at / DAY) * DAY;
const ceilDay = (at: number): number => Math.ceil(at / DAY) * DAY;
const floorMonth = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};
const ceilMonth = (at: number): number => {
  const first = floorMonth(at);
  return first === at ? at : addMonths(first, 1);
};
/** How much earlier than the end of the window its last timestamp may be, ms. */
const TICKS = [1, 1_000] as const;
/** Rounds a time in the last minute of a day up to the end of the day. */
const afterTick = (at: number): number => (ceilDay(at) - at <= 60_000 ? ceilDay(at) : at);

/** Every permitted reading of a window's end. */
export const END_STYLES: readonly EndStyle[] = [
  {
    name: "an end outside the window",
    end: (to) => to,
    previousEnd: (to) => to,
  },
  {
    name: "the last time inside the window",
    end: afterTick,
    previousEnd: afterTick,
  },
  {
    name: "the last day of the window",
    end: (to) => floorDay(to) + DAY,
    previousEnd: (to) => floorDay(to) + DAY,
  },
  { name: "a time on the last day", end: ceilDay, previousEnd: afterTick },
  {
    name: "a time in the last month",
    end: ceilMonth,
    previousEnd: afterTick,
  },
  { name: "a time on the day after the last full day", end: floorDay, previousEnd: afterTick },
  { name: "a time in the month after the last full month", end: floorMonth, previousEnd: afterTick },
  ...TICKS.flatMap((tick): readonly EndStyle[] => [
    { name: "the last time inside the window", end: (to) => to + tick, previousEnd: (to) => to + tick },
    { name: "now, the reference ending right before", end: (to) => to, previousEnd: (to) => to + tick },
  ]),
];

/** Whether a window has the length of its range. */
export function isLong(from: number, end: number, range: "30d" | "6m" | "12m"): boolean {
  if (range === "30d") return end - from === 30 * DAY;
  return areMonthsApart(from, end, range === "6m" ? 6 : 12);
}

/** The time this many months later. The day is limited to the last of the month. @internal */
export function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY + (at - floorDay(at));
}

/** Whether two times are this many calendar months apart, with either treatment of the end of a month. */
function areMonthsApart(from: number, to: number, months: number): boolean {
  return (
    addMonths(from, months) === to ||
    addMonths(to, -months) === from ||
    overflowed(from, months) === to ||
    overflowed(to, -months) === from
  );
}

/** The time this many months later. A day that the month does not have becomes a day of the next month. */
function overflowed(at: number, months: number): number {
  return new Date(at).setUTCMonth(new Date(at).getUTCMonth() + months);
}

/** Whether `earlier` is one year before `later`. Both 28 February and 1 March are one year before or after 29 February. */
export function isYearBefore(later: number, earlier: number): boolean {
  return areMonthsApart(earlier, later, 12);
}

/**
 * Whether the reference is the window one year earlier, in any reading of the end. Both bounds must be a year earlier. Across 29 February,
 * the reference may also stay 30 days long; then only one bound is.
 */
export function isReferenceYearBefore(
  windows: Readonly<Record<"from" | "to" | "previousFrom" | "previousTo", Bound>>,
  range: "30d" | "6m" | "12m",
): boolean {
  const [from, previousFrom] = [windows.from.at, windows.previousFrom.at];
  return END_STYLES.some((style) => {
    const [end, previousEnd] = [style.end(windows.to.at), style.previousEnd(windows.previousTo.at)];
    const bounds = [isYearBefore(from, previousFrom), isYearBefore(end, previousEnd)];
    const staysLong = range === "30d" && previousEnd - previousFrom === end - from;
    return staysLong ? bounds.includes(true) : !bounds.includes(false);
  });
}

/**
 * The permitted numbers of steps in a window: counted from its beginning, or by the calendar with or without partial steps. A week may
 * begin on any day.
 */
export function stepCounts(
  from: number,
  end: number,
  granularity: "day" | "week" | "month",
): ReadonlySet<number> {
  switch (granularity) {
    case "day":
      return new Set([...counted(from, end, DAY), ...aligned(from, end, DAY, 0)]);
    case "week": {
      const weekdays = [0, 1, 2, 3, 4, 5, 6];
      return new Set([
        ...counted(from, end, 7 * DAY),
        ...weekdays.flatMap((day) => aligned(from, end, 7 * DAY, day * DAY)),
      ]);
    }
    case "month": {
      const full = wholeMonths(from, end);
      const touched = monthIndex(end - 1) - monthIndex(from) + 1;
      const inside = monthIndex(end) - monthIndex(ceilMonth(from));
      return new Set([full, areMonthsApart(from, end, full) ? full : full + 1, touched, inside]);
    }
  }
}

/** The maximum length of a step, ms. */
const LONGEST = { day: DAY, week: 7 * DAY, month: 31 * DAY } as const;

/** Whether this many steps can cover the whole window. A target may omit steps that are only partly in the window. */
export function canCover(
  { from, end }: { readonly from: number; readonly end: number },
  granularity: keyof typeof LONGEST,
  steps: number,
): boolean {
  return steps * LONGEST[granularity] >= end - from;
}

/** The number of days or calendar months that a window overlaps. */
export function touchedSteps(from: number, end: number, granularity: "day" | "month"): number {
  return granularity === "month"
    ? monthIndex(end - 1) - monthIndex(from) + 1
    : Math.ceil(end / DAY) - Math.floor(from / DAY);
}

const counted = (from: number, end: number, step: number): number[] => [
  Math.floor((end - from) / step),
  Math.ceil((end - from) / step),
];

const aligned = (from: number, end: number, step: number, offset: number): number[] => {
  const inside = Math.floor((end - offset) / step) - Math.ceil((from - offset) / step);
  const touched = Math.ceil((end - offset) / step) - Math.floor((from - offset) / step);
  return [inside, touched];
};

const monthIndex = (at: number): number => {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

function wholeMonths(from: number, end: number): number {
  let months = 0;
  while (addMonths(from, months + 1) <= end) months += 1;
  return months;
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

/** The days before and after the ends of months and years, and leap days, in order, from a year on. */
export function edgesFrom(year: number): readonly string[] {
  const leap = [0, 1, 2, 3, 4, 5, 6, 7].map((ahead) => year + ahead).find(isLeap) ?? year;
  const days = [`${year}-01-31T12`, `${year}-03-31T12`, `${year}-08-31T12`, `${year}-12-31T23`];
  const leapDays = [`${leap}-02-29T12`, `${leap}-03-31T00`, `${leap}-08-31T12`];
  return [...days, `${year + 1}-01-01T00`, ...leapDays, `${leap + 1}-02-28T23`].sort();
}
