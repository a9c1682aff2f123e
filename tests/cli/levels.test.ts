import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { dividedBy, levelOutcomes } from "../../cli/selection/levels.ts";
import { withLevel } from "../../cli/targets/describe.ts";
import { startEmulator } from "../../emulator/start.ts";
import type { Verdict } from "../../harness/results.ts";
import * as spec from "../../spec/index.ts";
import { rule } from "../reports/fixture.ts";
import { folderWith, inThisProcess, refusalOf } from "./command-line.ts";
import { startMutant } from "../mutant.ts";

const amount = "payment-intents/created-amount";
const label = "payment-intents/created-label";
const vendor = "vendors/listed-vendor-is-there";

/** The label came after the date of `small`. */
const small = {
  ...{ name: "small", what: "Two fields", date: "2026-01-31", digest: "0123456789abcdef" },
  ...{ patterns: ["payment-intents/created-*"], rules: [amount] },
};
const large = { ...small, name: "large", patterns: ["*"], rules: [amount, vendor] };

beforeAll(() => void vi.spyOn(spec, "levels").mockReturnValue([small, large]));
afterAll(() => void vi.restoreAllMocks());

const judged = (verdicts: Readonly<Record<string, Verdict>>) =>
  Object.entries(verdicts).map(([id, verdict]) => rule({ id, verdict }));

describe("a level", () => {
  test.each<[string, Record<string, Verdict>, string]>([
    ["all of its rules passed", { [amount]: "passed", [vendor]: "passed" }, "reached"],
    ["one is violated", { [amount]: "violated", [vendor]: "passed" }, "not_reached"],
    ["one could not run", { [amount]: "passed", [vendor]: "could_not_run" }, "not_reached"],
    ["a whole area is not offered", { [amount]: "passed", [vendor]: "not_applicable" }, "not_reached"],
    ["one was not judged", { [amount]: "passed" }, "not_judged"],
  ])("of which %s", (_when, verdicts, state) => {
    expect(levelOutcomes(judged(verdicts))[1]).toMatchObject({ name: "large", state });
  });

  test("that no run judged as a whole has no outcome", () => {
    expect(levelOutcomes(judged({ [label]: "passed" }))).toEqual([]);
  });

  test("counts its rules only, and shows those that came later apart", () => {
    const divided = dividedBy("small", judged({ [amount]: "passed", [label]: "violated" }));
    expect(divided.rules.map(({ id }) => id)).toEqual([amount]);
    expect(divided.level).toMatchObject({
      name: "small",
      rules: 1,
      later: [{ rule: label, verdict: "violated" }],
    });
  });

  test("that does not exist is refused with the names", async () => {
    const { code, stderr } = await inThisProcess(["run", "--level", "smal"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/"smal" is not a level. Did you mean small\? The levels are small, large;/);
  });

  test.each([
    [["--rules", "vendors"], /nothing to judge: vendors has no rule of the level small/],
    [["--gate", "gate.yaml"], /gate\.yaml: no rule of the gate belongs to the level small/],
  ])("without any rule of %j is refused", async (flags, says) => {
    const folder = folderWith({ "gate.yaml": `schemaVersion: 1\nmustPass: [${label}]\n` });
    expect(await refusalOf(["run", "--level", "small", ...flags], { folder })).toMatch(says);
  });
});

describe("the level of a profile", () => {
  const profile = { target: { baseUrl: "http://127.0.0.1:1" }, level: "small" };

  test.each<[string, { level?: string; rules?: string[] }, string | undefined]>([
    ["counts for a whole run", {}, "small"],
    ["counts beside exclusions", { rules: [`!${label}`] }, "small"],
    ["does not count beside rules", { rules: [label] }, undefined],
    ["gives way to another", { level: "large" }, "large"],
    ["gives way to all rules", { level: "all" }, undefined],
  ])("%s", (_when, given, level) => {
    expect(withLevel({ ...given, profile }).level).toBe(level);
  });

  test("is in the verdict", async () => {
    await using emulator = await startEmulator({ seed: 3 });
    const text = `target: { baseUrl: "${emulator.paymentUrl}" }\nlevel: small\n`;
    const folder = folderWith({ "payconform.yaml": text });
    const env = { PAYCONFORM_KEY: emulator.merchant.testKey };
    const { stdout } = await inThisProcess(["run", "--no-allure"], { folder, env });
    expect(stdout).toMatch(/exit code 0: conformant \(level small of 2026-01-31\)/);
  });

  test("that does not exist is refused with its line", async () => {
    const text = 'target: { baseUrl: "http://127.0.0.1:1" }\nlevel: smal\n';
    const folder = folderWith({ "payconform.yaml": text });
    const { code, stderr } = await inThisProcess(["run"], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain("payconform.yaml:2: level: unknown; did you mean small?");
  });
});

test("a later rule that is violated fails neither the run of a level nor its shards, and every report shows it apart", async () => {
  await using emulator = await startMutant("created-intent-label-wrapped-in-an-object");
  const known = `schemaVersion: 1\nknown: [{ rule: ${label}, reason: for now, expires: 2999-12-31 }]\n`;
  const folder = folderWith({ "known.yaml": known });
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const env = { PAYCONFORM_KEY: emulator.merchant.testKey };
  const run = `run --target ${emulator.paymentUrl} --rules ${amount} ${label} --runs 2 --no-allure`;
  const judge = (flags = "") => inThisProcess(`${run} ${flags}`, { folder, env });
  expect((await judge()).code).toBe(1);
  const later = /1 rule came after 2026-01-31, so level small does not have it yet: 1 would fail/;
  const alone = await judge("--level small");
  expect(alone.stdout).toMatch(/levels reached: small; next is large, judged by --level large\n/);
  expect(alone.stdout).toMatch(later);
  expect(alone.stdout).toMatch(
    / {2}payment-intents\/created-label: violated\nexit code 0: conformant \(level small of 2026-01-31\)/,
  );
  expect(alone.code).toBe(0);
  const file = JSON.parse(read("payconform-out/conformance.json")) as Record<string, unknown>;
  expect(file).toMatchObject({
    totals: { passed: 1, violated: 0 },
    level: { name: "small", digest: small.digest, later: [{ rule: label, verdict: "violated" }] },
    levels: [
      { name: "small", state: "reached" },
      { name: "large", state: "not_judged" },
    ],
  });
  for (const report of ["summary.md", "report.html"]) expect(read(`payconform-out/${report}`)).toMatch(later);
  expect(read("payconform-out/badge.json")).toContain("level small: conformant, 100 % judged");

  expect((await judge("--level small --shard 1/1 --out part")).code).toBe(0);
  const merged = await inThisProcess(["merge", "part", "--out", "whole", "--no-allure"], { folder });
  expect(merged.stdout).toMatch(later);
  expect(merged.code).toBe(0);

  expect((await judge("--level small --baseline known.yaml")).code).toBe(0);
  expect((await judge("--level small --bail")).code).toBe(0);
});
