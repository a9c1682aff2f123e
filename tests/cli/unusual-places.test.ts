import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Ended, ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { emptyFolder, root } from "./command-line.ts";

/** Runs one rule with all reports. */
const judged = (home: string, folder: string, env = {}): Promise<Ended> =>
  ended(
    process.execPath,
    [join(home, "cli/main.js"), "run", "--rules", "payment-intents/retrieve-payment-intent-is-served"],
    { cwd: folder, env: { NO_COLOR: "1", ...env } },
  );

function expectAllReports({ code, stdout, stderr }: Ended, folder: string): void {
  expect(stderr).toBe("");
  expect(stdout).toMatch(/exit code 0: conformant/);
  expect(code).toBe(0);
  for (const name of ["report.html", "allure-report/index.html"])
    expect([name, existsSync(join(folder, "payconform-out", name))]).toEqual([name, true]);
}

test("a run writes all reports without a temporary folder", async () => {
  const folder = emptyFolder();
  const file = join(folder, "file");
  writeFileSync(file, "");
  // Even the system's administrator cannot create a file below a file.
  expectAllReports(await judged(compiled(), folder, { TMPDIR: file, TMP: file, TEMP: file }), folder);
});

test("a run writes all reports below a folder of any name, from a package that cannot be written", async () => {
  const folder = join(emptyFolder(), "a (v2) [x]#1 %2F {y}");
  const home = join(folder, "node_modules/payconform");
  mkdirSync(home, { recursive: true });
  cpSync(compiled(), home, {
    recursive: true,
    filter: (path) => path !== join(compiled(), "node_modules"),
  });
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  // Where the package would keep what it compiled.
  rmSync(join(home, "code/compiled"), { recursive: true, force: true });
  writeFileSync(join(home, "code/compiled"), "");
  expectAllReports(await judged(home, folder), folder);
});
