import { describe, expect, test } from "vitest";
import { differences, refusals } from "../../scripts/frozen/compare.ts";
import { FROZEN, type FrozenFile, idOf, type Sources } from "../../scripts/frozen/files.ts";
import { frozenStates } from "../../scripts/freeze.ts";
import type { Rule } from "../../spec/index.ts";

test.each(frozenStates())("$path is up to date", ({ differences: changes }) => {
  expect(changes, "if this is meant, `npm run freeze -- --quick` records it; read the diff").toEqual([]);
});

test.each(frozenStates())("$path has a line for each id, sorted", ({ derived }) => {
  const ids = derived.map(idOf);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.length).toBeGreaterThan(100);
});

const rule = (id: string, fields: Partial<Rule> = {}): Rule =>
  ({
    id,
    area: "a",
    section: "1",
    level: "MUST",
    kind: "example",
    says: `${id} is.`,
    needs: [],
    ...fields,
  }) as Rule;
const base: Sources = {
  rules: [rule("a/one"), rule("a/two")],
  ambiguities: [],
  mutants: [
    { id: "m", violates: ["a/one" as Rule["id"]] },
    { id: "n", violates: ["a/one" as Rule["id"], "a/two" as Rule["id"]] },
  ],
};
function recordAt(path: string): FrozenFile {
  const file = FROZEN.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`${path} is not recorded`);
  return file;
}
const rules = recordAt("spec/rules.lock");
const caught = recordAt("spec/kills.lock");

/** What changes in a record of `base` when the sources become these. */
function changed(file: FrozenFile, sources: Partial<Sources>): readonly string[] {
  const recorded = file.derive(base, []);
  return differences(file, recorded, file.derive({ ...base, ...sources }, recorded));
}

describe("what changes is one line", () => {
  test("no change gives no line", () => {
    expect(changed(rules, {})).toEqual([]);
    expect(changed(caught, {})).toEqual([]);
  });

  test("a sentence", () => {
    expect(changed(rules, { rules: [rule("a/one", { says: "Other." }), rule("a/two")] })).toEqual([
      "spec/rules.lock: a/one: it was\n    1 | a/one is.\n  and is\n    1 | Other.",
    ]);
  });

  test("a removed rule, in each record", () => {
    const gone = { rules: [rule("a/one")] };
    expect(changed(rules, gone)).toEqual(["spec/rules.lock: the rule a/two was removed"]);
    expect(changed(caught, gone)).toEqual(["spec/kills.lock: the rule with its mutants a/two was removed"]);
  });

  test("a mutant that a rule no longer catches, or that is new", () => {
    const others = [{ id: "o", violates: base.rules.map(({ id }) => id) }, ...base.mutants.slice(1)];
    expect(changed(caught, { mutants: others })).toEqual([
      "spec/kills.lock: a/one: no longer m; also o",
      "spec/kills.lock: a/two: also o",
    ]);
  });
});

test("the verdicts on the second server go with their rule, and nothing else of them is derived", () => {
  const recorded = ["a/one\tpassed\tpassed\tpassed", "a/two\tcould_not_run\tpassed\tpassed"];
  const { derive } = recordAt("spec/second-server.lock");
  expect(derive(base, recorded)).toEqual(recorded);
  expect(derive({ ...base, rules: [rule("a/two")] }, recorded)).toEqual(recorded.slice(1));
});

test("a rule that was removed without being retired is not recorded", () => {
  const recorded = rules.derive(base, []);
  const refused = (retired: readonly string[]): readonly string[] =>
    refusals({
      recorded,
      rules: [rule("a/two"), rule("a/new")],
      retired: retired.map((id) => ({ id, reason: "", replacedBy: [] })),
    });
  expect(refused([])).toEqual(["the rule a/one is gone: add it to spec/retired.yaml"]);
  expect(refused(["a/one"])).toEqual([]);
});
