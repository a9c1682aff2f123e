import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, test } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import { consoleReport } from "../../reports/console/console.ts";
import { everything, exchange, rule, run, UNSAFE, violationOf } from "./fixture.ts";

function print(
  result: RunResult,
  options: { live: boolean; colour: boolean; quiet?: boolean },
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
    version: result.suite.version,
    target: result.target,
    embedded: result.embedded === true,
    planned: result.rules.length,
  });
  for (const each of result.rules) report.on({ type: "judged", result: each });
  report.on({ type: "finished", result });
  report.close(result, { paths, problems: [] });
  return { writes, text: writes.join("") };
}

/** What a log has of a run. */
const logOf = (result: RunResult, paths: readonly string[] = []): string =>
  print(result, { live: false, colour: false }, paths).text;

test.each([false, true])("prints the findings once, before the reports are written (quiet: %s)", (quiet) => {
  const writes: string[] = [];
  const report = consoleReport({
    live: false,
    colour: false,
    quiet,
    stream: { write: (text) => writes.push(text) },
  });
  report.outcome(everything);
  const early = writes.join("");
  report.writing("transcripts");
  expect(writes.join("")).toBe(early);
  expect(early).toContain("Errors in the suite\n  1  TypeError: x is not a function: 1 rule");
  expect(early).not.toContain("exit code");
  report.close(everything, { paths: ["out/junit.xml"], problems: [] });
  expect(writes.join("")).toBe(
    print(everything, { live: false, colour: false, quiet }, ["out/junit.xml"]).text.replace(
      /^payconform judges [\s\S]*?\n(?=\n)/,
      "",
    ),
  );
});

test("the last lines say how long slow reports took", () => {
  const writes: string[] = [];
  let time = 0;
  const report = consoleReport({
    live: false,
    colour: false,
    stream: { write: (text) => writes.push(text) },
    now: () => time,
  });
  report.outcome(everything);
  time += 4_000;
  report.close(everything, { paths: [], problems: [] });
  expect(writes.join("")).toMatch(/ in [\d.]+ m?s, reports in 4\.0 s \(seed \d+\)\n/);
});

