import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { conclusionOf, type Gate, loadGate } from "../../cli/selection/conclusion.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";
import type { ExitCode, RuleResult, Verdict } from "../../harness/results.ts";
import { rule, run } from "../reports/fixture.ts";
import { folderWith, inThisProcess } from "./command-line.ts";

const gateFile = (text: string): string => join(folderWith({ "gate.yaml": text }), "gate.yaml");
const gateOf = (...patterns: string[]): string =>
  gateFile(`schemaVersion: 1\nmustPass:\n${patterns.map((pattern) => `  - ${pattern}\n`).join("")}`);

/** The outcome of a gate in a run with these results. */
const judgeGate = (gate: Gate, rules: readonly RuleResult[]) =>
  conclusionOf({ gate, rules, stale: 0, allowIncomplete: false, interrupted: false, failure: null }).gate;

const amount = "payment-intents/created-amount";
const label = "payment-intents/created-label";

describe("a gate", () => {
  test("accepts the same patterns as --rules, and skips unobservable rules", () => {
    const ids = (...patterns: string[]) => loadGate(gateOf(...patterns)).rules.map(({ id }) => id);
    expect(ids(label, amount)).toEqual(ids(amount, label));
    expect(ids("payment-intents/created-*")).toEqual(expect.arrayContaining([amount, label]));
    expect(ids("'2.1'")).toContain(amount);
    expect(ids("authentication").length).toBeGreaterThan(5);
    expect(ids("authentication")).not.toContain("authentication/keys-come-from-the-dashboard");
  });

  test.each<[Verdict, boolean, "passed" | "failed"]>([
    ["passed", false, "passed"],
    ["not_applicable", false, "passed"],
    ["violated", false, "failed"],
    ["violated", true, "failed"],
    ["inconclusive", false, "failed"],
    ["unstable", false, "failed"],
    ["could_not_run", false, "failed"],
    ["broken", false, "failed"],
  ])("with a rule that is %s (known: %s) has %s", (verdict, known, outcome) => {
    const results = [rule({ id: amount, verdict, known }), rule({ id: label, verdict: "passed" })];
    const judged = judgeGate(loadGate(gateOf(amount, label)), results);
    expect(judged?.verdict).toBe(outcome);
    expect(judged?.failed).toEqual(outcome === "failed" ? [{ rule: amount, verdict, known }] : []);
  });

  test("fails for a rule that was not judged, and if no rule passed", () => {
    const gate = loadGate(gateOf(amount, label));
    const other = rule({ id: "payment-intents/created-currency", verdict: "violated" });
    expect(judgeGate(gate, [rule({ id: label, verdict: "passed" }), other])).toMatchObject({
      verdict: "failed",
      rules: 2,
      passed: 1,
      failed: [{ rule: amount, verdict: "not_judged", known: false }],
    });
    const absent = [amount, label].map((id) => rule({ id, verdict: "not_applicable" }));
    expect(judgeGate(gate, absent)).toMatchObject({ verdict: "failed", notApplicable: 2, failed: [] });
  });

  test("lists violations before rules that were not judged", () => {
    const [first = "", last = ""] = loadGate(gateOf(amount, label)).rules.map(({ id }) => id);
    const judged = judgeGate(loadGate(gateOf(amount, label)), [rule({ id: last, verdict: "violated" })]);
    expect(judged?.failed.map(({ rule: id }) => id)).toEqual([last, first]);
  });

  test.each<[string, Verdict[], number, ExitCode]>([
    ["conformant", ["passed"], 0, 1],
    ["a known violation", ["passed", "violated"], 1, 1],
    ["incomplete", ["passed", "inconclusive"], 0, 3],
    ["a broken check", ["passed", "broken"], 0, 4],
  ])("that fails changes only exit code 0: %s", (_when, verdicts, known, exitCode) => {
    const { totals } = run(verdicts.map((verdict, index) => rule({ id: `a/${index}`, verdict })));
    const outcome = { totals, known, allowIncomplete: false, interrupted: false };
    expect(exitCodeOf({ ...outcome, gateFailed: true })).toBe(exitCode);
    expect(exitCodeOf({ ...outcome, gateFailed: false })).toBe(exitCode === 1 ? 0 : exitCode);
  });

  test.each([
    ["schemaVersion: 1\n", /:1: the whole file: mustPass is missing/],
    ["schemaVersion: 1\nmustPass: []\n", /:2: mustPass: \[\] is empty; give at least one/],
    ["schemaVersion: 1\nmustPass:\n  - 2.1\n", /:3: mustPass.0: 2.1 has to be text/],
    [
      `schemaVersion: 1\nmustPass:\n  - ${label}\n  - payment-intent/created-amount\n`,
      /:4: "payment-intent\/created-amount" matches no rule\. Did you mean payment-intents\/created-amount/,
    ],
    [
      "schemaVersion: 1\nmustPass: [invoices/reminder-sends-the-invoice]\n",
      /:2: "invoices\/reminder-sends-the-invoice" matches only rules that nothing can observe/,
    ],
  ])("with a mistake is refused: %s", (text, says) => {
    expect(() => loadGate(gateFile(text))).toThrow(says);
  });
});

test("a run with a gate says in every report whether it passed, and merge judges it for the whole run", async () => {
  const folder = folderWith({ "gate.yaml": `schemaVersion: 1\nmustPass: [${label}, ${amount}]\n` });
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const judge = (...rules: string[]) =>
    inThisProcess(`run --gate gate.yaml --runs 2 --no-allure --rules ${rules.join(" ")}`, { folder });

  const failed = await judge(label);
  expect(failed.stdout).toMatch(
    /the gate failed: 1 of 2 rules that must pass did not \(gate\.yaml\)\n {2}payment-intents\/created-amount: not judged\nexit code 1: the gate failed: 1 of 2/,
  );
  expect(failed.code).toBe(1);
  expect(JSON.parse(read("payconform-out/conformance.json"))).toMatchObject({
    exitCode: 1,
    gate: { file: "gate.yaml", verdict: "failed", passed: 1, failed: [{ rule: amount }] },
  });
  expect(read("payconform-out/summary.md")).toMatch(/## Gate\n\n❌ the gate failed: 1 of 2/);
  expect(read("payconform-out/report.html")).toMatch(/<b>The gate failed: 1 of 2 rules/);
  expect(read("payconform-out/badge.json")).toContain("gate failed");

  const passed = await judge(label, amount);
  expect(passed.stdout).toMatch(
    /the gate passed: 2 of 2 rules passed \(gate\.yaml\)\nexit code 0: conformant/,
  );
  expect(passed.code).toBe(0);
  expect(read("payconform-out/report.html")).toMatch(/<b>The gate passed: 2 of 2 rules/);

  writeFileSync(join(folder, "gate.yaml"), "schemaVersion: 1\nmustPass: [payment-intents/created-*]\n");
  const merged = await inThisProcess("merge payconform-out --out whole --gate gate.yaml", { folder });
  expect(merged.stdout).toMatch(/the gate failed: \d+ of \d+ rules that must pass did not/);
  expect(merged.code).toBe(1);
});
