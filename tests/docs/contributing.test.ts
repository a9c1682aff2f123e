import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPoints } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";

const text = (file: string): string => readFileSync(join(root, file), "utf8");
const scripts = (JSON.parse(text("package.json")) as { scripts: Readonly<Record<string, string>> }).scripts;
const files = ["spec", "emulator", "suites", "mutants", "variants", "tests/second-server"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => /\.(ts|tsx|yaml|json|lock)$/.test(file) && !file.includes("generated/")),
);

/** A section of CONTRIBUTING.md, and the paths that it names. */
function section(title: string): { readonly page: string; readonly paths: readonly string[] } {
  const [, page = ""] = new RegExp(`^### ${title}\n([^]*?)^##`, "m").exec(text("CONTRIBUTING.md")) ?? [];
  return { page, paths: [...page.matchAll(/`([a-z][\w-]*\/[\w./-]*)`/g)].map(([, path = ""]) => path) };
}

test("every command of the page exists", () => {
  const named = [...text("CONTRIBUTING.md").matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
    ([, name = ""]) => name,
  );
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

describe("Add a field", () => {
  const { page, paths } = section("Add a field");
  const [, field = ""] = /An example is `(\w+)`/.exec(page) ?? [];
  const [, rule = ""] = /npm run rule -- (\S+)`/.exec(page) ?? [];
  const [, name = rule] = rule.split("/");
  const has = (file: string): boolean => text(file).includes(field) || text(file).includes(name);

  test("names only files that have the field of the example", () => {
    const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((file) => !has(file))).toEqual([]);
  });

  test("names every file of the specification and of both servers that has it", () => {
    const servers = files.filter(
      (file) => /^(spec|emulator|tests)\//.test(file) && !file.endsWith(".test.ts"),
    );
    expect(servers.filter((file) => has(file) && !paths.includes(file))).toEqual([]);
  });
});

describe("Decide an open point", () => {
  const { page, paths } = section("Decide an open point");
  const [, listed = ""] = /Its id is in ([^]*?)\n\n/.exec(page) ?? [];
  const places = paths.filter((path) => listed.includes(path));

  test("names every place where the id of an open point is", () => {
    expect(places.length).toBeGreaterThan(5);
    const elsewhere = files.filter((file) => !places.some((place) => file.startsWith(place)));
    const quoted = new Map(elsewhere.map((file) => [file, new Set(text(file).match(/"[a-z][a-z0-9-]*"/g))]));
    // Ids of one word are also other things.
    const ids = openPoints.map(({ id }) => id).filter((id) => id.includes("-"));
    const found = [...quoted].flatMap(([file, words]) =>
      ids.filter((id) => words.has(`"${id}"`)).map((id) => `${file}: ${id}`),
    );
    expect(found).toEqual([]);
  });

  test("names the parts that every open point has", () => {
    for (const place of ["spec/areas/", "spec/document-anchors.yaml", "spec/rules.lock", "variants/"]) {
      const there = files
        .filter((file) => file.startsWith(place))
        .map(text)
        .join("\n");
      expect(
        openPoints.filter(({ id }) => !there.includes(id)),
        place,
      ).toEqual([]);
      expect(places).toContain(place);
    }
  });
});
