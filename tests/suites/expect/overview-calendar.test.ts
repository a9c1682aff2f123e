import { describe, expect, test } from "vitest";
import {
  addMonths,
  boundOf,
  END_STYLES,
  isLong,
  isReferenceYearBefore,
  isYearBefore,
  stepCounts,
} from "../../../suites/expect/overview-calendar.ts";

const at = (text: string): number => Date.parse(text);

/** Whether some reading of the end makes a window of a length with an adjoining reference. */
function fits(
  window: { from: string; to: string; previousTo: string },
  long: (from: number, end: number) => boolean,
) {
  return END_STYLES.some(
    (style) =>
      style.previousEnd(at(window.previousTo)) === at(window.from) &&
      long(at(window.from), style.end(at(window.to))),
  );
}

const thirtyDays = (from: number, end: number): boolean => isLong(from, end, "30d");
const sixMonths = (from: number, end: number): boolean => isLong(from, end, "6m");

describe("the end of a window", () => {
  test.each([
    ["outside", "2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z", "2026-10-23T00:00:00Z"],
    ["the last day", "2026-10-23", "2026-11-21", "2026-10-22"],
    ["the last moment", "2026-10-23T00:00:00Z", "2026-11-21T23:59:59.999Z", "2026-10-22T23:59:59.999Z"],
    ["now", "2026-10-22T08:30:12.345Z", "2026-11-21T08:30:12.345Z", "2026-10-22T08:30:12.345Z"],
    ["a moment of today", "2026-10-23T00:00:00Z", "2026-11-21T08:30:12.345Z", "2026-10-22T23:59:59Z"],
  ])("may be %s", (_name, from, to, previousTo) => {
    expect(fits({ from, to, previousTo }, thirtyDays)).toBe(true);
  });

  test.each([
    ["a day's gap before it", "2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z", "2026-10-22T00:00:00Z"],
    ["a day's overlap", "2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z", "2026-10-24T00:00:00Z"],
    ["a day too few", "2026-10-24T00:00:00Z", "2026-11-22T00:00:00Z", "2026-10-24T00:00:00Z"],
    ["a day too many", "2026-10-22T00:00:00Z", "2026-11-22T00:00:00Z", "2026-10-22T00:00:00Z"],
    ["a gap between dates", "2026-10-23", "2026-11-21", "2026-10-21"],
  ])("does not hide %s", (_name, from, to, previousTo) => {
    expect(fits({ from, to, previousTo }, thirtyDays)).toBe(false);
  });

  test("may be the current month, after whole months", () => {
    const window = {
      from: "2026-06-01T00:00:00Z",
      to: "2026-11-21T08:00:00Z",
      previousTo: "2026-06-01T00:00:00Z",
    };
    expect(fits(window, sixMonths)).toBe(true);
    expect(fits({ ...window, previousTo: "2026-05-31T00:00:00Z" }, sixMonths)).toBe(false);
  });
});

describe("months and years", () => {
  test("are cut to the month's length", () => {
    expect(addMonths(at("2026-08-31T00:00:00Z"), 6)).toBe(at("2027-02-28T00:00:00Z"));
    expect(addMonths(at("2027-12-15T10:00:00Z"), 2)).toBe(at("2028-02-15T10:00:00Z"));
  });

  test("permit either neighbour of the end of February", () => {
    expect(isYearBefore(at("2028-02-29T00:00:00Z"), at("2027-02-28T00:00:00Z"))).toBe(true);
    expect(isYearBefore(at("2028-02-29T00:00:00Z"), at("2027-03-01T00:00:00Z"))).toBe(true);
    expect(isYearBefore(at("2028-02-29T00:00:00Z"), at("2027-02-27T00:00:00Z"))).toBe(false);
  });

  test("are not a number of weeks", () => {
    expect(isYearBefore(at("2026-11-21T00:00:00Z"), at("2025-11-22T00:00:00Z"))).toBe(false);
  });
});

describe("a reference one year earlier", () => {
  const isEarlier = (range: "30d" | "6m", ...bounds: [string, string, string, string]): boolean => {
    const [from, to, previousFrom, previousTo] = bounds.map((day) => boundOf(`${day}T00:00:00Z`));
    if (!from || !to || !previousFrom || !previousTo) throw new Error("a bound is no date");
    return isReferenceYearBefore({ from, to, previousFrom, previousTo }, range);
  };

  test.each([
    ["the same dates", "2027-01-31", "2027-03-01"],
    ["30 days with the same end", "2027-01-30", "2027-03-01"],
    ["30 days with the same beginning", "2027-01-31", "2027-03-02"],
  ])("is, for 30 days across 29 February, %s", (_what, previousFrom, previousTo) => {
    expect(isEarlier("30d", "2028-01-31", "2028-03-01", previousFrom, previousTo)).toBe(true);
  });

  test("is not what only has the same length, or, for months, the same end", () => {
    expect(isEarlier("30d", "2028-01-31", "2028-03-01", "2027-01-28", "2027-02-27")).toBe(false);
    expect(isEarlier("6m", "2027-09-01", "2028-03-01", "2026-08-31", "2027-03-01")).toBe(false);
  });
});

describe("steps", () => {
  const counts = (from: string, end: string, granularity: "day" | "week" | "month") =>
    [...stepCounts(at(from), at(end), granularity)].sort((a, b) => a - b);

  test("of aligned windows are exact", () => {
    expect(counts("2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z", "day")).toEqual([30]);
    expect(counts("2025-12-01T00:00:00Z", "2026-12-01T00:00:00Z", "month")).toEqual([12]);
  });

  test("of windows that cut them may count the cut ones", () => {
    expect(counts("2026-10-22T08:00:00Z", "2026-11-21T08:00:00Z", "day")).toEqual([29, 30, 31]);
    expect(counts("2025-11-22T00:00:00Z", "2026-11-22T00:00:00Z", "month")).toEqual([11, 12, 13]);
  });

  test("by weeks begin on any day", () => {
    expect(counts("2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z", "week")).toEqual([3, 4, 5, 6]);
  });
});

test("an invalid date is not a bound", () => {
  expect(boundOf("next week")).toBeNull();
  expect(boundOf(null)).toBeNull();
  expect(boundOf("2026-11-21")).toEqual({
    text: "2026-11-21",
    at: at("2026-11-21T00:00:00Z"),
  });
});
