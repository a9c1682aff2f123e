import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformWithOxc } from "vite";
import type { TestProject } from "vitest/node";
import { copyFilesBesideCode } from "../scripts/files-beside-code.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDERS = ["spec", "harness", "generators", "suites", "reports", "cli", "emulator", "mutants"];

/** Where the command line stands as JavaScript while tests run. */
export const compiled = (): string => join(tmpdir(), "payconform-compiled");

/**
 * The sources as JavaScript, made once for all tests: a process that tests start would otherwise spend two thirds of its time on
 * translating them. What the package ships is compiled by its own build, which `tests/package` tries; both have the same files
 * beside the code.
 */
export default async function compile(project: TestProject): Promise<void> {
  project.onTestsRerun(write);
  await write();
}

async function write(): Promise<void> {
  const target = compiled();
  mkdirSync(target, { recursive: true });
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      await translate(join(root, folder, name), join(target, folder, name.replace(/ts$/, "js")));
    }
  }
  copyFilesBesideCode(root, target);
  cpSync(join(root, "package.json"), join(target, "package.json"));
  try {
    symlinkSync(join(root, "node_modules"), join(target, "node_modules"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function translate(from: string, to: string): Promise<void> {
  const { code } = await transformWithOxc(readFileSync(from, "utf8"), from, {
    sourcemap: false,
    typescript: { rewriteImportExtensions: "rewrite" },
  });
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, code);
}
