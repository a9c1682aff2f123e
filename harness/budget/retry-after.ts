import { headerValues, type HeaderList } from "../http/wire.ts";

/**
 * The wait of a `Retry-After`, in ms; null if there is no valid one. A date is relative to the answer's own `Date`, so a wrong
 * clock of the target has no effect.
 */
export function retryAfterMs(headers: HeaderList): number | null {
  const asked = headerValues(headers, "retry-after")[0]?.trim();
  if (asked === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
  const until = Date.parse(asked);
  if (Number.isNaN(until)) return null;
  const answered = Date.parse(headerValues(headers, "date")[0] ?? "");
  return Math.max(0, until - (Number.isNaN(answered) ? Date.now() : answered));
}
