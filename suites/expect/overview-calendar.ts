import { epochOf } from "../../harness/timestamps.ts";
import { DAY } from "../fixtures/times.ts";

/** A bound of a window as it was written: a time or a calendar date, both in UTC (§2.9). */
export interface Bound {
  readonly text: string;
  /** Epoch ms; of the day's beginning for a calendar date. */
  readonly at: number;
}

/** The bound, or null when its text is no date. Its form is judged elsewhere. */
export function boundOf(value: unknown): Bound | null {
  if (typeof value !== "string") return null;
  const at = epochOf(value);
  return Number.isNaN(at) ? null : { text: value, at };
}

/** The readings of `to` and `previous_to`: each computes the first time after the window and after its reference. */
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
/** How much earlier than the window's end its last time may be reported; ms. */
const TICKS = [1, 1_000] as const;
/** The last minute of a day counts as its end. */
const afterTick = (at: number): number => (ceilDay(at) - at <= 60_000 ? ceilDay(at) : at);

/** Every reading of a window's end that the document permits. */
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

/** The time this many months later; the day is limited to the month's length. @internal */
export function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY + (at - floorDay(at));
}

/** Whether two times are this many calendar months apart; both ways to treat the end of a month are accepted. */
function areMonthsApart(from: number, to: number, months: number): boolean {
  return (
    addMonths(from, months) === to ||
    addMonths(to, -months) === from ||
    overflowed(from, months) === to ||
    overflowed(to, -months) === from
  );
}

/** The time this many months later; a day that the month does not have becomes a day of the next month. */
function overflowed(at: number, months: number): number {
  return new Date(at).setUTCMonth(new Date(at).getUTCMonth() + months);
}

/** Whether `earlier` is `later` one year before; for 29 February both neighbours are. */
export function isYearBefore(later: number, earlier: number): boolean {
  return areMonthsApart(earlier, later, 12);
}

/**
 * Whether the reference is the window one year earlier, in any reading of the end: both bounds are. Across 29 February, 30 days one
 * year earlier may also remain 30 days; then one bound is.
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
 * The permitted number of steps of a window: counted from its beginning, or by the calendar with or without partial steps; a
 * week may begin on any day.
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

/** The greatest length of a step, ms. */
const LONGEST = { day: DAY, week: 7 * DAY, month: 31 * DAY } as const;

/** Whether this many steps can cover the whole window: a target may omit steps that are only partly in the window. */
export function canCover(
  { from, end }: { readonly from: number; readonly end: number },
  granularity: keyof typeof LONGEST,
  steps: number,
): boolean {
  return steps * LONGEST[granularity] >= end - from;
}

/** How many days or calendar months a window has a part of. */
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

/** Days on which months and years end or begin, and leap days, in the order of time from a year on. */
export function edgesFrom(year: number): readonly string[] {
  const leap = [0, 1, 2, 3, 4, 5, 6, 7].map((ahead) => year + ahead).find(isLeap) ?? year;
  const days = [`${year}-01-31T12`, `${year}-03-31T12`, `${year}-08-31T12`, `${year}-12-31T23`];
  const leapDays = [`${leap}-02-29T12`, `${leap}-03-31T00`, `${leap}-08-31T12`];
  return [...days, `${year + 1}-01-01T00`, ...leapDays, `${leap + 1}-02-28T23`].sort();
}
