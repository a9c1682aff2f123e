/**
 * The wait of a `Retry-After`, in ms; null if there is no valid one. A date is relative to the answer's own `Date`, so a wrong
 * clock of the target has no effect.
 */
export function retryAfterMs(headers: readonly (readonly [string, string])[]): number | null {
  const value = (name: string): string | undefined =>
    headers.find(([header]) => header.toLowerCase() === name)?.[1].trim();
  const asked = value("retry-after");
  if (asked === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
  const until = Date.parse(asked);
  if (Number.isNaN(until)) return null;
  const answered = Date.parse(value("date") ?? "");
  return Math.max(0, until - (Number.isNaN(answered) ? Date.now() : answered));
}
