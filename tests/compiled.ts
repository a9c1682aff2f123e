import { cpSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { bundle } from "../scripts/bundle.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The folder of the bundled command line during a test run. It is below `node_modules`, as in an installation. */
export const compiled = (): string => join(tmpdir(), "payconform-compiled/node_modules/payconform");

/** Bundles the sources once for all tests. Without it, each process would find and transform a thousand files. */
export default async function compile(project: TestProject): Promise<void> {
  project.onTestsRerun(write);
  await write();
}

async function write(): Promise<void> {
  const target = compiled();
  await bundle(root, target);
  cpSync(join(root, "package.json"), join(target, "package.json"));
  try {
    symlinkSync(join(root, "node_modules"), join(target, "node_modules"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
