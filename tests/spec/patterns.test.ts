import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fullMutants } from "../../mutants/index.ts";
import { catalogue } from "../../spec/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/patterns.md"), "utf8");

/** The rows of the page's tables, whose columns have names: where, by which rules, proven by which mutants. */
const rows = page.split("\n\n").flatMap((block) => {
  const lines = block.trim().split("\n");
  if (lines[1]?.startsWith("|--") !== true) return [];
  const [names = [], , ...others] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return others.map((cells) => {
    const cell = (name: string): string => cells[names.indexOf(name)] ?? "";
    return {
      place: cells.slice(0, names.indexOf("rule")).join(", "),
      text: cell("rule"),
      rules: idsIn(cell("rule")),
      mutants: idsIn(cell("mutant")),
    };
  });
});

/** What stands in code in a cell. */
function idsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, id]) => id ?? "");
}

const known = new Set<string>(catalogue.map(({ id }) => id));
const violated = new Map(fullMutants.map((mutant) => [mutant.id, mutant.violates]));

describe("the page on patterns of faults", () => {
  test("has a table in every section", () => {
    for (const section of page.split(/^## /m).slice(1)) expect(section).toMatch(/^\|---/m);
    expect(rows.length).toBeGreaterThan(50);
  });

  test.each(rows)("$place", ({ text, rules, mutants: named }) => {
    if (text.startsWith("none")) {
      expect(text).toMatch(/^none: ./);
      return;
    }
    expect(rules.filter((id) => !known.has(id))).toEqual([]);
    expect(named.filter((id) => !violated.has(id))).toEqual([]);
    // Each rule has a mutant there that violates it, and no mutant is there for nothing.
    const proven = new Set<string>(named.flatMap((id) => violated.get(id) ?? []));
    expect(rules.filter((id) => !proven.has(id))).toEqual([]);
    expect(named.filter((id) => !violated.get(id)?.some((rule) => rules.includes(rule)))).toEqual([]);
    expect(rules.length).toBeGreaterThan(0);
  });
});
