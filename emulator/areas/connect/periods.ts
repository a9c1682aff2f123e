import { day, periodsAfter } from "../common/calendar.ts";

/** A period of time, epoch milliseconds. It excludes `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The ranges of an overview (§4.6). */
export const ranges = ["30d", "6m", "12m"] as const;
export type Range = (typeof ranges)[number];

/** The steps of an overview. */
export const granularities = ["day", "week", "month"] as const;
export type Granularity = (typeof granularities)[number];

/** The reference periods of an overview. */
export const comparisons = ["previous_period", "previous_year"] as const;
export type Comparison = (typeof comparisons)[number];

/** The start of the day in UTC. */
const startOfDay = (time: number): number => Math.floor(time / day) * day;

const startOfNextMonth = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

/** The length of a window, in calendar days or calendar months. */
export type Length = { readonly days: number } | { readonly months: number };

/** The time that is one length earlier. */
export const earlier = (time: number, length: Length): number =>
  "days" in length ? time - length.days * day : periodsAfter(time, -length.months, "month");

/** The window that ends with the current day or month. */
export function windowOf(length: Length, now: number): Window {
  const to = "days" in length ? startOfDay(now) + day : startOfNextMonth(now);
  return { from: earlier(to, length), to };
}

/** The start times of a window's steps. The first is that of the window. */
export function stepsOf(window: Window, granularity: Granularity): readonly number[] {
  const steps: number[] = [];
  for (let count = 0; ; count += 1) {
    const start = periodsAfter(window.from, count, granularity);
    if (start >= window.to) return steps;
    steps.push(start);
  }
}

/** The index of the step that contains a time. */
export function stepAt(steps: readonly number[], time: number): number {
  let at = steps.length - 1;
  while (at > 0 && (steps[at] ?? 0) > time) at -= 1;
  return at;
}
