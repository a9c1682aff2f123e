import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CATALOGUE_VERSION, catalogueAt, FIRST_CATALOGUE } from "../../harness/catalogue.ts";
import { planRun } from "../../harness/engine/plan.ts";
import { catalogue, catalogueVersions } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";

const [first, second, third] = catalogue.filter(
  ({ kind, since }) => kind !== "passive" && since === undefined,
);
if (first === undefined || second === undefined || third === undefined) throw new Error("no rules");
/** A catalogue that grew twice. */
const grown = {
  versions: ["0.1.0", "0.2.0", "1.10.0"],
  rules: [first, { ...second, since: "0.2.0" }, { ...third, since: "1.10.0" }],
};
const ids = (version: string): string[] => catalogueAt(version, grown).map(({ id }) => id);

describe("a pinned version of the catalogue", () => {
  test("has the rules of that version, and none that came later", () => {
    expect(ids("0.1.0")).toEqual([first.id]);
    expect(ids("0.2.0")).toEqual([first.id, second.id]);
    expect(ids("1.10.0")).toEqual([first.id, second.id, third.id]);
  });

  test("that does not exist is refused with a list of those that do", () => {
    expect(() => ids("0.3.0")).toThrow(/--catalogue 0.3.0: .* allowed: 0.1.0, 0.2.0, 1.10.0/);
    expect(() => catalogueAt("latest")).toThrow(/allowed: 0\.1\.0/);
  });

  test("leaves later rules out of the plan, their checks included", () => {
    const planned = (version: string) => {
      const plan = planRun({ checks, patterns: [], rules: catalogueAt(version, grown) });
      return [plan.judged.map(({ id }) => id), plan.checks.map(({ rule }) => rule.id)];
    };
    expect(planned("0.1.0")).toEqual([[first.id], [first.id]]);
    expect(planned("0.2.0")).toEqual([
      [first.id, second.id],
      [first.id, second.id],
    ]);
  });
});

test("without a pin, every rule is there", () => {
  expect(catalogueAt()).toHaveLength(catalogue.length);
  expect(CATALOGUE_VERSION).toBe(catalogueVersions.at(-1));
});

describe("the versions of the catalogue", () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    version: string;
  };

  test("are those that added a rule, up to this release", () => {
    const used = new Set(catalogue.map(({ since = FIRST_CATALOGUE }) => since));
    expect([...used].filter((version) => !catalogueVersions.includes(version))).toEqual([]);
    const [major, minor] = manifest.version.split(".");
    expect(CATALOGUE_VERSION).toBe(`${major}.${minor}.0`);
  });

  test("are in ascending order", () => {
    const rank = (version: string): number =>
      version.split(".").reduce((sum, part) => sum * 10_000 + Number(part), 0);
    const ranks = catalogueVersions.map(rank);
    expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
  });
});
