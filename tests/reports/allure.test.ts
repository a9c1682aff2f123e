import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { packHtml } from "../../reports/allure/pack.ts";
import { remoteReference, sealHtml } from "../../reports/allure/offline.ts";
import { generateAllureReport, reconcileAllureResults, prepareAllureResults } from "../../reports/allure.ts";
import { OutputFolder } from "../../reports/output-folder.ts";
import { everything, UNSAFE } from "./fixture.ts";

interface AllureResult {
  readonly name: string;
  readonly historyId: string;
  readonly status: string;
  readonly statusDetails: { readonly message?: string };
  readonly start: number;
  readonly stop: number;
  readonly description: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly { readonly name: string; readonly source: string }[];
  readonly steps: readonly {
    readonly name: string;
    readonly status: string;
    readonly attachments: readonly { readonly name: string; readonly source: string }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), "payconform-test-"));
const results = join(folder, "allure-results");
let output: OutputFolder;
/** Files that a runner wrote belong to the run. */
function runnerWrites(name: string, text: string): void {
  output.write(`allure-results/${name}`, text);
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(results, name), "utf8");
function written(): Map<string, AllureResult> {
  const files = readdirSync(results).filter((name) => name.endsWith("-result.json"));
  return new Map(
    files.map((name) => JSON.parse(read(name)) as AllureResult).map((each) => [each.historyId, each]),
  );
}
const ids = [...everything.rules.map(({ id }) => id), ...everything.unjudged.map(({ rule }) => rule.id)];

describe("without a runner", () => {
  beforeEach(() => {
    output = new OutputFolder(folder);
    output.clear();
    prepareAllureResults(output);
  });

  it("writes categories into an empty folder", () => {
    expect(readdirSync(results).sort()).toEqual(["categories.json", "environment.properties"]);
  });

  it("adds a result for every rule of the catalogue", async () => {
    expect(await reconcileAllureResults(output, everything)).toEqual({ corrected: 0, added: 13 });
    expect([...written().keys()].sort()).toEqual([...ids].sort());
    // A second correction changes nothing.
    expect(await reconcileAllureResults(output, everything)).toEqual({ corrected: 13, added: 0 });
    expect(written().size).toBe(13);
  });

  it("recognises a test that ended before it was described, and rewrites incomplete files", async () => {
    runnerWrites("a-result.json", JSON.stringify({ uuid: "a", name: "reversals/timed-out" }));
    runnerWrites("b-result.json", '{"uuid":"b","na');
    runnerWrites("c-result.json", JSON.stringify({ uuid: "c", name: "a set-up of the runner" }));
    expect(await reconcileAllureResults(output, everything)).toEqual({ corrected: 1, added: 12 });
    const files = readdirSync(results);
    expect(files).not.toContain("b-result.json");
    expect(JSON.parse(read("a-result.json"))).toMatchObject({
      uuid: "a",
      status: "broken",
      historyId: "reversals/timed-out",
    });
    expect(JSON.parse(read("c-result.json"))).toEqual({ uuid: "c", name: "a set-up of the runner" });
  });

  it("completes results that the runner has passed on instead of written", async () => {
    const passed = [{ uuid: "d", name: "payment-intents/created-amount", labels: [], steps: [] }];
    expect(await reconcileAllureResults(output, everything, undefined, passed)).toEqual({
      corrected: 1,
      added: 12,
    });
    expect(written().get("payment-intents/created-amount")).toMatchObject({ uuid: "d", status: "failed" });
    expect(JSON.parse(read("d-result.json"))).toHaveProperty("attachments.0.name", "Expected and actual");
  });

  it("shows only passed rules as green", async () => {
    await reconcileAllureResults(output, everything);
    const statuses = Object.fromEntries([...written()].map(([id, { status }]) => [id, status]));
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
      "connect-events/planned-one": "unknown",
      "connect-events/unseen": "unknown",
    });
  });

  it("groups every result that is not passed into exactly one category", async () => {
    await reconcileAllureResults(output, everything);
    const categories = JSON.parse(read("categories.json")) as {
      readonly name: string;
      readonly matchedStatuses: readonly string[];
      readonly messageRegex: string;
    }[];
    for (const [id, { status, statusDetails }] of written()) {
      const fitting = categories.filter(
        ({ matchedStatuses, messageRegex }) =>
          matchedStatuses.includes(status) &&
          new RegExp(messageRegex.replace("(?s)", ""), "su").test(statusDetails.message ?? ""),
      );
      expect([id, fitting.length]).toEqual([id, status === "passed" ? 0 : 1]);
    }
  });

  it("shows area, section, rule, severity, times and inert text of the target", async () => {
    const facts = { sections: { "4.2": "Checkout sessions" }, references: new Map() };
    await reconcileAllureResults(output, everything, facts);
    const hostile = written().get("checkout-sessions/hostile");
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
    for (const name of readdirSync(results)) expect(read(name)).not.toMatch(UNSAFE);
  });

  it("describes the run in environment.properties", async () => {
    await reconcileAllureResults(output, everything);
    expect(read("environment.properties")).toContain("Outcome = internal error (exit code 4)\n");
    expect(read("environment.properties")).toContain("Checkout\\ host = http://127.0.0.1:4011\n");
  });

  it("becomes one file that opens from disk and loads nothing", async () => {
    await reconcileAllureResults(output, everything);
    const path = await generateAllureReport(output, { outcome: "<b>broken</b>" });
    const html = readFileSync(path, "utf8");
    expect(readdirSync(join(folder, "allure-report"))).toEqual(["index.html"]);
    expect(html).toMatch(/<title>\s*payconform: &lt;b&gt;broken&lt;\/b&gt;\s*<\/title>/u);
    expect(html).not.toMatch(/googletagmanager|gtag\(/u);
    expect(remoteReference(html)).toBeNull();
    expect(html).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/u);
    expect(html).not.toContain(folder);
    // The program and the data are packed, and equal contents are stored once.
    const [, block = ""] = /id="packed">([^<]+)</u.exec(html) ?? [];
    const bytes = gunzipSync(Buffer.from(block, "base64"));
    const [, index = ""] = /^(.+)\n/u.exec(bytes.toString("utf8")) ?? [];
    const files = JSON.parse(index) as [name: string, offset: number, length: number][];
    const offsets = new Map(files.map(([name, offset]) => [name, offset]));
    expect(offsets.get("widgets/default/tree.json")).toBe(offsets.get("widgets/tree.json"));
    const [, offset = 0, length = 0] = files.find(([name]) => name === "widgets/statistic.json") ?? [];
    const start = Buffer.byteLength(index) + 1 + offset;
    expect(JSON.parse(bytes.subarray(start, start + length).toString("utf8"))).toMatchObject({ total: 13 });
    expect(html.length).toBeLessThan(1_600_000);
  });

  it("fails with the generator's message if there is nothing to report", async () => {
    await expect(generateAllureReport(new OutputFolder(join(folder, "missing")))).rejects.toThrow(
      /^Allure's report generator ended with \d+: \S/u,
    );
  });
});

