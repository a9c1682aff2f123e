import { expect, test } from "vitest";
import { run } from "../../../cli/api.ts";
import { emptyFolder, folderWith, inThisProcess, outcomeIn } from "../command-line.ts";

const RULE = "payment-intents/retrieve-payment-intent-is-served";
const ARGS = ["run", "--no-allure", "--rules", RULE];

test.each(["PAYCONFORM_KEY", "PAYCONFORM_LIVE_KEY", "PAYCONFORM_TARGET", "PAYCONFORM_PROFILE"])(
  "with %s and no target, the emulator is not judged",
  async (name) => {
    const folder = emptyFolder();
    const ended = await inThisProcess(ARGS, { folder, env: { [name]: "x" } });
    expect(ended.stderr).toMatch(
      new RegExp(`^payconform: ${name} is set, but no target is named; name it \\(--target, --profile, or`),
    );
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
  },
);

test.each(["payconform.yml", ".payconform.yaml"])(
  "nor beside a profile %s, which is not read",
  async (name) => {
    const folder = folderWith({ [name]: "target: { baseUrl: https://a.test }\n" });
    const ended = await inThisProcess(ARGS, { folder });
    expect(ended.stderr).toContain(
      `${name} is not read, and no target is named; rename it to payconform.yaml`,
    );
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
  },
);

test("nor by a program that gives keys", async () => {
  await expect(run({ keys: { test: "sk_test_x" }, rules: [RULE] })).rejects.toThrow(
    "keys are given without a target",
  );
});

test("an empty variable means nothing, and the emulator is named in each headline", async () => {
  const folder = emptyFolder();
  const ended = await inThisProcess(ARGS, { folder, env: { PAYCONFORM_KEY: "" } });
  expect(ended.stdout).toMatch(/exit code 0: conformant \(the embedded emulator, 1 of \d+ rules\)/);
  expect(ended.code).toBe(0);
  expect(outcomeIn(folder).embedded).toBe(true);
});
