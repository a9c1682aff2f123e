import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestResult } from "allure-js-commons";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import { allureReport } from "../../reports/allure/allure.ts";
import { writeResults } from "../../reports/allure/results.ts";
import { OutputFolder } from "../../reports/output/output-folder.ts";
import { everything, exchange, HOSTILE, rule, run, UNSAFE, violationOf } from "./fixture.ts";
import { emptyFolder } from "../empty-folder.ts";

let folder: string;
beforeEach(() => {
  // Allure takes paths for patterns.
  folder = join(emptyFolder(), "a (v2) [x]#1 {y}*%2F");
  mkdirSync(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stop = new AbortController().signal;
const facts = { sections: { "4.2": "Checkout sessions" }, references: new Map() };
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

async function results(of = everything): Promise<ReadonlyMap<string, TestResult>> {
  await writeResults(folder, of, { facts, stop });
  const files = readdirSync(folder).filter((name) => name.endsWith("-result.json"));
  return new Map(
    files.map((name) => JSON.parse(read(name)) as TestResult).map((each) => [each.historyId ?? "", each]),
  );
}

it("has a result for each rule of the catalogue, and only passed rules are green", async () => {
  const statuses = Object.fromEntries([...(await results())].map(([id, { status }]) => [id, status]));
  expect(statuses).toEqual({
    "payment-intents/created-id": "passed",
    "payment-intents/created-amount": "failed",
    "payment-intents/known-fault": "failed",
    "checkout-sessions/hostile": "failed",
    "checkout-sessions/excluded": "skipped",
    "reversals/needs-events": "skipped",
    "reversals/needs-two": "skipped",
    "reversals/saw-nothing": "skipped",
    "reversals/timed-out": "broken",
    "reversals/flickers": "broken",
    "allocations/crashed": "broken",
    "connect-events/planned-one": undefined,
    "connect-events/unseen": undefined,
  });
});

it("groups every result that is not passed into exactly one category", async () => {
  const written = await results();
  const categories = JSON.parse(read("categories.json")) as {
    readonly matchedStatuses: readonly string[];
    readonly messageRegex: string;
  }[];
  for (const [id, { status = "unknown", statusDetails }] of written) {
    const fitting = categories.filter(
      ({ matchedStatuses, messageRegex }) =>
        matchedStatuses.includes(status) &&
        new RegExp(messageRegex.replace("(?s)", ""), "su").test(statusDetails.message ?? ""),
    );
    expect([id, fitting.length]).toEqual([id, String(status) === "passed" ? 0 : 1]);
  }
});

it("shows area, section, rule, severity, times, evidence, and the target's text without effect", async () => {
  const written = await results();
  const hostile = written.get("checkout-sessions/hostile");
  expect(hostile?.labels).toEqual(
    expect.arrayContaining([
      { name: "epic", value: "§4.2 Checkout sessions" },
      { name: "feature", value: "checkout-sessions" },
      { name: "story", value: "checkout-sessions/hostile" },
      { name: "severity", value: "normal" },
      { name: "verdict", value: "violated" },
    ]),
  );
  expect(hostile?.start).toBe(Date.parse("2026-03-01T12:00:00.000Z"));
  expect(hostile?.stop).toBe((hostile?.start ?? 0) + 12);
  expect(hostile?.description).not.toMatch(/<|!\[/u);
  const amount = written.get("payment-intents/created-amount");
  expect(amount?.steps).toMatchObject([
    {
      name: "POST /v1/payment-intents: 200",
      status: "failed",
      attachments: [{ name: "Exchange" }, { name: "curl" }],
    },
  ]);
  expect(amount?.attachments.map(({ name }) => name)).toEqual([
    "Expected and actual",
    "Counterexample, shrunk",
    "Concurrent requests",
    "Requests (curl)",
    "Transcript (2 exchanges)",
    "Shares of interesting cases",
    "Replay",
  ]);
  for (const { attachments, steps } of written.values())
    for (const { source } of [...attachments, ...steps.flatMap((step) => step.attachments)])
      expect(readdirSync(folder)).toContain(source);
  expect(read("environment.properties")).toMatch(/^Outcome=internal error: .*, exit code 4$/mu);
});

/** The data that the report's page holds under a name. */
function dataIn(html: string, name: string): Record<string, unknown> {
  const [, base64 = ""] = new RegExp(`\\bd\\("${name}","([A-Za-z0-9+/=]*)"\\)`, "u").exec(html) ?? [];
  return JSON.parse(Buffer.from(base64, "base64").toString("utf8")) as Record<string, unknown>;
}

async function report(result: RunResult, options: { history?: string; keepResults?: boolean } = {}) {
  const path = await allureReport(new OutputFolder(folder), result, { keepResults: false, stop, ...options });
  return readFileSync(path ?? "", "utf8");
}

it("has the drawing of a race, as an image with colours that executes nothing", async () => {
  const race = rule({
    ...{ id: "reversals/concurrent", verdict: "violated", kind: "race" },
    violation: violationOf({ expected: "1", actual: "2" }),
    transcript: [1, 2].map((sequence) =>
      exchange({ sequence, durationMs: 30, url: `http://a.test/v1/${HOSTILE}`, responseBody: HOSTILE }),
    ),
  });
  const shown = (await results(run([race]))).get(race.id);
  const image = shown?.attachments.find(({ type }) => type === "image/svg+xml");
  expect(image?.name).toBe("Concurrent requests");
  const content = read(image?.source ?? "");
  expect(content).toMatch(
    /^<svg [^>]*xmlns=[^>]*aria-label="Concurrent requests: [^>]*>\s*<style>\s*:root \{[\s\S]*\.drawing text \{/,
  );
  expect(content).toMatch(/--back: light-dark\(#ffffff/);
  expect(content).not.toMatch(/<script|<img|\son\w+=/);
  expect(content).not.toMatch(UNSAFE);
});

it("becomes one file that opens from disk and loads nothing, in a folder of any name", async () => {
  const html = await report(everything, { keepResults: true });
  expect(readdirSync(join(folder, "allure-report"))).toEqual(["index.html"]);
  expect(html).toMatch(/<title>\s*payconform: internal error/u);
  expect(html).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/u);
  expect(html).not.toMatch(
    /<(?!a\b)[a-z][^<>]{0,2000}\b(?:src|href|action|data)\s*=\s*["']?(?:https?:)?\/\//iu,
  );
  expect(html).not.toMatch(/googletagmanager|gtag\(/u);
  expect(html).not.toContain(folder);
  expect(dataIn(html, "widgets/statistic.json")).toMatchObject({ total: 13 });
  expect(readdirSync(join(folder, "allure-results"))).toContain("categories.json");
  // A second run replaces what the first one kept, and leaves no work behind.
  new OutputFolder(folder).clear();
  expect(readdirSync(folder)).toEqual([]);
});

const passed = run([rule({ id: "payment-intents/created-amount", verdict: "passed" })]);
const violated = run([rule({ id: "payment-intents/created-amount", verdict: "violated" })]);

it("shows what was new and what was fixed in the runs of its history", async () => {
  const history = join(folder, "history.jsonl");
  for (const result of [passed, violated]) await report(result, { history });
  const { general } = dataIn(await report(passed, { history }), "widgets/charts.json") as {
    general: Record<string, { type: string; data: Record<string, unknown>[] }>;
  };
  const chart = (type: string) => Object.values(general).find((each) => each.type === type)?.data;
  expect(chart("statusDynamics")?.map(({ statistic }) => statistic)).toEqual([
    { total: 3, passed: 1, unknown: 2 },
    { total: 3, failed: 1, unknown: 2 },
    { total: 3, passed: 1, unknown: 2 },
  ]);
  expect(chart("statusTransitions")?.map(({ regressed, fixed }) => [regressed, fixed])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(readFileSync(history, "utf8").trim().split("\n")).toHaveLength(3);
});

it("does not change a file that is no history, and leaves nothing when it fails", async () => {
  const history = join(folder, "notes.txt");
  writeFileSync(history, "somebody's\n");
  await expect(report(passed, { history })).rejects.toThrow(/^Allure's report generator ended with \d+: \S/u);
  expect(readFileSync(history, "utf8")).toBe("somebody's\n");
  expect(existsSync(join(folder, "allure-report"))).toBe(false);
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
});
