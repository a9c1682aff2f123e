import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import { consoleReport } from "../../reports/console.ts";
import { everything, rule, run, UNSAFE } from "./fixture.ts";

function print(
  result: RunResult,
  options: { live: boolean; colour: boolean },
  paths: readonly string[] = [],
) {
  const writes: string[] = [];
  let clock = 0;
  const report = consoleReport({
    ...options,
    stream: { write: (text) => writes.push(text), columns: 60 },
    now: () => (clock += 150),
  });
  report.on({
    type: "started",
    at: result.startedAt,
    seed: 42,
    target: result.target,
    planned: result.rules.length,
  });
  for (const each of result.rules) report.on({ type: "judged", result: each });
  report.on({ type: "finished", result });
  report.close(result, paths, []);
  return { writes, text: writes.join("") };
}

describe("in a log", () => {
  const { text } = print(everything, { live: false, colour: false }, ["out/junit.xml"]);

  it("prints plain lines without any control character", () => {
    expect(text).not.toMatch(UNSAFE);
  });

  it("shows a violation in reading order", () => {
    const from = text.indexOf("violated: payment-intents/created-amount", text.indexOf("area "));
    const parts = [
      "says",
      "expected",
      "actual",
      "reproduced",
      "counterexample",
      "exchange",
      "POST http",
      "--> 200",
      "replay",
    ];
    const places = parts.map((part) => text.indexOf(part, from));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
  });

  it("ends with the slowest rules, the reports, the totals and the exit code in words", () => {
    const end = text.slice(text.indexOf("slowest rules"));
    expect(end).toMatch(
      /1 min 1 s {2}allocations\/crashed[\s\S]*out\/junit\.xml[\s\S]*1 passed, 3 violated/u,
    );
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^exit code 4: internal error/u);
  });

  it("names what is missing and how to supply it", () => {
    expect(text).toContain("events is missing for 2 rules: set events.listen in the profile");
    expect(text).toContain("reversals/saw-nothing: no exchange could break it");
  });

  it("warns of what its owner has to change", () => {
    expect(text).toContain("\nwarnings\n  known.yaml:3: a/b was retired.");
  });

  it("tells progress a few times only, and troubles as they come", () => {
    const passed = Array.from({ length: 500 }, (_, number) => rule({ id: `a/${number}`, verdict: "passed" }));
    const lines = print(run(passed), { live: false, colour: false }).text.split("\n");
    expect(lines.filter((line) => /^\d+\/500 rules/u.test(line))).toHaveLength(10);
  });
});

describe("a target that goes away", () => {
  const rules = Array.from({ length: 300 }, (_, number) =>
    rule({ id: `a/rule-${number}`, verdict: "inconclusive", reason: "connection refused" }),
  );
  const odd = rule({ id: "a/odd", verdict: "inconclusive", reason: "no answer within 5 s" });
  const { text } = print(run([odd, ...rules], { exitCode: 3 }), { live: false, colour: false });

  it("is told once, with the number of rules", () => {
    expect(text).toContain("inconclusive: 300 rules\n  reason         connection refused\n");
    expect(text).toContain("a/rule-4 and 295 more");
    expect(text.match(/connection refused/gu)).toHaveLength(4);
  });

  it("does not hide what is different", () => {
    expect(text).toContain("inconclusive: a/odd  §2.1 MUST\n");
  });
});

describe("on a terminal", () => {
  it("redraws one line within the terminal's width", () => {
    const { writes } = print(everything, { live: true, colour: false });
    const drawn = writes.filter((text) => /^\r\u001b\[2K\d+\/11 rules/u.test(text));
    expect(drawn).toHaveLength(11);
    for (const text of drawn) {
      expect(text).not.toContain("\n");
      expect(stripVTControlCharacters(text).length).toBeLessThan(61);
    }
    expect(drawn.join("")).toMatch(/rules\/s/u);
  });

  it("emits no escape but its own colours and line clearing", () => {
    const { text } = print(everything, { live: true, colour: true });
    expect(text).toContain("\u001b[31m");
    const own = text.replaceAll(/\r\u001b\[2K|\u001b\[\d+m/gu, "");
    expect(own).not.toMatch(UNSAFE);
  });

  it("leaves colours out when asked", () => {
    const { text } = print(everything, { live: true, colour: false });
    expect(text.replaceAll("\r\u001b[2K", "")).not.toMatch(UNSAFE);
  });
});

describe("the last line", () => {
  const passed = rule({ id: "a/b", verdict: "passed" });
  const last = (result: RunResult) =>
    print(result, { live: false, colour: false }).text.trimEnd().split("\n").at(-1);
  it.each([
    [run([passed]), "exit code 0: conformant"],
    [
      run([passed, rule({ id: "a/c", verdict: "could_not_run" })]),
      "exit code 0: no violation counts: 1 rule could not run, which was allowed",
    ],
    [
      run([passed, rule({ id: "a/c", verdict: "violated" })], { exitCode: 1 }),
      "exit code 1: not conformant: 1 violation",
    ],
    [run([passed], { exitCode: 1 }), "exit code 1: not conformant: the baseline has stale entries"],
    [
      run([], { exitCode: 3 }),
      "exit code 3: incomplete: no rule passed, so nothing is known about the target",
    ],
    [run([passed], { exitCode: 3, interrupted: true }), "exit code 3: incomplete: the run was interrupted"],
  ])("says what the exit code means", (result, line) => {
    expect(last(result)).toBe(line);
  });
});
