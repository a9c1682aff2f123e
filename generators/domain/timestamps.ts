import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** UTC offsets that are in use, minutes. 0 is first, so that values shrink towards UTC. */
const OFFSETS = [0, 60, -300, 330, 345, 840, -720];

/** The bounds of generated times, both inclusive, epoch milliseconds. @internal */
export const TIMES = { min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) } as const;

/** Times in ISO 8601, in UTC and with other offsets; without `fractions`, only whole seconds. */
export function timestamps({ fractions = true }: { readonly fractions?: boolean } = {}): Classified<string> {
  const times = fractions ? fc.oneof(wholeSeconds(), fc.integer(TIMES)) : wholeSeconds();
  const values = fc.tuple(times, fc.constantFrom(...OFFSETS)).map(([time, offset]) => spell(time, offset));
  return classified(values, {
    "utc timestamp": (text) => text.endsWith("Z"),
    "timestamp with offset": (text) => !text.endsWith("Z"),
    ...(fractions ? { "timestamp with milliseconds": (text: string) => text.includes(".") } : {}),
  });
}

/** The same time with another offset (§4.8: an equal time is not later, in any notation). */
export function respelledTimestamp(text: string): fc.Arbitrary<string> {
  const time = timeOf(text);
  const others = OFFSETS.map((offset) => spell(time, offset)).filter((other) => other !== text);
  return fc.constantFrom(...others);
}

/** Times at which calendar arithmetic often fails: ends of months and years and leap days, many near midnight UTC. */
export function calendarEdges(): Classified<string> {
  const days = [
    Date.UTC(2027, 0, 31),
    Date.UTC(2027, 1, 28),
    Date.UTC(2028, 1, 29),
    Date.UTC(2027, 2, 31),
    Date.UTC(2027, 3, 30),
    Date.UTC(2027, 11, 31),
    Date.UTC(2028, 0, 1),
    Date.UTC(2038, 0, 19),
    Date.UTC(2040, 1, 29),
  ];
  const offsets = [12 * 60 * MINUTE, 0, DAY - 1_000];
  const values = fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(...offsets))
    .map(([day, offset]) => spell(day + offset, 0));
  return classified(values, {
    "leap day": (text) => text.includes("-02-29"),
    "end of a month": (text) => isLastDay(new Date(text)),
    "end of a year": (text) => text.includes("-12-31"),
    "about midnight": (text) => /T(00:00:00|23:59:59)/.test(text),
  });
}

/** Writes a time in ISO 8601 with an offset in minutes. Zero milliseconds are omitted. */
export function spell(time: number, offsetMinutes: number): string {
  const local = new Date(time + offsetMinutes * MINUTE).toISOString();
  const digits = local.replace(/(?:\.000)?Z$/, "");
  if (offsetMinutes === 0) return `${digits}Z`;
  const size = Math.abs(offsetMinutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  return `${digits}${offsetMinutes < 0 ? "-" : "+"}${hours}:${String(size % 60).padStart(2, "0")}`;
}

function wholeSeconds(): fc.Arbitrary<number> {
  return fc.integer({ min: TIMES.min / 1_000, max: TIMES.max / 1_000 }).map((seconds) => seconds * 1_000);
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new RangeError(`"${text}" is not an ISO 8601 timestamp`);
  return time;
}

function isLastDay(day: Date): boolean {
  return new Date(day.getTime() + DAY).getUTCDate() === 1;
}
