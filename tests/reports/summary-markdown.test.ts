import { describe, expect, it } from "vitest";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { everything, exchange, HOSTILE, rule, run, UNSAFE, violationOf } from "./fixture.ts";

/** The text that Markdown interprets: without blocks and code spans. */
function prose(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gmu, "")
    .replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/gu, "")
    .replaceAll(/&#\d+;/gu, "");
}

describe("summary.md", () => {
  const markdown = summaryMarkdown(everything);

  it("begins with the verdict", () => {
    expect(markdown.split("\n")[0]).toBe(
      "# ❌ payconform: internal error: 1 check broke; their verdicts say nothing about the target",
    );
    expect(summaryMarkdown(run([rule({ id: "a/b", verdict: "passed" })]))).toMatch(
      /^# ✅ payconform: conformant\n/u,
    );
    expect(summaryMarkdown(run([], { exitCode: 3 }))).toMatch(/^# ⚠️ payconform: incomplete/u);
  });

  it("renders text of a target inert", () => {
    expect(markdown).not.toMatch(UNSAFE);
    const text = prose(markdown);
    expect(text).not.toMatch(/[<>@]|!\[|\]\(|:\/\//u);
    expect(text).not.toMatch(/^# heading/mu);
  });

  it("keeps tables intact", () => {
    for (const table of markdown.matchAll(/(?:^\|.*\n?)+/gmu)) {
      const widths = table[0]
        .trim()
        .split("\n")
        .map((row) => row.split(/(?<!\\)\|/u).length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  it("stays below the limit of a job summary with any number of failures", () => {
    const many = Array.from({ length: 600 }, (_, number) =>
      rule({
        id: `reversals/${number}`,
        verdict: "violated",
        violation: violationOf({ expected: "x".repeat(99_999), actual: HOSTILE.repeat(500), exchange: 7 }),
        counterexample: "|".repeat(99_999),
        transcript: [exchange({ responseBody: HOSTILE.repeat(999), requestBody: "`".repeat(99_999) })],
      }),
    );
    const observations = Array.from({ length: 2_000 }, () => ({
      id: "o",
      section: "1",
      question: "?",
      seen: HOSTILE.repeat(99),
    }));
    const summary = summaryMarkdown(run(many, { exitCode: 1, observations }));
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary).toContain("… and 400 more");
  });
});
