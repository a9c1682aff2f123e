import { day, periodsAfter } from "../common/calendar.ts";

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

/** The beginning of a time's day in UTC. */
const startOfDay = (time: number): number => Math.floor(time / day) * day;

const startOfNextMonth = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

/** The lengths of the windows: calendar days or calendar months. */
export type Length = { readonly days: number } | { readonly months: number };

/** The time one length earlier. */
export const earlier = (time: number, length: Length): number =>
  "days" in length ? time - length.days * day : periodsAfter(time, -length.months, "month");

/** The window that ends with the day, or with the month, of now. */
export function windowOf(length: Length, now: number): Window {
  const to = "days" in length ? startOfDay(now) + day : startOfNextMonth(now);
  return { from: earlier(to, length), to };
}

/** The beginnings of a window's steps, the first at its own. */
export function stepsOf(window: Window, granularity: Granularity): readonly number[] {
  const steps: number[] = [];
  for (let count = 0; ; count += 1) {
    const start = periodsAfter(window.from, count, granularity);
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
