import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calendarEdges,
  respelledTimestamp,
  spell,
  TIMES,
  timestamps,
} from "../../../generators/domain/timestamps.ts";
import { keepsTheLaws } from "../laws.ts";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/;
const NOON = "2027-01-31T12:00:00Z";

describe("timestamps", () => {
  it("are ISO 8601 within their bounds, whatever the offset", () => {
    keepsTheLaws(
      () => timestamps(),
      (text) => ISO.test(text) && Date.parse(text) >= TIMES.min && Date.parse(text) <= TIMES.max,
    );
    keepsTheLaws(
      () => timestamps({ fractions: false }),
      (text) => ISO.test(text) && !text.includes("."),
    );
  });

  it("are written in another offset as the same time", () => {
    expect(spell(Date.parse(NOON), -300)).toBe("2027-01-31T07:00:00-05:00");
    expect(spell(Date.parse(NOON), 345)).toBe("2027-01-31T17:45:00+05:45");
    expect(spell(Date.parse(NOON), 0)).toBe(NOON);
    fc.assert(fc.property(timestamps(), (one) => Date.parse(spell(Date.parse(one), 60)) === Date.parse(one)));
  });

  it("can be written with another offset, never as the same text", () => {
    fc.assert(
      fc.property(
        timestamps().chain((one) => respelledTimestamp(one).map((other) => ({ one, other }))),
        ({ one, other }) => one !== other && Date.parse(one) === Date.parse(other) && ISO.test(other),
      ),
      { seed: 1 },
    );
  });

  it("exist at the edges of calendars", () => {
    keepsTheLaws(
      () => calendarEdges(),
      (text) => ISO.test(text) && new Date(text).toISOString().startsWith(text.slice(0, 19)),
    );
  });
});
