import { cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Ended, ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { emptyFolder, root } from "./command-line.ts";

/** A copy of the package without a cache. */
const folder = emptyFolder();
const kept = join(folder, "code/compiled");

beforeAll(() => {
  cpSync(compiled(), folder, {
    recursive: true,
    filter: (file) => !/(?:\/code\/compiled|\/node_modules)$/.test(file.slice(compiled().length)),
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
});

const payconform = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  ended(process.execPath, [join(folder, "cli/main.js"), ...args], { cwd: emptyFolder(), env });
const help = (env?: Readonly<Record<string, string>>): Promise<Ended> => payconform(["--help"], env);

/** The cache files: name and modification time. */
const keptFiles = (): ReadonlyMap<string, bigint> => {
  const [version = ""] = readdirSync(kept);
  const files = readdirSync(join(kept, version)).map((name) => join(kept, version, name));
  return new Map(files.map((file) => [file, statSync(file, { bigint: true }).mtimeNs]));
};

it("the code cache of V8 is written beside the code, and read from there", async () => {
  const without = await help({ NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(without.stdout).toContain("Usage: payconform");
  expect(existsSync(kept)).toBe(false);

  expect(await help()).toEqual(without);
  const first = keptFiles();
  expect(first.size).toBeGreaterThan(3);
  expect([...first.keys()].filter((file) => !/-[\w-]{8}\.cjs\.bin$/.test(file))).toEqual([]);

  // V8 accepted them, because rejected ones are written again.
  expect(await help()).toEqual(without);
  expect(keptFiles()).toEqual(first);
});

it("a cache that V8 rejects is replaced", async () => {
  const before = await help();
  const [file = ""] = keptFiles().keys();
  const whole = readFileSync(file);
  truncateSync(file, whole.byteLength / 2);
  expect(await help()).toEqual(before);
  expect(readFileSync(file).byteLength).toBe(whole.byteLength);
});

it("the thread that judges also writes the code cache", async () => {
  const isJudges = (file: string): boolean => basename(file).startsWith("judge-");
  await help();
  expect([...keptFiles().keys()].filter(isJudges)).toEqual([]);
  const run = ["run", "--no-allure", "--rules", "payment-intents/unknown-id-is-404"];
  const { code, stderr } = await payconform(run);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect([...keptFiles().keys()].filter(isJudges)).not.toEqual([]);
});
