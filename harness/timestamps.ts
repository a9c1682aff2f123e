import { textOf } from "./reported.ts";

/** An ISO 8601 date, to the day: calendar, ordinal or week date, in extended or basic format. */
const CALENDAR = /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})$/;
const ORDINAL = /^(?<year>\d{4})-?(?<dayOfYear>\d{3})$/;
const WEEK = /^(?<year>\d{4})(?<dash>-?)W(?<week>\d{2})\k<dash>(?<weekday>[1-7])$/;
/** An ISO 8601 time, to the hour or finer. The finest part may have a fraction. */
const TIME =
  /^(?<hour>\d{2})(?:(?<colon>:?)(?<minute>\d{2})(?:\k<colon>(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?$/;
const ZONE = /^(?<sign>[+-])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?$/;
const DATE_TIME = /^(?<date>[\dW-]+)(?<separator>[T ])(?<time>[\d:.,]+?)(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** In ms. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A parsed ISO 8601 date or timestamp. */
export interface IsoTime {
  /** Epoch ms. Without a zone, UTC is assumed. */
  readonly at: number;
  /** Whether it has a time of day. */
  readonly timed: boolean;
  /** `Z`, an offset, or empty. */
  readonly zone: string;
}

/**
 * Parses an ISO 8601 date or timestamp, in extended or basic format, with a calendar, ordinal or week date.
 * @returns null when the text has another form, or names a day or a time that does not exist
 */
export function readIso(text: string): IsoTime | null {
  const bare = text.includes("T") ? null : dayOf(text);
  if (bare !== null) return { at: bare, timed: false, zone: "" };
  const { date = "", separator, time = "", zone = "" } = DATE_TIME.exec(text)?.groups ?? {};
  if (separator !== "T" || (!date.includes("-") && time.includes(":"))) return null;
  // The two formats cannot be mixed: an extended date has no basic time.
  if (date.includes("-") && /^\d{4}/.test(time)) return null;
  const [day, ofDay] = [dayOf(date), timeOf(time)];
  return day === null || ofDay === null ? null : { at: day + ofDay - offsetOf(zone), timed: true, zone };
}

/** Whether a text is an ISO 8601 date without a time of day. */
export function isBareDate(text: string): boolean {
  return readIso(text)?.timed === false;
}

/**
 * Parses a date or timestamp in any form of ISO 8601, or another form that the engine reads. Without a zone, UTC is assumed.
 * @returns epoch ms, or NaN
 */
export function epochOf(text: string): number {
  const { date = "", time = "", zone = "" } = DATE_TIME.exec(text)?.groups ?? {};
  return readIso(text)?.at ?? readIso(`${date}T${time}${zone}`)?.at ?? Date.parse(text);
}

/** The start of a day in UTC, epoch ms; null if there is no such day. */
function dayOf(date: string): number | null {
  const { year, month, day, dayOfYear, week, weekday } =
    (CALENDAR.exec(date) ?? ORDINAL.exec(date) ?? WEEK.exec(date))?.groups ?? {};
  if (year === undefined) return null;
  const first = (of: number): number => Date.parse(`${String(of).padStart(4, "0")}-01-01T00:00:00Z`);
  if (month !== undefined) {
    const at = Date.parse(`${year}-${month}-${day ?? ""}T00:00:00Z`);
    return !Number.isNaN(at) && new Date(at).getUTCDate() === Number(day) ? at : null;
  }
  if (dayOfYear !== undefined) {
    const at = first(Number(year)) + (Number(dayOfYear) - 1) * DAY;
    return at >= first(Number(year)) && at < first(Number(year) + 1) ? at : null;
  }
  const at = mondayOfWeekOne(first, Number(year)) + (Number(week) - 1) * 7 * DAY;
  const exists = at >= mondayOfWeekOne(first, Number(year)) && at < mondayOfWeekOne(first, Number(year) + 1);
  return exists ? at + (Number(weekday) - 1) * DAY : null;
}

/** The week of 4 January is the first one of its year. */
function mondayOfWeekOne(first: (year: number) => number, year: number): number {
  const fourth = first(year) + 3 * DAY;
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
}

/** Ms since midnight; null if there is no such time. 24:00 and leap seconds are valid. */
function timeOf(time: string): number | null {
  const { hour, minute, second, fraction } = TIME.exec(time)?.groups ?? {};
  if (hour === undefined || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return null;
  const finest = second !== undefined ? 1_000 : minute !== undefined ? MINUTE : HOUR;
  const ms = Number(hour) * HOUR + Number(minute ?? 0) * MINUTE + Number(second ?? 0) * 1_000;
  const at = ms + Math.floor(Number(`0.${(fraction ?? "0").slice(0, 12)}`) * finest);
  return at > DAY ? null : at;
}

function offsetOf(zone: string): number {
  const { sign, hours, minutes } = ZONE.exec(zone)?.groups ?? {};
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes ?? 0) * MINUTE);
}

/** Whether a text is an existing ISO 8601 timestamp, in any format, with or without a zone. */
export function isTimestamp(text: string): boolean {
  return readIso(text)?.timed === true;
}

/** The precision of the coarsest of these timestamps, ms: a calendar date has a day, a timestamp without seconds a minute. */
export function reportedTo(...values: readonly unknown[]): number {
  const one = (text: string): number =>
    isBareDate(text) ? DAY : /T\d{2}:?\d{2}(Z|[+-].*)?$/.test(text) ? MINUTE : 1_000;
  return Math.max(...values.map((value) => one(textOf(value))));
}
