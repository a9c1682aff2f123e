/** Milliseconds in a day. */
export const day = 86_400_000;

/** The intervals of prices. */
export const intervals = ["day", "week", "month", "year"] as const;
export type Interval = (typeof intervals)[number];

/** The time `periods` intervals after an anchor, in UTC. */
export function periodsAfter(anchor: number, periods: number, interval: Interval = "month"): number {
  if (interval === "day") return anchor + periods * day;
  if (interval === "week") return anchor + periods * 7 * day;
  return monthsAfter(anchor, interval === "year" ? periods * 12 : periods);
}

/** The time `months` months after an anchor, in UTC, on the last day of a month that is too short. */
function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const sinceMidnight = anchor - Date.UTC(year, from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + sinceMidnight;
}