describe("after a run of allure-vitest", () => {
  it("keeps the attachments of the runner and corrects its statuses", async () => {
    output = new OutputFolder(folder);
    output.clear();
    prepareAllureResults(output);
    const root = fileURLToPath(new URL("./allure-run", import.meta.url));
    const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
    const env = { ...process.env, ALLURE_RESULTS: results, CI: "true" };
    // The run contains a failing test, so it ends with 1.
    await promisify(execFile)(process.execPath, [vitest, "run", "--root", root], { env }).catch(
      () => undefined,
    );
    const before = [...written().values()];
    expect(before.map(({ historyId }) => historyId)).toEqual(
      expect.arrayContaining(["payment-intents/created-amount"]),
    );

    expect(before).toHaveLength(7);
    expect(await reconcileAllureResults(output, everything)).toEqual({ corrected: 7, added: 6 });
    const after = written();
    expect([...after.keys()].sort()).toEqual([...ids].sort());
    const amount = after.get("payment-intents/created-amount");
    expect(amount?.status).toBe("failed");
    expect(amount?.start).toBe(Date.parse("2026-03-01T12:00:00.000Z"));
    // The decisive request is the failed one, with its exchange and its line.
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
    for (const { attachments, labels, steps } of after.values()) {
      expect(labels.map(({ name }) => name)).not.toContain("host");
      const ofSteps = steps.flatMap((step) => step.attachments);
      for (const { source } of [...attachments, ...ofSteps]) expect(readdirSync(results)).toContain(source);
    }
    const skipped = after.get("reversals/needs-events");
    expect(skipped?.statusDetails.message).toBe("could not run: events do not arrive");
  });
});

it("refuses to pack a page without the generator's data", () => {
  expect(() => packHtml("<html><head></head></html>")).toThrow(/template has changed/u);
});

describe("sealing a page", () => {
  it.each([
    '<img src="http://a.invalid/x">',
    "<script src=//a.invalid/x></script >x",
    "<link rel=icon href='https://a.invalid'>",
    '<form action="https://a.invalid">',
  ])("finds elements that would load something: %s", (element) => {
    expect(remoteReference(`<html><head></head><body>${element}</body></html>`)).not.toBeNull();
  });

  it("keeps plain links and data", () => {
    expect(
      remoteReference('<a href="https://a.invalid">x</a><img src="data:image/png;base64,AA">'),
    ).toBeNull();
  });

  it("refuses a page that it cannot seal", () => {
    expect(() => sealHtml("<body></body>")).toThrow(/no <head>/u);
    expect(() => sealHtml('<head></head><iframe src="https://a.invalid">')).toThrow(/load from the network/u);
  });
});
