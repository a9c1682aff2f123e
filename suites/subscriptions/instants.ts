import { epochOf, readIso } from "../../harness/instants.ts";
import { Inconclusive } from "../../harness/verdicts.ts";

/** In ms. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** How long a target's periods are at the most of which one took so many ms: those of a calendar differ by three days. */
export const longestPeriodLike = (period: number): number =>
  period + Math.min(3 * DAY, Math.ceil(period / 9));

/** Reads an instant in any form that denotes one: ISO 8601, a bare date, seconds or ms since 1970. Epoch ms, or null. */
export function readInstant(value: unknown): number | null {
  if (typeof value === "number" && Number.isFinite(value)) return value < 1e11 ? value * 1_000 : value;
  if (typeof value !== "string") return null;
  if (readIso(value) === null && !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const time = epochOf(value);
  return Number.isNaN(time) ? null : time;
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
