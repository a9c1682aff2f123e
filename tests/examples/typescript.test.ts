import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../cli/command-line.ts";
import { expectConforms, expectInitialises, expectProposedFaultIsFound } from "./example.ts";

test("the server in TypeScript conforms in everything that its profile offers", () =>
  expectConforms("typescript", 200));

test("init writes a profile for it that judges what its own profile judges", () =>
  expectInitialises("typescript"));

test("the fault that its README proposes is found", () => expectProposedFaultIsFound("typescript"));

test("it installs the versions that the repository is tested with", () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, file), "utf8")) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
  const own = read("package.json");
  expect({ ...own.devDependencies, ...own.dependencies }).toMatchObject(
    read("examples/typescript/package.json").dependencies,
  );
});
