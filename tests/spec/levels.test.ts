import { expect, test } from "vitest";
import { digestOf, freezeLevels, readFrozenLevels, readLevels } from "../../scripts/generate/levels.ts";
import { catalogue, levels, retiredRules, type Rule } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";

const frozen = readFrozenLevels(root);

test("each level is frozen at its date, and its list is the one of its digest", () => {
  const cure =
    "a level changes only with a new date in spec/levels.yaml; then run `npm run freeze -- --quick`";
  expect(
    [...frozen].map(([name, { date }]) => [name, date]),
    cure,
  ).toEqual(readLevels(root).map(({ name, date }) => [name, date]));
  for (const { digest, rules } of frozen.values()) expect(digestOf(rules), cure).toBe(digest);
});

test("the rules of each level exist or are retired, and can be observed", () => {
  const known = new Set<string>(
    [...catalogue.filter(({ unobservable }) => !unobservable), ...retiredRules].map(({ id }) => id),
  );
  for (const { rules } of frozen.values()) expect(rules.filter((id) => !known.has(id))).toEqual([]);
  expect(levels().map(({ name }) => name)).toEqual(["core", "marketplace", "billing", "strict"]);
});

test("core is part of every other level", () => {
  const [core, ...others] = levels();
  for (const { rules } of others) expect(rules).toEqual(expect.arrayContaining([...(core?.rules ?? [])]));
});

const rule = (id: string, fields: Partial<Rule> = {}): Rule =>
  ({ id, area: id.split("/")[0], section: "1", ...fields }) as Rule;
const [one, two, hidden] = [rule("a/one"), rule("a/two"), rule("a/hidden", { unobservable: "why" })];
const level = { name: "core", what: "All of a", date: "2026-01-31", patterns: ["a"] };

test("a rule that comes after the date joins with a new date only, and one that is retired stays in the list", () => {
  const first = freezeLevels([level], new Map(), [one, hidden]);
  expect(first.get("core")?.rules).toEqual(["a/one"]);
  expect(freezeLevels([level], first, [two])).toEqual(first);
  const later = freezeLevels([{ ...level, date: "2026-02-28" }], first, [two]);
  expect(later.get("core")).toMatchObject({ date: "2026-02-28", rules: ["a/two"] });
  expect(later.get("core")?.digest).not.toBe(first.get("core")?.digest);
});
