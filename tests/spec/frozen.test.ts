import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fullMutants } from "../../mutants/index.ts";
import {
  differences,
  type Entries,
  entriesOf,
  readHeads,
  readLock,
  refusals,
  type Sources,
  unjudged,
  withLevels,
  writeLock,
} from "../../scripts/frozen.ts";
import { openPoints, catalogue, type Rule } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";
import { emptyFolder } from "../empty-folder.ts";

const CURE = "if this is meant, `npm run freeze -- --quick` records it; read the diff";
const recorded = readLock(root);

test("the record is up to date, and each rule was judged on the second server", () => {
  const derived = entriesOf({ rules: catalogue, openPoints, mutants: fullMutants }, recorded);
  expect(differences(recorded, derived), CURE).toEqual([]);
  expect(unjudged(recorded), CURE).toEqual([]);
  expect([...recorded.keys()]).toEqual([...derived.keys()]);
  expect(recorded.size).toBeGreaterThan(1900);
});

const rule = (id: string, fields: Partial<Rule> = {}): Rule =>
  ({
    ...{ id, area: "a", section: "1", level: "MUST", kind: "example", says: `${id} is.`, needs: [] },
    ...fields,
  }) as Rule;
const base: Sources = {
  rules: [rule("a/two"), rule("a/one")],
  openPoints: [],
  mutants: [
    { id: "m", violates: ["a/one" as Rule["id"]] },
    { id: "n", violates: ["a/one" as Rule["id"], "a/two" as Rule["id"]] },
  ],
};
const before: Entries = new Map(
  [...entriesOf(base, new Map())].map(([id, entry]) => [
    id,
    { ...entry, verdicts: ["passed", "passed"], levels: ["core"] },
  ]),
);

/** What changes in the record of `base` when the sources become these. */
function changed(sources: Partial<Sources>): readonly string[] {
  return differences(before, entriesOf({ ...base, ...sources }, before));
}

describe("what changes is named with its rule", () => {
  test("no change gives no line", () => {
    expect(changed({})).toEqual([]);
  });

  test("a sentence", () => {
    expect(changed({ rules: [rule("a/one", { says: "Other." }), rule("a/two")] })).toEqual([
      "a/one: it was\n    §1 a/one is.\n  and is\n    §1 Other.",
    ]);
  });

  test("a removed and a new rule", () => {
    const unlevelled = new Map([...before].map(([id, entry]) => [id, { ...entry, levels: [] }]));
    const rules = [rule("a/one"), rule("a/three")];
    expect(differences(unlevelled, entriesOf({ ...base, rules }, unlevelled))).toEqual([
      "a/two was removed",
      "a/three is new",
    ]);
  });

  test("a mutant that a rule no longer catches, or that is new", () => {
    const others = [{ id: "o", violates: base.rules.map(({ id }) => id) }, ...base.mutants.slice(1)];
    expect(changed({ mutants: others })).toEqual([
      "a/one: no longer catches m",
      "a/one: also catches o",
      "a/two: also catches o",
    ]);
  });

  test("a verdict on the second server", () => {
    const one = before.get("a/one");
    if (one === undefined) throw new Error("the record has no a/one");
    const other = new Map([...before, ["a/one", { ...one, verdicts: ["passed", "could_not_run"] }]]);
    expect(differences(before, other)).toEqual([
      "a/one: on the second server it was passed, passed and is passed, could_not_run",
    ]);
  });
});

test("a new rule is not judged yet, and the verdicts of the others stay with them", () => {
  const entries = entriesOf({ ...base, rules: [...base.rules, rule("a/new")] }, before);
  expect(unjudged(entries)).toEqual(["a/new"]);
  expect(entries.get("a/two")?.verdicts).toEqual(["passed", "passed"]);
});

test("what is written is what is read", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "spec"));
  const open = {
    id: "a-point",
    section: "2",
    says: "Which? Accepted: any",
    mutants: [],
    verdicts: [],
    levels: [],
  };
  const entries = new Map([...before, ["a-point", open]]);
  const levels = new Map([["core", { date: "2026-01-31", digest: "0123" }]]);
  expect([...readHeads(folder), ...readLock(folder)]).toEqual([]);
  writeLock(folder, entries, levels);
  writeLock(folder, readLock(folder));
  expect(readLock(folder)).toEqual(entries);
  expect(readHeads(folder)).toEqual(levels);
});

test("a retired rule stays as long as a level of an earlier date has it", () => {
  const entries = entriesOf({ ...base, rules: [rule("a/one")] }, before);
  expect(entries.get("a/two")).toMatchObject({ mutants: [], verdicts: ["retired"], levels: ["core"] });
  const rules = new Map([["core", { rules: ["a/one"] }]]);
  expect([...withLevels(entries, rules).keys()]).toEqual(["a/one"]);
  expect(refusals({ recorded: withLevels(entries, new Map()), rules: [], retired: [] })).toContain(
    "spec/rules.lock has no levels: take it from another commit",
  );
});

test("a rule that was removed without being retired is not recorded", () => {
  const refused = (retired: readonly string[]): readonly string[] =>
    refusals({
      recorded: before,
      rules: [rule("a/two"), rule("a/new")],
      retired: retired.map((id) => ({ id, reason: "", replacedBy: [] })),
    });
  expect(refused([])).toEqual(["the rule a/one is gone: add it to spec/retired.yaml"]);
  expect(refused(["a/one"])).toEqual([]);
});
