import { describe, expect, it } from "vitest";
import { ignoredFields } from "../../generators/requests-clocks.ts";
import { compatibilityOf, overviewGrid, payoutScheduleRequests } from "../../generators/requests-connect.ts";
import { judgeOf, keepsTheLaws } from "./laws.ts";

describe("requests", () => {
  it("of payout schedules conform to the contract and its constraints", () => {
    const judge = judgeOf({ $ref: "#/components/schemas/PayoutScheduleRequest" });
    keepsTheLaws(
      () => payoutScheduleRequests(),
      (value) => judge(value),
    );
  });

  it("add ignored fields", () => {
    keepsTheLaws(
      () => ignoredFields(),
      (fields) => Object.keys(fields).length > 0,
    );
  });
});

describe("overview queries", () => {
  it("cover the whole grid, each combination once", () => {
    const grid = overviewGrid();
    expect(new Set(grid.map((query) => JSON.stringify(query))).size).toBe(48);
    expect(compatibilityOf({})).toBe("compatible");
    expect(compatibilityOf({ range: "30d", granularity: "day" })).toBe("compatible");
    expect(compatibilityOf({ granularity: "day" })).toBe("open");
    expect(compatibilityOf({ range: "6m", granularity: "day" })).toBe("incompatible");
    expect(compatibilityOf({ range: "6m", granularity: "week" })).toBe("open");
    expect(compatibilityOf({ range: "30d", granularity: "month" })).toBe("incompatible");
    expect(compatibilityOf({ range: "30d" })).toBe("open");
  });
});
