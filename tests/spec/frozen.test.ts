import { describe, expect, test } from "vitest";
import { aliases } from "../../mutants/aliases.ts";
import { fullMutants, mutants } from "../../mutants/index.ts";
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

describe("aliases of mutants", () => {
  const ids = new Set([...mutants, ...fullMutants].map(({ id }) => id));

  test("lead from ids that are no longer used to mutants that exist", () => {
    const astray = Object.entries(aliases).filter(([old, now]) => ids.has(old) || !ids.has(now));
    expect(astray).toEqual([]);
  });
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
  aliases: {},
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
      "spec/kills.lock: a/one: no longer m (if merged or renamed, add it to mutants/aliases.ts); also o",
      "spec/kills.lock: a/two: also o",
    ]);
  });

  test("a merged mutant: none, since its old id is an alias", () => {
    expect(changed(caught, { mutants: base.mutants.slice(1), aliases: { m: "n" } })).toEqual([]);
  });

  test("a mutant that was merged into one that another rule catches", () => {
    const [, n] = base.mutants;
    const merged = { mutants: [{ id: "n", violates: n?.violates.slice(1) ?? [] }], aliases: { m: "n" } };
    expect(changed(caught, merged)).toEqual(["spec/kills.lock: the rule with its mutants a/one was removed"]);
  });
});

test("the verdicts on the second server go with their rule, and nothing else of them is derived", () => {
  const recorded = ["a/one\tpassed\tpassed\tpassed", "a/two\tcould_not_run\tpassed\tpassed"];
  const { derive } = recordAt("spec/second-server.lock");
  expect(derive(base, recorded)).toEqual(recorded);
  expect(derive({ ...base, rules: [rule("a/two")] }, recorded)).toEqual(recorded.slice(1));
});

describe("what is never recorded", () => {
  const recorded = rules.derive({ ...base, rules: [rule("a/one"), rule("a/two", { since: "0.2.0" })] }, []);
  const refused = (now: readonly Rule[], retired: readonly string[] = []): readonly string[] =>
    refusals({
      recorded,
      rules: now,
      retired: retired.map((id) => ({ id, since: "0.2.0", reason: "", replacedBy: [] })),
      versions: ["0.1.0", "0.2.0"],
    });
  const [one, two] = [rule("a/one"), rule("a/two", { since: "0.2.0" })];

  test("a released rule that was removed without being retired", () => {
    expect(refused([two])).toEqual([expect.stringMatching(/a\/one .* add it to spec\/retired\.yaml/)]);
    expect(refused([two], ["a/one"])).toEqual([]);
    // That one was never released.
    expect(refused([one])).toEqual([]);
  });

  test("a new rule in an old version of the catalogue", () => {
    expect(refused([one, two, rule("a/new")])).toEqual([
      expect.stringMatching(/a\/new is new: give it "since: 0\.2\.0"/),
    ]);
    expect(refused([one, two, rule("a/new", { since: "0.2.0" })])).toEqual([]);
  });

  test("a rule that moves to another version", () => {
    expect(refused([{ ...one, since: "0.2.0" }, two])).toEqual([expect.stringMatching(/a\/one has another/)]);
  });
});
