import { expect, test } from "vitest";
import { shapeFault } from "../../../harness/http/answer.ts";

const overview = { operation: "retrieveOverview", status: 200 };
const figure = { total: 0, previous_total: 0, points: [{ date: "2027-01-01", value: 0, previous: 0 }] };

test.each([
  ["as documented", figure, null],
  ["with texts for numbers", { ...figure, total: "0", points: [{ date: 1, value: "x" }] }, null],
  ["with a field more", { ...figure, more: null }, null],
  ["as a list", [figure], "gross_volume is array"],
  ["without points", { total: 0 }, "gross_volume/points is absent"],
  ["with an object for points", { ...figure, points: {} }, "gross_volume/points is object"],
  ["with null for a point", { ...figure, points: [...figure.points, null] }, "gross_volume/points/1 is null"],
])("a figure %s", (_what, value, wrong) => {
  expect(shapeFault(overview, "gross_volume", value)).toBe(wrong);
});

test("a field that the contract does not name has no shape", () => {
  expect(shapeFault(overview, "undocumented", 7)).toBeNull();
  expect(shapeFault({ ...overview, status: 299 }, "gross_volume", 7)).toBeNull();
  expect(shapeFault({ operation: "retrieveRemittance", status: 200 }, "amount", [])).toBeNull();
});
