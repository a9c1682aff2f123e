import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runArgumentsOf } from "../../cli/runner/environment.ts";
import { type Ended, ended } from "../child-process.ts";
import { emptyFolder, outcomeIn, root } from "./command-line.ts";

/** Runs `npx vitest run --project conformance`, without the variables of this test run. */
function conformance(variables: Record<string, string>): Promise<Ended> {
  return ended(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "conformance"],
    { cwd: root, env: { NO_COLOR: "1", ...variables }, without: /^(VITEST|PAYCONFORM_)/ },
  );
}

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
    const usual = runArgumentsOf({});
    expect(usual).toMatchObject({ rules: [], seed: 1, runs: 20, out: "payconform-out" });
    expect(usual).not.toHaveProperty("target");
    expect(runArgumentsOf({ PAYCONFORM_TARGET: "", PAYCONFORM_SEED: "" })).toEqual(usual);
  });

  test.each([
    ["PAYCONFORM_RULES", "conventions nosuch", /"nosuch" matches no rule/],
    ["PAYCONFORM_SEED", "-1", /PAYCONFORM_SEED: "-1" is not a whole number of at least 0/],
    ["PAYCONFORM_RUNS", "0", /PAYCONFORM_RUNS: "0" is not a whole number of at least 1/],
    ["PAYCONFORM_TARGET", "nonsense", /PAYCONFORM_TARGET: "nonsense" is not a URL/],
    ["PAYCONFORM_CHECKOUT_URL", "http://u:hidden@x", /^PAYCONFORM_CHECKOUT_URL: the value \(not shown\)/],
  ])("%s=%s is refused", (name, value, says) => {
    expect(() => runArgumentsOf({ [name]: value })).toThrow(says);
  });
});