describe("in a log", () => {
  it("prints at most one line of progress in ten seconds, and no rules", () => {
    const all = Array.from({ length: 500 }, (_, number) => rule({ id: `a/${number}`, verdict: "violated" }));
    const [intro, ...lines] = logOf(run(all)).split("\n\narea")[0]?.split("\n") ?? [];
    expect(intro).toMatch(/^payconform judges/u);
    // 500 rules of 150 ms or a little more each.
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(20);
    for (const line of lines) expect(line).toMatch(/^\[[#.]{20}\] \d+\/500 rules, \d+ violated, about/u);
  });
});

test("a target that fails many rules in the same way is reported once", () => {
  const rules = Array.from({ length: 300 }, (_, number) =>
    rule({
      id: `a/rule-${number}`,
      verdict: "inconclusive",
      reason: "connection refused",
      symptom: { kind: "connection", fault: "refused", where: [] },
    }),
  );
  const odd = rule({ id: "a/odd", verdict: "inconclusive", reason: "no answer within 5 s" });
  const text = logOf(run([odd, ...rules], { exitCode: 3 }));
  expect(text).toContain(
    "  1  connection refused: 300 rules not judged\n     rules      a/rule-0 §2.1, a/rule-1 §2.1, a/rule-2 §2.1 and 297 more\n",
  );
  expect(text).toContain("  2  no answer within 5 s: 1 rule not judged\n");
  expect(text.match(/connection refused/gu)).toHaveLength(2);
});

test("a request that got no answer is shown with what could not be judged", () => {
  const left = rule({
    id: "a/b",
    verdict: "inconclusive",
    reason: "no answer",
    transcript: [exchange({ status: null, fault: "the connection ended", requestHeaders: [] }), exchange()],
  });
  const text = logOf(run([left], { exitCode: 3 }));
  expect(text).toContain(
    "     requests\n       # without an answer\n       curl -isS http://127.0.0.1:4010/v1/payment-intents ",
  );
});

test("the part of a long value that a cause omits is shown below it", () => {
  const expected = `${"it answers ".repeat(12)}or not at all`;
  const violation = violationOf({ expected, actual: "silence" });
  const rules = [rule({ id: "a/b", verdict: "violated", violation })];
  const text = logOf(run(rules, { exitCode: 1 }));
  expect(text).toContain(`     expected   ${expected}\n     actual     silence\n`);
});

test("an interrupted run does not name its interruption as the first thing to fix", () => {
  const left = rule({ id: "a/b", verdict: "inconclusive", reason: "the run was interrupted" });
  const text = logOf(run([left], { exitCode: 3, interrupted: true }));
  expect(text).not.toMatch(/^first/mu);
});

const gone = rule({
  id: "a/b",
  verdict: "inconclusive",
  symptom: { kind: "connection", fault: "refused", where: [] },
});

test("a target that stops answering is reported once, with the request that it had received", () => {
  const last = [exchange({ status: null, requestBody: "null" })];
  const lost = { at: "2026-03-01T12:00:01.000Z", fault: "ECONNRESET", last };
  const bad = rule({ id: "a/c", verdict: "violated" });
  const text = logOf(run([gone, bad], { exitCode: 1, lost }));
  expect(text).toContain(
    "http://127.0.0.1:4010 stopped answering at 2026-03-01T12:00:01.000Z: ECONNRESET. It had received this request:\n" +
      "  curl -isS http://127.0.0.1:4010/v1/payment-intents ",
  );
  expect(text).toMatch(/^first {6}find out why the target stopped answering.*\nthen {7}/mu);
});

test("a run of a target that stopped without a violation ends with a command to try again", () => {
  const lost = { at: "2026-03-01T12:00:01.000Z", fault: "ECONNRESET", last: [] };
  const text = logOf(run([gone], { exitCode: 3, lost, replayTemplate: "payconform run --rules ID" }));
  expect(text).toMatch(/^first .*\ntry again {2}payconform run --rules a\/b\n$/mu);
  expect(text).not.toMatch(/^then/mu);
});

describe("on a terminal", () => {
  it("redraws one line within the terminal's width", () => {
    const { writes } = print(everything, { live: true, colour: false });
    const drawn = writes.filter((text) => /^\r\u001b\[2K\[[#.]+\] \d+\/11 rules/u.test(text));
    expect(drawn).toHaveLength(11);
    for (const text of drawn) {
      expect(text).not.toContain("\n");
      expect(stripVTControlCharacters(text).length).toBeLessThan(61);
    }
  });

  it("emits no escape but its own colours and line clearing", () => {
    const { text } = print(everything, { live: true, colour: true });
    expect(text).toContain("\u001b[31m");
    const own = text.replaceAll(/\r\u001b\[2K|\u001b\[\d+m/gu, "");
    expect(own).not.toMatch(UNSAFE);
  });
});

test.each([
  [false, "payconform judges http://127.0.0.1:4010: 1 rule, seed 42, suite 0.1.0"],
  [true, "payconform judges the embedded emulator at http://127.0.0.1:4010: 1 rule, seed 42, suite 0.1.0"],
])("the first line names the suite's version and the target (embedded: %s)", (embedded, line) => {
  const result = run([rule({ id: "a/b", verdict: "passed" })], { embedded });
  expect(logOf(result).split("\n")[0]).toBe(line);
});

test("what left a rule unfinished is to be judged again, and nothing to do first", () => {
  const rules = [
    rule({ id: "a/b", verdict: "passed" }),
    rule({ id: "a/c", verdict: "inconclusive", reason: "the answer left nothing to judge" }),
  ];
  const text = logOf(run(rules, { exitCode: 3 }));
  expect(text).not.toMatch(/^first/m);
  expect(text.trimEnd().split("\n").at(-1)).toMatch(/^try again +payconform run --rules a\/c /);
});

describe("the exit code", () => {
  const passed = rule({ id: "a/b", verdict: "passed" });
  const last = (result: RunResult) =>
    logOf(result)
      .split("\n")
      .findLast((line) => line.startsWith("exit"));
  it.each([
    [run([passed]), "exit code 0: conformant"],
    [run([passed], { embedded: true }), "exit code 0: conformant (the embedded emulator)"],
    [
      run([passed], { catalogue: { version: "1", rules: 1_704, planned: 0, unobservable: 4 } }),
      "exit code 0: conformant (1 of 1700 rules)",
    ],
    [
      run([passed, rule({ id: "a/c", verdict: "could_not_run" })]),
      "exit code 0: no new violation; 1 rule (a/c) could not run, which --allow-incomplete excuses",
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
    [
      run([passed, rule({ id: "a/c", verdict: "could_not_run" })], { exitCode: 3 }),
      "exit code 3: incomplete: 1 rule (a/c) could not run, which --allow-incomplete excuses",
    ],
    [
      run(
        [
          passed,
          rule({ id: "a/c", verdict: "could_not_run" }),
          rule({ id: "a/d", verdict: "inconclusive" }),
          rule({ id: "a/e", verdict: "unstable" }),
          rule({ id: "a/f", verdict: "could_not_run", needs: [{ id: "route.x", supply: "serve it" }] }),
          rule({ id: "a/g", verdict: "inconclusive" }),
        ],
        { exitCode: 3 },
      ),
      "exit code 3: incomplete: 4 rules (a/d, a/e, a/f, and 1 more) could not be judged; 1 other rule could not run, which --allow-incomplete excuses",
    ],
    [run([passed], { exitCode: 3, interrupted: true }), "exit code 3: incomplete: the run was interrupted"],
  ])("is explained", (result, line) => {
    expect(last(result)).toBe(line);
  });
});
