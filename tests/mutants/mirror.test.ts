import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RuleCheck } from "../../harness/check.ts";
import type { Mutant } from "../../mutants/mutant.ts";
import { root } from "../cli/command-line.ts";

/** What a folder's files export, without those that only collect: by the file's name in the folder. */
async function exportsOf(folder: "suites" | "mutants"): Promise<readonly (readonly [string, unknown[]])[]> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?!generated\/).*\/(?!index\.ts)[\w-]+\.ts$/.test(name),
  );
  return Promise.all(
    files.map(async (file) => {
      const module = (await import(join(root, folder, file))) as Readonly<Record<string, unknown>>;
      return [file, Object.values(module).filter(Array.isArray).flat()] as const;
    }),
  );
}

const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === "object" && value !== null && names.every((name) => name in value);

/** The table of an area's emitted events. Mutants of its rules stand with the other mutants of the event, in the same area. */
const EMITTED = /\/emitted\.ts$/;

test("a mutant is in the file with the name of the check that it fails", async () => {
  const homes = new Map<string, string>();
  for (const [file, values] of await exportsOf("suites"))
    for (const value of values) if (has(value, "id", "judge")) homes.set((value as RuleCheck).id, file);
  expect(homes.size).toBeGreaterThan(1_000);

  const strays: string[] = [];
  for (const [file, values] of await exportsOf("mutants")) {
    for (const value of values) {
      if (!has(value, "id", "violates")) continue;
      const { id, violates } = value as Mutant;
      const all = violates.flatMap((rule) => homes.get(rule) ?? []);
      const exact = all.filter((home) => !EMITTED.test(home));
      const wanted = exact.length > 0 ? exact : all.map((home) => home.replace(EMITTED, "/"));
      if (
        wanted.length > 0 &&
        !wanted.some((home) => (exact.length > 0 ? home === file : file.startsWith(home)))
      )
        strays.push(`${id} stands in mutants/${file}: move it to mutants/${wanted[0]}`);
    }
  }
  expect(strays).toEqual([]);
});
