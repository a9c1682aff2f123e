import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { optionsOf } from "../../cli/vitest/bind.ts";
import { type Ended, ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder, outcomeIn, root } from "./command-line.ts";

const vitest = join(root, "node_modules/vitest/vitest.mjs");

/** Runs vitest without the variables of this test run. */
const tested = (args: readonly string[], cwd: string, variables: Record<string, string>): Promise<Ended> =>
  ended(process.execPath, [vitest, "run", ...args], {
    cwd,
    env: { NO_COLOR: "1", ...variables },
    without: /^(VITEST|PAYCONFORM_)/,
  });

const conformance = (variables: Record<string, string>): Promise<Ended> =>
  tested(["--project", "conformance"], root, variables);

test("a project of a user takes the rules as tests; what could not be judged fails one of them", async () => {
  const server = await startIntentsServer((answer) => answer);
  const folder = mkdtempSync(join(compiled(), "../../project-"));
  // What `payconform/vitest` is in the package.
  writeFileSync(
    join(folder, "rules.test.js"),
    `import ${JSON.stringify(join(compiled(), "cli/vitest/rules.js"))};`,
  );
  const { code, stdout, stderr } = await tested(["--root", folder], folder, {
    PAYCONFORM_RULES: "payment-intents/retrieve-payment-intent-is-served activation/answered-with-a-live-key",
    PAYCONFORM_TARGET: server.url,
    PAYCONFORM_KEY: server.key,
  });
  await server.close();
  expect(stdout + stderr).toMatch(/Error: exit code 3: incomplete/);
  expect(stdout).toMatch(/Tests +1 failed \| 1 passed \| 1 skipped \(3\)/);
  expect(code).toBe(1);
  expect(outcomeIn(folder).exitCode).toBe(3);
});

describe("vitest itself runs the rules, configured by the environment", () => {
  test("of one area, with a seed", async () => {
    const out = emptyFolder();
    const ended = await conformance({
      PAYCONFORM_RULES: "activation payment-intents/created-label",
      PAYCONFORM_SEED: "7",
      PAYCONFORM_RUNS: "2",
      PAYCONFORM_OUT: out,
    });
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    const written = outcomeIn(out, "");
    expect(written.seed).toBe(7);
    expect(written.exitCode).toBe(0);
    expect(new Set(written.rules.map(({ area }) => area))).toEqual(
      new Set(["activation", "payment-intents"]),
    );
    expect(new Set(written.rules.map(({ verdict }) => verdict))).toEqual(new Set(["passed"]));
  });

  test("and fails on an invalid value before it judges anything", async () => {
    const ended = await conformance({ PAYCONFORM_SEED: "abc", PAYCONFORM_OUT: emptyFolder() });
    expect(ended.stdout + ended.stderr).toMatch(/PAYCONFORM_SEED: "abc" is not a whole number of at least 0/);
    expect(ended.stdout + ended.stderr).not.toMatch(/environment\.ts:\d+/);
    expect(ended.code).toBe(1);
  });
});

describe("a variable is parsed like its flag", () => {
  test("without variables the whole embedded emulator is judged; an empty variable is ignored", () => {
    const usual = optionsOf({});
    expect(usual).toEqual({ outDir: "payconform-out" });
    expect(optionsOf({ PAYCONFORM_TARGET: "", PAYCONFORM_SEED: "" })).toEqual(usual);
  });

  test.each([
    ["PAYCONFORM_SEED", "-1", /PAYCONFORM_SEED: "-1" is not a whole number of at least 0/],
    ["PAYCONFORM_RUNS", "0", /PAYCONFORM_RUNS: "0" is not a whole number of at least 1/],
    ["PAYCONFORM_TARGET", "nonsense", /PAYCONFORM_TARGET: "nonsense" is not a URL/],
    ["PAYCONFORM_CHECKOUT_URL", "http://u:hidden@x", /^PAYCONFORM_CHECKOUT_URL: the value \(not shown\)/],
  ])("%s=%s is refused", (name, value, says) => {
    expect(() => optionsOf({ [name]: value })).toThrow(says);
  });
});
