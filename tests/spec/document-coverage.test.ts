import { describe, expect, it } from "vitest";
import { type Anchors, anchorsOf, referencesOf, unknownNames } from "../../scripts/document/anchors.ts";
import { faultsOfAnchors, faultsOfCoverage } from "../../scripts/document/coverage.ts";
import { unitsOf } from "../../cli/document/units.ts";
import { coverageOf } from "../../scripts/document-coverage.ts";

const document = process.env["PAYCONFORM_DOCUMENT"];

describe("the committed anchors", () => {
  it("lead to rules and register entries that exist, and leave no rule without a source", () => {
    expect(coverageOf(null).faults).toEqual([]);
  });

  it.runIf(document !== undefined)(
    "leave no statement of the document without a rule, an entry or a reason",
    () => {
      expect(coverageOf(document ?? null).faults).toEqual([]);
    },
  );
});

const TEXT = `# Title

## 1. Things

A thing has a colour. Its size, e.g. \`9\`, is free. Shapes: not shown.

| Status | Code | Cause |
|---|---|---|
| 400 | none | it is late |
| 404 | GONE | it left |

### 1.1 Routes

**GET /things**: returns things.
1. First point.
`;

describe("cutting a document", () => {
  const units = unitsOf(TEXT);

  it("makes one unit of each sentence and each row", () => {
    expect(units.map((unit) => unit.text)).toEqual([
      "A thing has a colour.",
      "Its size, e.g. `9`, is free.",
      "Shapes: not shown.",
      "| 400 | none | it is late |",
      "| 404 | GONE | it left |",
      "**GET /things**: returns things.",
      "First point.",
    ]);
  });

  it("knows the section of each", () => {
    expect(units.map((unit) => unit.section)).toEqual(["1", "1", "1", "1", "1", "1.1", "1.1"]);
  });

  it("knows the location of each in its section", () => {
    expect(units.map((unit) => unit.place)).toEqual([
      "paragraph 1, sentence 1",
      "paragraph 1, sentence 2",
      "paragraph 1, sentence 3",
      "table 1, row 1",
      "table 1, row 2",
      "paragraph 1",
      "list 1, item 1",
    ]);
  });

  it("marks what calls for an entry in the register", () => {
    expect(units.map((unit) => unit.marks)).toEqual([
      [],
      ["gives an example"],
      ["says that something is not shown"],
      ["row without a code"],
      [],
      ["route without a status"],
      [],
    ]);
  });

  it("distinguishes a repeated text of a section", () => {
    const [first, second] = unitsOf("## 1. A\n\nSame.\n\nSame.\n");
    expect(second?.anchor).toBe(`${first?.anchor}/2`);
  });
});

describe("coverage", () => {
  const units = unitsOf("## 1. A\n\nOne is one. Two: not shown.\n");
  const [one, two] = units.map((unit) => unit.anchor) as [string, string];
  const known = { rules: [{ id: "a/one", section: "1" }], open: ["two"] };
  const whole: Anchors = {
    statements: new Map(units.map(({ anchor, place }) => [anchor, place])),
    rules: new Map([["a/one", [one]]]),
    open: new Map([["two", [two]]]),
    nothing: new Map(),
    pairs: [],
    at: (anchor) => `anchors.yaml:${anchor}`,
  };

  it("reports nothing if each statement has an anchor", () => {
    expect(faultsOfAnchors(whole, known)).toEqual([]);
    expect(unknownNames(whole, known)).toEqual([]);
    expect(faultsOfCoverage(units, whole, known)).toEqual([]);
  });

  it("finds a statement that is new, moved or gone, and a mark without an entry", () => {
    const statements = new Map([
      [two, "paragraph 9"],
      ["1/0000000000", "heading"],
    ]);
    expect(faultsOfCoverage(units, { ...whole, statements, open: new Map() }, known)).toEqual([
      `line 3: ${one} is new: One is one.`,
      `line 3: ${two} is at paragraph 1, sentence 2, recorded as paragraph 9`,
      `line 3: ${two} says that something is not shown, but has no open point`,
      "1/0000000000: its statement is no longer in the document",
    ]);
  });

  it("finds a section whose rules are filed under other sections only", () => {
    const elsewhere = { ...known, rules: [{ id: "a/one", section: "2" }] };
    expect(faultsOfCoverage(units, whole, elsewhere)).toEqual([
      "line 3: section 1 is the source of a rule, but no rule has this section",
    ]);
    expect(faultsOfAnchors(whole, elsewhere)).toEqual([
      `anchors.yaml:${one}: a/one has section 2; name it at a statement of that section`,
    ]);
  });

  it("finds unknown ids, and rules, entries and statements without an anchor", () => {
    const gone = "1/0000000000";
    const anchors: Anchors = {
      ...whole,
      rules: new Map([["a/none", [one]]]),
      open: new Map([["three", [one]]]),
      nothing: new Map([[one, "says little"]]),
      pairs: [{ between: [one, gone], open: "two" }],
    };
    expect(unknownNames(anchors, known)).toEqual([
      `anchors.yaml:${one}: a/none is not a rule.`,
      `anchors.yaml:${one}: three is not an open point.`,
      `anchors.yaml:${one}: pairs: ${gone} is not a statement.`,
    ]);
    expect(faultsOfAnchors(anchors, known)).toEqual([
      "a/one comes from no statement; name it at one in spec/document-anchors.yaml",
      "two comes from no statement; name it at one in spec/document-anchors.yaml",
      `anchors.yaml:${one}: has rules, and a reason why it has none; remove one of the two`,
      `anchors.yaml:${two}: has no rule, no open point and no reason; name one, or write \`none/\` and why`,
    ]);
  });

  it("lists the locations of a rule", () => {
    expect(referencesOf("a/one", whole)).toEqual(["§1, paragraph 1, sentence 1"]);
  });
});

it("gives a rule the statements that name it, its beginning or its end, its own section first", () => {
  const catalogue = ["a/b-without-key", "a/d", "a/d-e", "c/d"].map((id) => ({ id, section: "3" }));
  const { rules, open, nothing, statements, at } = anchorsOf(
    {
      statements: {
        "§1": { "a heading": "a/ d-e z open/ point", "b paragraph 1": "none/ introduces a list" },
        "§2": { "c paragraph 1": "any/ *-without-key c/ d" },
        "§3": { "d paragraph 1": "a/ d* open/ point none/ an example" },
      },
      pairs: [],
    },
    { catalogue, at: (path) => path.join(" ") },
  );
  expect([...rules]).toEqual([
    ["a/d-e", ["3/d", "1/a"]],
    ["a/z", ["1/a"]],
    ["a/b-without-key", ["2/c"]],
    ["c/d", ["2/c"]],
    ["a/d", ["3/d"]],
  ]);
  expect([...open]).toEqual([["point", ["1/a", "3/d"]]]);
  expect([...nothing]).toEqual([
    ["1/b", "introduces a list"],
    ["3/d", "an example"],
  ]);
  expect(statements.get("2/c")).toBe("paragraph 1");
  expect(at("2/c")).toBe("statements §2 c paragraph 1");
});
