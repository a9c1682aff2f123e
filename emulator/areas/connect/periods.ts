/** A stretch of time, epoch milliseconds; `to` is not inside it. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The windows of an overview (§4.6). */
export const ranges = ["30d", "6m", "12m"] as const;
export type Range = (typeof ranges)[number];

/** The steps of an overview. */
export const granularities = ["day", "week", "month"] as const;
export type Granularity = (typeof granularities)[number];

/** What an overview refers to. */
export const comparisons = ["previous_period", "previous_year"] as const;
export type Comparison = (typeof comparisons)[number];

const day = 86_400_000;

/** The beginning of a time's day in UTC. */
const startOfDay = (time: number): number => Math.floor(time / day) * day;

/** The same day and time that many months later, or the last day of a month that lacks the day. @internal */
export function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const target = new Date(
    Date.UTC(
      date.getUTCFullYear(),
      date.getUTCMonth() + months,
      1,
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
      date.getUTCMilliseconds(),
    ),
  );
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return target.getTime();
}

const startOfNextMonth = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

/** The lengths of the windows: calendar days or calendar months. */
export type Length = { readonly days: number } | { readonly months: number };

/** The time one length earlier. */
export const earlier = (time: number, length: Length): number =>
  "days" in length ? time - length.days * day : addMonths(time, -length.months);

/** The window that ends with the day, or with the month, of now. */
export function windowOf(length: Length, now: number): Window {
  const to = "days" in length ? startOfDay(now) + day : startOfNextMonth(now);
  return { from: earlier(to, length), to };
}

/** The beginnings of a window's steps, the first at its own. */
export function stepsOf(window: Window, granularity: Granularity): readonly number[] {
  const steps: number[] = [];
  for (let count = 0; ; count += 1) {
    const start =
      granularity === "month"
        ? addMonths(window.from, count)
        : window.from + count * (granularity === "week" ? 7 : 1) * day;
    if (start >= window.to) return steps;
    steps.push(start);
  }
}

/** The step in which a time is. */
export function stepAt(steps: readonly number[], time: number): number {
  let at = steps.length - 1;
  while (at > 0 && (steps[at] ?? 0) > time) at -= 1;
  return at;
}
