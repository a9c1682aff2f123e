import { expect, it } from "vitest";
import { percent, rulesBySection, sharesOf } from "../../../reports/evidence/facts.ts";
import { everything, rule, run } from "../fixture.ts";

it.each([
  [0, 0, null],
  [0, 10, "0 %"],
  [10, 10, "100 %"],
  [1, 3, "33.3 %"],
  [99_999, 100_000, "99.9 %"],
  [1, 100_000, "0.1 %"],
])("%i of %i is %s", (part, whole, shown) => {
  expect(percent(part, whole)).toBe(shown);
});

it("counts every rule in exactly one group", () => {
  const { rules, passed, violated, notJudged, notOffered } = sharesOf(everything.rules);
  expect(passed + violated + notJudged + notOffered).toBe(rules);
  expect([passed, violated, notJudged, notOffered]).toEqual([1, 3, 6, 1]);
});

it("orders sections as the document does", () => {
  const sections = ["2.10", "10", "2.9", "4", "4.1"];
  const result = run(
    sections.map((section, index) => rule({ id: `a/r${index}`, verdict: "passed", section })),
  );
  expect(rulesBySection(result).map(([section]) => section)).toEqual(["2.9", "2.10", "4", "4.1", "10"]);
});
