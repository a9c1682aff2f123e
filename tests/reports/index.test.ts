import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReporters } from "../../reports/index.ts";
import { ReportError } from "../../reports/output/shutdown.ts";
import { MANIFEST_FILE, OUTCOME_FILES, OutputFolder } from "../../reports/output/output-folder.ts";
import { everything, rule, run, UNSAFE } from "./fixture.ts";
import { emptyFolder } from "../empty-folder.ts";

let outDir: string;
let printed: string;
const stream = { write: (text: string) => (printed += text) };
beforeEach(() => {
  outDir = emptyFolder();
  printed = "";
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(outDir, { recursive: true, force: true });
});

const plain = () => ({ folder: new OutputFolder(outDir), stream, isTTY: false, ci: true });

describe("the reports of a run", () => {
  it("are written to the announced paths, and nothing else is", async () => {
    const { paths } = await createReporters(plain()).finish(everything);
    expect(readdirSync(outDir).sort()).toEqual([
      "badge.json",
      "badge.svg",
      "conformance.json",
      "junit.xml",
      MANIFEST_FILE,
      "report.html",
      "results.sarif",
      "summary.md",
      "transcripts",
    ]);
    const shown = paths.map((path) => path.slice(outDir.length + 1));
    expect(shown).toEqual([...OUTCOME_FILES, "transcripts"]);
    expect(shown[0]).toBe("report.html");
    expect(readdirSync(join(outDir, "transcripts")).sort()).toEqual([
      "checkout-sessions__hostile.http",
      "payment-intents__created-amount.http",
    ]);
  });

  it("contain nothing that a target could break them with, and nothing about the machine or its environment", async () => {
    vi.stubEnv("PAYCONFORM_KEY", "sk_test_canary_of_the_environment");
    const folder = new OutputFolder(outDir);
    await createReporters({ ...plain(), folder, allure: true, keepResults: true }).finish(everything);
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(20);
    const secrets = ["canary_of_the_environment", homedir()].filter((text) => text.length > 3);
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), "utf8");
      // The page of Allure has minified code of its own.
      expect(text, file.name).not.toMatch(file.name === "index.html" ? /\p{Cs}/u : UNSAFE);
      for (const secret of secrets) expect(text.replaceAll(outDir, "")).not.toContain(secret);
    }
    expect(printed).not.toMatch(UNSAFE);
    expect(printed).not.toContain("canary_of_the_environment");
  });

  it("keep the verdict and the exit code if Allure's generator fails", async () => {
    const history = join(outDir, "notes.txt");
    writeFileSync(history, "somebody's");
    const outcome = run([rule({ id: "a/b", verdict: "passed" })], { exitCode: 0 });
    const options = { ...plain(), allure: true, allureHistory: history };
    const { paths, result } = await createReporters(options).finish(outcome);
    expect(result.exitCode).toBe(0);
    expect(paths.map((path) => path.slice(outDir.length + 1))).toEqual([...OUTCOME_FILES]);
    expect(printed).toMatch(
      /^there is no Allure report, which changes no verdict: Allure's report generator/mu,
    );
    expect(printed).toMatch(/exit code 0: conformant/);
  });

  it("are written even if one of them cannot be", async () => {
    writeFileSync(join(outDir, "transcripts"), "a file where a folder must be");
    const failed = createReporters(plain()).finish(everything);
    await expect(failed).rejects.toThrow(ReportError);
    await expect(failed).rejects.toThrow(
      /\/transcripts cannot be written: something else is there \(EEXIST\)$/u,
    );
    expect(readdirSync(outDir)).toContain("summary.md");
    expect(printed).toContain("cannot be written: something else is there");
    expect(printed).toContain("exit code 4");
  });
});

describe("the console", () => {
  it.each([
    ["a terminal", { isTTY: true, ci: false }, "", true],
    ["a terminal with NO_COLOR", { isTTY: true, ci: false }, "1", false],
    ["a terminal in a CI job", { isTTY: true, ci: true }, "", false],
    ["a pipe", { isTTY: false, ci: false }, "", false],
  ])("has colours or not: %s", async (_, options, noColor, coloured) => {
    vi.stubEnv("NO_COLOR", noColor);
    const outcome = run([rule({ id: "a/b", verdict: "passed" })]);
    await createReporters({ ...plain(), ...options }).finish(outcome);
    expect(printed.includes("\u001b[32m")).toBe(coloured);
  });
});
