import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { variantTarget } from "../../cli/in-process/target.ts";
import { select } from "../../cli/mutants/choose.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { DEFAULT_RUNS } from "../../cli/runner/run-config.ts";
import { payconform, root } from "../cli/command-line.ts";

/** What CONTRIBUTING shows of adding a rule is what the repository holds, and what its commands do. */
const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const [, lesson = ""] = /^### An example of each[^\n]*\n([^]*?)^## /m.exec(page) ?? [];

/** The formatter may indent a piece otherwise than its file does. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("each piece that the page shows is in the file that it names", () => {
  const pieces = [
    ...lesson.matchAll(/in\s`([^`]+)`[^`]*(?:`[^`\n]+`[^`]*)*\n```(?:yaml|ts)\n([^]*?)\n```/g),
  ].map(([, file = "", text = ""]) => ({ file, text }));

  test("the rule, the open point, the check, the mutant and the variant are shown", () => {
    expect(pieces.map(({ file }) => file.split("/")[0])).toEqual([
      "spec",
      "spec",
      "suites",
      "mutants",
      "variants",
    ]);
  });
  test.each(pieces)("$file", ({ file, text }) => {
    expect(oneLine(readFileSync(join(root, file), "utf8"))).toContain(oneLine(text));
  });
});

describe("each command that the page shows proves what it says", () => {
  const commands = [...lesson.matchAll(/^npm run mutants -- (--\w+ [a-z][a-z-]+)$/gm)].map(
    ([, words = ""]) => words,
  );

  test("there is one for a mutant and one for a variant", () => expect(commands).toHaveLength(2));
  test.each(commands.filter((words) => words.startsWith("--mutant")))("mutants %s", async (words) => {
    const ended = await payconform(["mutants", ...words.split(" ")]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(/1 of 1 mutants killed/);
  });
  /** The command judges by every rule, as the gate does with each variant; here those that it could anger. */
  test.each(commands.filter((words) => words.startsWith("--variant")))("mutants %s", async (words) => {
    const { variants } = select({ variant: [words.split(" ")[1] ?? ""], allRules: false });
    expect(variants).toHaveLength(1);
    const verdicts = await judgeTarget({
      target: variantTarget(variants, 1),
      patterns: ["payout-schedule", "activation"],
      seed: 1,
      runs: DEFAULT_RUNS,
    });
    expect(verdicts.size).toBeGreaterThan(20);
    const accusing = [...verdicts.values()].filter(({ verdict }) => verdict !== "passed");
    expect(accusing.map(({ id, verdict, reason }) => `${id} is ${verdict}: ${reason ?? ""}`)).toEqual([]);
  });
});
