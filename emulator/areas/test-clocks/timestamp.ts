import type { Rule } from "../../kernel/validate.ts";

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Parses a date or time in ISO 8601, in UTC unless it has an offset. Epoch milliseconds; NaN if it is invalid. */
export function parseTimestamp(text: string): number {
  const [, year, month, dayOfMonth, offset] = shape.exec(text) ?? [];
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (year === undefined || Number(dayOfMonth) > lastDay) return Number.NaN;
  return Date.parse(text.includes("T") && offset === undefined ? `${text}Z` : text);
}

/** The first and the last time of a test clock. Our choice, since §8 names no limits. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** An existing time between these limits. */
export const timestamp: Rule = {
  name: "date",
  accepts: (value) => {
    const at = typeof value === "string" ? parseTimestamp(value) : Number.NaN;
    return at >= earliest && at <= latest;
  },
};
