/** The form of this server's identifiers and times. */
import { randomInt, randomUUID } from "node:crypto";

/** `prefix` followed by a UUID. */
export function uuidId(prefix: string): string {
  return `${prefix}${randomUUID()}`;
}

/** `prefix` followed by fourteen digits. */
export function numericId(prefix: string): string {
  return `${prefix}${randomInt(1_000_000, 9_999_999)}${randomInt(1_000_000, 9_999_999)}`;
}

const HOUR = 3_600_000;

/** A time in ms since the epoch, written with offset +01:00; with a fraction only if it has one. */
export function eastern(ms: number): string {
  const text = new Date(ms + HOUR).toISOString();
  return `${ms % 1000 === 0 ? text.slice(0, 19) : text.slice(0, 23)}+01:00`;
}

/** Like {@link eastern}, cut to whole seconds. */
export function stamp(ms: number): string {
  return eastern(Math.floor(ms / 1000) * 1000);
}

/** A time in UTC, in whole seconds, with `Z`. */
export function zulu(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** A time in UTC, in whole seconds, with a numeric offset of zero. */
export function greenwich(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads a date or a date-time (UTC if it names no offset); null if it is neither. Unit: ms since the epoch. */
export function parseTimestamp(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const parts = DATE.exec(value);
  if (parts === null) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return null;
  const dateOnly = value.length === 10;
  const ms = Date.parse(dateOnly || parts[4] !== undefined ? value : `${value}Z`);
  return Number.isNaN(ms) ? null : ms;
}
