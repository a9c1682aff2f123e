import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root, targetOf, textOf } from "./modules.ts";

/** What is loaded with a file: its imports of values, not of types, and not those that are made when needed. */
function loadedWith(entry: string): {
  readonly files: readonly string[];
  readonly packages: readonly string[];
} {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files)
    for (const specifier of valueImports(file)) {
      const path = targetOf(file, specifier);
      if (specifier.startsWith(".") && existsSync(join(root, path))) files.add(path);
      else if (!specifier.startsWith(".") && !specifier.startsWith("node:")) packages.add(specifier);
    }
  return { files: [...files], packages: [...packages].sort() };
}

function valueImports(file: string): readonly string[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier) || isOfTypes(statement))
      return [];
    return [moduleSpecifier.text];
  });
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const { importClause } = statement;
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

const inFolder = (files: readonly string[], folder: string): readonly string[] =>
  files.filter((file) => file.startsWith(`${folder}/`));

test("help needs a parser of arguments, and nothing that judges or reports", () => {
  const { files, packages } = loadedWith("cli/main.ts");
  expect(packages).toEqual(["commander"]);
  for (const folder of ["spec", "suites", "emulator", "harness/run"])
    expect(inFolder(files, folder)).toEqual([]);
});

test.each(["cli/commands/rules.ts", "cli/commands/explain.ts"])("%s needs no code of a check", (command) => {
  const { files, packages } = loadedWith(command);
  expect(inFolder(files, "suites")).toEqual(["suites/index.ts", "suites/generated/modules.ts"]);
  expect(packages.filter((name) => name !== "cli-table3")).toEqual([]);
});

test("what judges loads the checks of an area only when it judges them", () => {
  const { files } = loadedWith("cli/runner/judging.ts");
  expect(inFolder(files, "suites")).toEqual(["suites/index.ts", "suites/generated/modules.ts"]);
});

test("what reports a run leaves HTTP and the validation of answers to the thread that judges", () => {
  const { files, packages } = loadedWith("cli/commands/run.ts");
  expect(
    files.filter((file) => /^harness\/(?:http\/(?:socket|undici)|judge\/schemas)\.ts$/.test(file)),
  ).toEqual([]);
  expect(packages.filter((name) => /^(?:ajv|undici|fast-check|vitest|yaml|hono$)/.test(name))).toEqual([]);
});

test("a rule that is not passive is judged without a validator of schemas", () => {
  expect(loadedWith("cli/runner/judging-worker.ts").packages).toEqual([
    "fast-check",
    ...["core/connect", "core/errors", "dispatcher/agent"].map((part) => `undici/lib/${part}.js`),
  ]);
});

test("an emulator loads its pages, its dashboard and what sends webhooks when one is needed", () => {
  const { files, packages } = loadedWith("emulator/index.ts");
  expect(files).toContain("emulator/http/page-addresses.ts");
  for (const folder of ["emulator/pages", "emulator/dashboard"]) expect(inFolder(files, folder)).toEqual([]);
  expect(packages).toEqual(["hono"]);
});

test("an emulator without a mutant is served without any", () => {
  const { files, packages } = loadedWith("cli/commands/emulate.ts");
  expect(files).toContain("emulator/index.ts");
  for (const folder of ["mutants", "variants"]) expect(inFolder(files, folder)).toEqual([]);
  expect(packages).toEqual(["hono"]);
});
