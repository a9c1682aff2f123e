import { epochOf, isBareDate, readIso } from "../../harness/timestamps.ts";
import { Inconclusive } from "../../harness/verdicts.ts";

/** In ms. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How long a target's periods are at the most of which one took so many ms: those of a calendar differ by three days. */
export const longestPeriodLike = (period: number): number =>
  period + Math.min(3 * DAY, Math.ceil(period / 9));

/** How long they are at the least. */
export const shortestPeriodLike = (period: number): number =>
  period - Math.min(3 * DAY, Math.ceil(period / 9));

/** Reads an instant in any form that denotes one: ISO 8601, a bare date, seconds or ms since 1970. Epoch ms, or null. */
export function readInstant(value: unknown): number | null {
  if (typeof value === "number" && Number.isFinite(value)) return value < 1e11 ? value * 1_000 : value;
  if (typeof value !== "string") return null;
  if (readIso(value) === null && !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const time = epochOf(value);
  return Number.isNaN(time) ? null : time;
}

/** How exactly instants are told, ms, by the coarsest: a bare date tells the day, a time without seconds the minute. */
export function toldTo(...values: readonly unknown[]): number {
  const one = (value: unknown): number =>
    isBareDate(String(value)) ? DAY : /T\d{2}:?\d{2}(Z|[+-].*)?$/.test(String(value)) ? MINUTE : 1_000;
  return Math.max(...values.map(one));
}

/** @throws Inconclusive when the value denotes no instant: its form is another rule's matter */
export function instantOf(what: string, value: unknown): number {
  const time = readInstant(value);
  if (time === null) throw new Inconclusive(`${what} cannot be read as an instant: ${JSON.stringify(value)}`);
  return time;
}

/** ISO 8601 in UTC with whole seconds: the form that every target reads. */
export function written(time: number): string {
  return new Date(Math.floor(time / 1_000) * 1_000).toISOString().replace(".000Z", "Z");
}
