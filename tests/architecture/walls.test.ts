import { expect, test } from "vitest";
import { filesIn, importsOf, textOf } from "./modules.ts";

/** Who may import whom. A folder may always import itself; packages are another test's matter. */
const walls: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  generators: ["spec"],
  harness: ["spec"],
  suites: ["spec", "generators", "harness"],
  emulator: [],
  mutants: ["emulator", "spec"],
  variants: ["emulator", "mutants", "spec"],
  reports: ["harness/results.ts"],
  cli: ["spec", "generators", "harness", "suites", "emulator", "mutants", "variants", "reports", "cli"],
  // Examples of the public contract are captured from the emulator, the judge reads what mocks make of it, and the emulator's profile is read ahead.
  scripts: [
    "spec",
    "mutants",
    "variants",
    "emulator",
    "suites",
    "cli/document/units.ts",
    // What each check sends and receives is recorded from a run of it.
    "harness",
    "cli/api.ts",
    // The record judges emulator, mutants and variants as `payconform mutants` does.
    "cli/program/arguments.ts",
    "cli/in-process/target.ts",
    "cli/mutants/judge.ts",
    "cli/package/suite-digest.ts",
    "cli/selection/shard.ts",
  ],
  examples: [],
};

const why: Readonly<Record<string, string>> = {
  suites:
    "a suite that knows the emulator shares its mistakes; what a target offers comes from its profile, ports and control",
  emulator:
    "the emulator is judged from outside; what it shared with the suite would be wrong in both together",
  reports: "a report only listens to results",
  examples: "users copy the folder of an example",
  spec: "every part reads spec/, so it depends on none",
};

const files = Object.keys(walls).flatMap(filesIn);
const imports = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

test("every folder with a wall has files", () => {
  for (const folder of Object.keys(walls))
    expect(
      files.some((file) => file.startsWith(`${folder}/`)),
      folder,
    ).toBe(true);
  expect(imports.length).toBeGreaterThan(200);
});

test.each(Object.entries(walls))("%s imports only what its wall permits", (folder, allowed) => {
  const broken = imports
    .filter(({ from }) => from.startsWith(`${folder}/`))
    .filter(({ to }) => ![folder, ...allowed].some((target) => to === target || to.startsWith(`${target}/`)))
    .map(
      ({ from, to }) =>
        `${from} imports ${to}: ${why[folder] ?? `${folder} may import ${allowed.join(", ")}`}`,
    );
  expect(broken).toEqual([]);
});

test("the oracle imports nothing but the contract and its own files", () => {
  const broken = imports
    .filter(({ from }) => from.startsWith("suites/model/"))
    .filter(({ to }) => !["suites/model/", "spec/"].some((target) => to.startsWith(target)))
    .map(({ from, to }) => `${from} imports ${to}: the oracle stands alone`);
  expect(broken).toEqual([]);
});

/** Fixtures create, expectations judge what checks received, scenarios use both. Each imports only what comes before it. */
const SHARED_BY_AREAS = ["kit.ts", "model", "fixtures", "expect", "scenarios"];

test("what areas share imports nothing that uses it", () => {
  const rank = (file: string): number => SHARED_BY_AREAS.indexOf(file.split("/").at(1) ?? "");
  const shared = imports.filter(({ from }) => from.startsWith("suites/") && rank(from) >= 0);
  expect(shared.length).toBeGreaterThan(200);
  const broken = shared
    .filter(({ from, to }) => to.startsWith("suites/") && (rank(to) < 0 || rank(to) > rank(from)))
    .map(
      ({ from, to }) =>
        `${from} imports ${to}: move what both need to suites/${from.split("/")[1]} or below it`,
    );
  expect(broken).toEqual([]);
});

test("only the emulator's own folder and what runs it name it", () => {
  const importers = files
    .filter((file) => /^(suites|harness|generators|spec)\//.test(file))
    .filter((file) => /from "[^"]*emulator/.test(textOf(file)));
  expect(importers).toEqual([]);
});

test("no file outgrows its name", () => {
  const long = [...files, ...filesIn("tests")]
    .map((file) => ({ file, lines: textOf(file).split("\n").length }))
    .filter(({ file, lines }) => lines > 500 && !file.startsWith("spec/generated/"))
    .map(({ file, lines }) => `${file} has ${lines} lines: cut it where its parts have names of their own`);
  expect(long).toEqual([]);
});
