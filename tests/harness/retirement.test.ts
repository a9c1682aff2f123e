import { describe, expect, test } from "vitest";
import { retiredRulesNamed, retirementText, retirementWarnings } from "../../harness/retirement.ts";
import { retiredLines } from "../../cli/commands/explain.ts";
import { selectRules } from "../../cli/selection/select-rules.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

const replaced = {
  id: "vendors/once-judged",
  reason: "It claimed more than is written.",
  replacedBy: ["vendors/list-object", "conventions/create-status"],
};
const gone = { ...replaced, id: "vendors/judged-no-more", replacedBy: [] };
const retired = [gone, replaced];
const rules = ["vendors/list-object", "conventions/create-status", "remittances/list-limit"].map((id) => ({
  id,
  area: id.split("/")[0] ?? "",
  section: "4.6",
}));
const known = { rules, retired };

describe("a pattern", () => {
  test.each([
    ["vendors/once-judged", ["vendors/once-judged"]],
    ["vendors/*judged*", ["vendors/judged-no-more", "vendors/once-judged"]],
    ["vendors/*", []],
    ["vendors", []],
    ["4.6", []],
    ["vendors/once", []],
  ])("%s names retired rules only where it matches no other: %j", (pattern, ids) => {
    expect(retiredRulesNamed(pattern, known).map(({ id }) => id)).toEqual(ids);
  });

  test("for a retired rule gives a warning with the reason and what replaces it", () => {
    expect(retirementWarnings("notOffered", [replaced.id, "vendors", "vendors/once*"], known)).toEqual([
      "notOffered: vendors/once-judged was retired: It claimed more than is written. " +
        "Replaced by vendors/list-object, conventions/create-status.",
    ]);
    expect(retirementText(gone)).toMatch(/ Nothing replaces it\.$/);
  });
});

describe("a command that is given rules", () => {
  const [label, amount] = ["payment-intents/created-label", "payment-intents/created-amount"];
  const entries = [gone, { ...replaced, replacedBy: [label] }];

  test("judges what replaces a retired one, and warns", () => {
    const { rules: selected, warnings } = selectRules([replaced.id], { retired: entries });
    expect(selected.map(({ id }) => id)).toEqual([label]);
    expect(warnings).toEqual([expect.stringMatching(/^--rules: vendors\/once-judged was retired/)]);
  });

  test("ignores a retired rule without a replacement, as long as others are left", () => {
    const { rules: selected, warnings } = selectRules([gone.id, amount], { retired: entries });
    expect(selected.map(({ id }) => id)).toEqual([amount]);
    expect(warnings).toHaveLength(1);
  });

  test("refuses only retired rules", () => {
    const select = () => selectRules([gone.id], { retired: entries });
    expect(select).toThrow(UsageError);
    expect(select).toThrow(
      /^nothing to judge: all selected rules.* are retired:\n.*judged-no-more was retired.* Nothing replaces it\.\n/,
    );
  });
});

test("explain shows why a rule is retired", () => {
  expect(retiredLines(replaced).join("\n")).toMatch(
    /retired +It claimed.*\n.*replaced +by vendors\/list-object, .*\n.*payconform explain vendors\/list-object/,
  );
  expect(retiredLines(gone).at(-1)).toMatch(/replaced +by nothing/);
});
