import { describe, expect, it } from "vitest";
import { expand } from "../../scripts/document/anchors.ts";
import { faultsOfAnchors, faultsOfCoverage } from "../../scripts/document/coverage.ts";
import { unitsOf } from "../../scripts/document/units.ts";
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

  it("gives one unit a sentence and one a row", () => {
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

  it("tells a repeated text of a section apart", () => {
    const [first, second] = unitsOf("## 1. A\n\nSame.\n\nSame.\n");
    expect(second?.anchor).toBe(`${first?.anchor}/2`);
  });
});

describe("coverage", () => {
  const units = unitsOf("## 1. A\n\nOne is one. Two: not shown.\n");
  const [one, two] = units.map((unit) => unit.anchor) as [string, string];
  const known = { rules: [{ id: "a/one", section: "1" }], open: ["two"] };
  const entry = { rules: [] as string[], open: [] as string[], nothing: null };

  it("finds a statement that became nothing, a mark without an entry and a statement that is gone", () => {
    const anchors = new Map([
      [two, { ...entry, rules: ["a/one"] }],
      ["1/0000000000", { ...entry, open: ["two"] }],
    ]);
    expect(faultsOfCoverage(units, { anchors, pairs: [] }, known)).toEqual([
      `line 3: ${one} became nothing: One is one.`,
      `line 3: ${two} says that something is not shown, without a register entry`,
      "1/0000000000: its statement is gone",
    ]);
  });

  it("finds a section whose rules name other sections only", () => {
    const anchors = new Map([
      [one, { ...entry, rules: ["a/one"] }],
      [two, { ...entry, open: ["two"] }],
    ]);
    const elsewhere = { ...known, rules: [{ id: "a/one", section: "2" }] };
    expect(faultsOfCoverage(units, { anchors, pairs: [] }, elsewhere)).toEqual([
      "line 3: section 1 states something, but no rule names it",
    ]);
  });

  it("finds ids that stand for nothing, and rules that come from nowhere", () => {
    const anchors = new Map([[one, { ...entry, rules: ["a/none"], open: ["three"] }]]);
    expect(faultsOfAnchors({ anchors, pairs: [{ between: [one, two], open: "two" }] }, known)).toEqual([
      `${one}: no rule is called a/none`,
      `${one}: the register has no three`,
      `pair ${one} and ${two}: nothing is known of ${two}`,
      "a/one: comes from no statement of the document",
      "two: comes from no statement of the document",
    ]);
  });

  it("reads a star as anything within one part of an id", () => {
    const ids = ["a/one", "a/only", "b/one"];
    expect(expand("a/on*", ids)).toEqual(["a/one", "a/only"]);
    expect(expand("*/one", ids)).toEqual(["a/one", "b/one"]);
    expect(expand("a*", ids)).toEqual([]);
  });
});
