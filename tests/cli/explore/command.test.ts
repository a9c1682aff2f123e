import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CoverageTable } from "../../../cli/explore/coverage.ts";
import { addressed } from "../../../scripts/other-tools.ts";
import { emptyFolder, folderWith, inThisProcess, outcomeIn, root } from "../command-line.ts";
import { startMutant } from "../../mutant.ts";

const RULE = "payment-intents/created-amount";
const CORPUS = ".payconform/corpus";

/** Reads what has been kept of an exploration. */
const kept = (folder: string) =>
  readdirSync(join(folder, CORPUS)).map(
    (name) =>
      JSON.parse(readFileSync(join(folder, CORPUS, name), "utf8")) as {
        rule: string | null;
        steps: object[];
      },
  );

test("a violation is shrunk, reported, kept, found again immediately, and replayed", async () => {
  await using emulator = await startMutant("created-intent-amount-a-text", { seed: 2 });
  const profile = addressed(readFileSync(join(root, "emulator/profile.yaml"), "utf8"), emulator);
  const folder = folderWith({ "payconform.yaml": profile });
  const options = { folder, env: { PAYCONFORM_KEY: emulator.merchant.testKey } };

  const first = await inThisProcess(["explore", "--requests", "500", "--no-allure"], options);
  expect(first.stdout).toContain(`${RULE} is violated by 1 step\n`);
  expect(first.stdout).toContain("curl ");
  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(/reached \d+ of \d+ documented outcomes of 29 operations, in \d+ states/);
  const coverage = JSON.parse(
    readFileSync(join(folder, "payconform-out/coverage.json"), "utf8"),
  ) as CoverageTable;
  const outcomeOf = (operation: string, status: string) =>
    coverage.operations
      .find((one) => one.operation === operation)
      ?.outcomes.find((one) => one.status === status);
  expect(outcomeOf("createAllocation", "201")).toMatchObject({
    times: expect.any(Number) as number,
    why: null,
  });
  expect(outcomeOf("createAccount", "429")).toMatchObject({
    times: 0,
    why: expect.stringContaining("rate limit") as string,
  });
  expect(outcomeOf("listAccounts", "2xx")?.times).toBeGreaterThan(0);
  const violated = outcomeIn(folder).rules.filter(({ verdict }) => verdict === "violated");
  expect(violated).toMatchObject([
    { id: RULE, replay: expect.stringContaining("payconform replay ") as string },
  ]);
  expect(kept(folder).filter(({ rule }) => rule !== null)).toMatchObject([{ rule: RULE, steps: [{}] }]);
  expect(kept(folder).length).toBeGreaterThan(3);

  const second = await inThisProcess(["explore", "--requests", "20", "--no-allure", "--seed", "9"], options);
  expect(second.stdout).toContain(`${RULE} is violated by 1 step\n`);

  const [, ...replay] = violated[0]?.replay?.split(" ") ?? [];
  const third = await inThisProcess(replay, options);
  expect(third.stdout).toContain(`violated: ${RULE}`);
  expect(third.code).toBe(1);
});

test("what is kept of another version is ignored, with a sentence", async () => {
  const folder = emptyFolder();
  await inThisProcess(["explore", "--requests", "60", "--no-allure"], { folder });
  for (const name of readdirSync(join(folder, CORPUS))) {
    const file = join(folder, CORPUS, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/"version":"[^"]*"/, '"version":"0.0.1"'));
  }
  const { stdout, code } = await inThisProcess(["explore", "--requests", "60", "--no-allure"], { folder });
  expect(stdout).toMatch(/^ignores \d+ files? in \.payconform\/corpus, of another target or version\n/);
  expect(code).toBe(0);
});
