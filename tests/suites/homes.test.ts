import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../suites");

/** What more than one area uses: objects that checks are given, courses of events, shared assertions, the oracle, and walks of drawn requests. */
const SHARED = ["fixtures", "scenarios", "expect", "model", "walks"];

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.startsWith("generated/"),
);
const homeOf = (file: string): string => file.split("/")[0] ?? "";
const isArea = (file: string): boolean => file.includes("/") && !SHARED.includes(homeOf(file));

const importsOf = (file: string): readonly string[] =>
  ts
    .preProcessFile(readFileSync(join(root, file), "utf8"), true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => relative(root, resolve(join(root, dirname(file)), name)));

test("every shared folder and every area has files", () => {
  for (const home of SHARED) expect(files.map(homeOf), home).toContain(home);
  expect(files.filter(isArea).length).toBeGreaterThan(100);
});

test("no area is imported by another area or by what areas share", () => {
  const broken = files
    .filter((file) => file !== "index.ts")
    .flatMap((file) => importsOf(file).map((to) => ({ file, to })))
    .filter(({ file, to }) => isArea(to) && !to.startsWith("..") && homeOf(to) !== homeOf(file))
    .map(({ file, to }) => `${file} imports ${to}: move what both need to fixtures/, scenarios/ or expect/`);
  expect(broken).toEqual([]);
});

test("areas hold checks only, and what their checks observe", () => {
  const broken = files
    .filter((file) => isArea(file) && !file.endsWith("/observations.ts"))
    .filter((file) => {
      const exported = readFileSync(join(root, file), "utf8").match(/^export .*/gm) ?? [];
      return exported.length !== 1 || !exported[0]?.startsWith("export default ");
    })
    .map(
      (file) => `${file} exports more than its list of checks: move it to fixtures/, scenarios/ or expect/`,
    );
  expect(broken).toEqual([]);
});
