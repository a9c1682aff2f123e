/** A date with a time and no zone, or one whose offset has no minutes or no colon: forms that engines read differently. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Reads an instant in any form of ISO 8601 that denotes one; what names no zone is taken for UTC, wherever the suite runs.
 * @returns epoch ms, or NaN
 */
export function epochOf(text: string): number {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return Date.parse(text);
  const [, date = "", time = "", fraction = "", zone = "Z"] = parts;
  const [, sign = "", hours = "", minutes = ""] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = sign === "" ? "Z" : `${sign}${hours}:${minutes === "" ? "00" : minutes}`;
  const clock = time.length === 5 ? `${time}:00` : time;
  return Date.parse(`${date}T${clock}${fraction === "" ? "" : `.${fraction.slice(0, 9)}`}${offset}`);
}
