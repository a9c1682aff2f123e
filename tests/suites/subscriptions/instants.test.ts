import { describe, expect, it } from "vitest";
import { Inconclusive } from "../../../harness/verdicts.ts";
import { DAY, HOUR, instantOf, readInstant, written } from "../../../suites/subscriptions/instants.ts";
import { around, dueAt } from "../../../suites/test-clocks/given.ts";

describe("readInstant", () => {
  const at = Date.UTC(2027, 2, 14, 9);

  it.each([
    ["UTC", "2027-03-14T09:00:00Z"],
    ["an offset", "2027-03-14T10:00:00+01:00"],
    ["milliseconds", at],
    ["seconds", at / 1_000],
  ])("reads %s", (_form, value) => {
    expect(readInstant(value)).toBe(at);
  });

  it.each([["soon"], [null], [undefined], [{}], ["14/03/2027"], [Number.NaN]])(
    "reads nothing from %j",
    (value) => {
      expect(readInstant(value)).toBeNull();
      expect(() => instantOf("it", value)).toThrow(Inconclusive);
    },
  );
});

describe("written", () => {
  it("writes whole seconds in UTC", () => {
    expect(written(Date.UTC(2027, 0, 1) + 999)).toBe("2027-01-01T00:00:00Z");
  });
});

describe("around a due date", () => {
  const due = Date.UTC(2027, 0, 31);

  it("keeps clear of every reading of the day", () => {
    const times = around(dueAt(due));
    expect(times.beforeReminder).toBeLessThan(due - 4 * DAY);
    expect(times.afterReminder).toBeGreaterThan(due - 2 * DAY);
    expect(times.afterReminder).toBeLessThan(times.beforeDue);
    expect(times.beforeDue).toBeLessThan(due - DAY);
    expect(times.due).toBeGreaterThan(due);
    expect(times.afterDue).toBeGreaterThan(due + DAY);
    expect(times.afterRetry).toBeGreaterThan(due + 2 * DAY);
  });

  it("takes the earlier and the later of two dates that the target states", () => {
    expect(dueAt(due, due + HOUR)).toEqual({ first: due, last: due + HOUR });
    expect(dueAt(due, due - HOUR)).toEqual({ first: due - HOUR, last: due });
    expect(dueAt(due)).toEqual({ first: due, last: due });
  });
});
