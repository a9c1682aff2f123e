import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inThisProcess, root } from "../cli/command-line.ts";

/** What CONTRIBUTING shows of adding a rule is what the repository holds. */
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

test("the page shows how to run its mutant and its variant, which the gate runs with all others", async () => {
  const listed: string[] = [];
  for (const [, words = ""] of lesson.matchAll(/^npm run mutants -- (--\w+ [a-z][a-z-]+)$/gm))
    listed.push((await inThisProcess(["mutants", "--list", ...words.split(" ")])).stdout);
  expect(listed).toEqual([
    expect.stringContaining("1 mutants, 0 variants"),
    expect.stringContaining("0 mutants, 1 variants"),
  ]);
});
