import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, root } from "../cli/command-line.ts";

const TOOLS = ["chromium", "curl", "python3", "pytest", "go"];

/** Runs the script with these commands and no others; each of them does nothing, successfully. */
function desk(commands: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const folder = emptyFolder();
  const path = join(folder, "bin");
  mkdirSync(path);
  writeFileSync(join(folder, "true"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  for (const command of commands) symlinkSync(join(folder, "true"), join(path, command));
  return spawnSync("/bin/bash", [join(root, ".ci/desk")], { env: { PATH: path }, encoding: "utf8" });
}

/** What it goes on to once nothing is missing. */
const FURTHER = ["npm", "npx", "node", "mktemp", "rm"];

test("the desk fails without any tool, and names each with its package", () => {
  const ended = desk([]);
  expect(ended.status).toBe(1);
  expect(ended.stdout).toBe("0 passed, 5 failed\n");
  for (const tool of TOOLS)
    expect(ended.stderr).toMatch(
      new RegExp(`desk: ${tool} is missing; on Debian: apt-get install (python3-)?${tool}`),
    );
});

test.each(TOOLS)("the desk fails without %s, before anything else", (missing) => {
  const ended = desk([...FURTHER, ...TOOLS.filter((tool) => tool !== missing)]);
  expect([ended.status, ended.stdout]).toEqual([1, "0 passed, 1 failed\n"]);
  expect(ended.stderr).toContain(`desk: ${missing} is missing`);
});

test("the desk fails if no test ran", () => {
  const ended = desk([...FURTHER, ...TOOLS]);
  expect(ended.status).not.toBe(0);
  expect(ended.stdout).not.toMatch(/[1-9]\d* passed/);
});
