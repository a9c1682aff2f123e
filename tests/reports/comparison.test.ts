import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import type { RunResult, Verdict } from "../../harness/results.ts";
import { compared, comparisonText, earlierRunIn } from "../../reports/evidence/comparison.ts";
import { conformanceJson } from "../../reports/files/conformance-json.ts";
import { rule, run } from "./fixture.ts";
import { emptyFolder } from "../empty-folder.ts";

const resultOf = (verdicts: Readonly<Record<string, Verdict>>, fields: Partial<RunResult> = {}): RunResult =>
  run(
    Object.entries(verdicts).map(([id, verdict]) => rule({ id, verdict })),
    fields,
  );

/** A folder with the reports of an earlier run. */
function folderOf(conformance: string): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, "conformance.json"), conformance);
  return folder;
}

const earlierOf = (verdicts: Readonly<Record<string, Verdict>>, fields: Partial<RunResult> = {}) =>
  earlierRunIn(folderOf(conformanceJson(compared(resultOf(verdicts, fields), null))));

describe("the comparison with the earlier run", () => {
  const earlier = earlierOf({
    "a/broke": "passed",
    "a/lacked": "could_not_run",
    "a/mended": "violated",
    "a/removed": "violated",
    "a/same": "violated",
    "a/silent": "violated",
    "a/elsewhere": "violated",
  });
  const later = compared(
    resultOf({
      "a/broke": "violated",
      "a/lacked": "violated",
      "a/mended": "passed",
      "a/removed": "not_applicable",
      "a/same": "violated",
      "a/silent": "inconclusive",
      "a/first": "violated",
    }),
    earlier,
  );

  it("names what is new, fixed, still there, undecided, and judged for the first time", () => {
    expect(later.comparison).toEqual({
      since: "2026-03-01T12:00:00.000Z",
      otherTarget: null,
      newViolations: ["a/broke", "a/lacked"],
      fixed: ["a/mended", "a/removed"],
      remaining: ["a/same"],
      undecided: ["a/silent"],
      firstJudged: ["a/first"],
    });
  });

  it("is empty without an earlier run, or if nothing was violated in either", () => {
    const colors = pc.createColors(false);
    expect(comparisonText(compared(resultOf({ "a/b": "violated" }), null), colors)).toBeNull();
    expect(
      comparisonText(compared(resultOf({ "a/b": "passed" }), earlierOf({ "a/b": "passed" })), colors),
    ).toBeNull();
  });

  it("names another target", () => {
    const target = { baseUrl: "http://127.0.0.1:9", checkoutUrl: "http://127.0.0.1:9", name: "other" };
    const text = comparisonText(
      compared(resultOf({ "a/b": "violated" }), earlierOf({ "a/b": "passed" }, { target })),
      pc.createColors(false),
    );
    expect(text).toContain("since the run of 2026-03-01T12:00:00.000Z, which judged http://127.0.0.1:9\n");
  });
});

describe("the rules that failed last", () => {
  const failedIn = (verdicts: Readonly<Record<string, Verdict>>) => earlierOf(verdicts)?.failed;

  it("are those that need attention", () => {
    expect(
      failedIn({ "a/a": "violated", "a/b": "passed", "a/c": "unstable", "a/d": "could_not_run" }),
    ).toEqual(["a/a", "a/c"]);
  });

  it("are kept until a run judges them", () => {
    const earlier = earlierOf({ "a/a": "violated", "a/b": "violated" });
    expect(compared(resultOf({ "a/b": "passed", "a/c": "broken" }), earlier).failed).toEqual(["a/c", "a/a"]);
  });

  it("are not those that an interrupted run did not reach", () => {
    const unreached = rule({ id: "a/unreached", verdict: "inconclusive", exchanges: 0 });
    const cut = rule({ id: "a/cut", verdict: "inconclusive", exchanges: 2 });
    expect(compared(run([unreached, cut], { interrupted: true }), null).failed).toEqual(["a/cut"]);
    expect(compared(run([unreached, cut]), null).failed).toEqual(["a/unreached", "a/cut"]);
  });

  it("are not the known violations", () => {
    const known = rule({ id: "a/known", verdict: "violated", known: true });
    expect(compared(run([known]), null).failed).toEqual([]);
  });
});

describe("an earlier run", () => {
  it.each([
    ["half a file", '{"schemaVersion":1,'],
    ["another version", '{"schemaVersion":2,"rules":[],"startedAt":"x"}'],
    ["null", "null"],
  ])("is not read from %s", (_, text) => {
    expect(earlierRunIn(folderOf(text))).toBeNull();
  });

  it("is not read from an empty folder", () => {
    expect(earlierRunIn(emptyFolder())).toBeNull();
  });

  it("contains only ids of rules", () => {
    const text = JSON.stringify({
      schemaVersion: 1,
      startedAt: "2026-03-01T12:00:00.000Z",
      target: { baseUrl: "http://127.0.0.1:4010" },
      rules: [{ id: "\u001b[31m", verdict: "violated", exchanges: 1 }],
      failed: ["../x", 7, "a/b"],
    });
    const earlier = earlierRunIn(folderOf(text));
    expect([earlier?.failed, [...(earlier?.violated ?? [])]]).toEqual([["a/b"], []]);
  });
});
