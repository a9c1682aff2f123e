/** Milliseconds in a day. */
export const day = 86_400_000;

/** The time so many months after an anchor, in UTC; a day that the month lacks becomes its last one. */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const sinceMidnight = anchor - Date.UTC(year, from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + sinceMidnight;
}
