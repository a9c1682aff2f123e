import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DIGEST_FILE, digestOfSources, requireFresh } from "../../spec/sources.ts";
import { emptyFolder } from "../empty-folder.ts";

const folder = emptyFolder();
for (const inner of ["areas", "schemas", "generated"]) mkdirSync(join(folder, inner));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const generate = (): void => write(join("generated", DIGEST_FILE), `${digestOfSources(folder)}\n`);

test("data that was generated from other sources is named with its cure", () => {
  write("areas/a.yaml", "needs: []\n");
  expect(() => requireFresh(folder)).toThrow("run `npm run generate`");
  generate();
  expect(() => requireFresh(folder)).not.toThrow();
  for (const change of [
    () => write("areas/a.yaml", "needs: [events]\n"),
    () => write("areas/b.yaml", ""),
    () => write("schemas/area.json", "{}"),
    () => rmSync(join(folder, "areas/b.yaml")),
  ]) {
    change();
    expect(() => requireFresh(folder)).toThrow("run `npm run generate`");
    generate();
    expect(() => requireFresh(folder)).not.toThrow();
  }
});

test("files that are generated or recorded make nothing stale", () => {
  generate();
  write("generated/catalogue.json", "[]");
  write("rules.lock", "a\n");
  write("README.md", "# Data\n");
  expect(() => requireFresh(folder)).not.toThrow();
});
