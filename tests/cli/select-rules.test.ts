import { describe, expect, test } from "vitest";
import { sectionWarnings } from "../../cli/selection/select-rules.ts";

const rule = (id: string, section: string) => ({ id, section, area: id.split("/")[0] ?? "" });
const catalogue = [
  rule("sessions/create-is-served", "4.2"),
  rule("sessions/status", "4.2"),
  rule("sessions/field-one", "2.2"),
  rule("sessions/field-two", "2.2"),
  rule("guards/of-sessions", "4.2"),
  rule("guards/of-all", "7"),
];

describe("a selected section", () => {
  test("gets a warning with the areas of its operations if these have more rules", () => {
    expect(sectionWarnings(["4.2"], catalogue)).toEqual([
      "--rules 4.2 selects the 3 rules of this section; 2 more judge its operations: --rules sessions",
    ]);
  });

  test.each([
    [["4.2", "sessions"]],
    [["4", "sessions/field-*"]],
    [["2.2"]],
    [["7"]],
    [["sessions/status"]],
    [[]],
  ])("is not mentioned if the other rules are also selected, or if it has no operation: %j", (patterns) => {
    expect(sectionWarnings(patterns, catalogue)).toEqual([]);
  });
});
