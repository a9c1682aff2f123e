import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import {
  generateAllureReport,
  historyProblem,
  prepareAllureResults,
  reconcileAllureResults,
} from "../../reports/allure.ts";
import { OutputFolder } from "../../reports/output-folder.ts";
import { rule, run } from "./fixture.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "payconform-history-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Dict = Record<string, unknown>;
type Files = (name: string, isWanted?: (file: Dict) => boolean) => Dict;

/** The first file of the report that begins with a name and is wanted, as the report's own program reads it. */
function filesIn(html: string): Files {
  const [, block = ""] = /id="packed">([^<]+)</u.exec(html) ?? [];
  const bytes = gunzipSync(Buffer.from(block, "base64"));
  const end = bytes.indexOf(10) + 1;
  const index = JSON.parse(bytes.subarray(0, end).toString()) as [string, number, number][];
  return (name, isWanted = () => true) =>
    index
      .filter(([each]) => each.startsWith(name))
      .map(
        ([, from, length]) => JSON.parse(bytes.subarray(end + from, end + from + length).toString()) as Dict,
      )
      .find(isWanted) ?? {};
}

async function report(result: RunResult, history: string): Promise<Files> {
  const output = new OutputFolder(join(folder, "out"));
  rmSync(output.path, { recursive: true, force: true });
  mkdirSync(output.path);
  prepareAllureResults(output);
  await reconcileAllureResults(output, result);
  return filesIn(readFileSync(await generateAllureReport(output, { history }), "utf8"));
}

function chart(file: Files, type: string): readonly Dict[] | undefined {
  const { general } = file("widgets/charts.json") as {
    general: Record<string, { type: string; data: Dict[] }>;
  };
  return Object.values(general).find((each) => each.type === type)?.data;
}

const passed = run([rule({ id: "payment-intents/created-amount", verdict: "passed" })]);
const violated = run([rule({ id: "payment-intents/created-amount", verdict: "violated" })]);

describe("the history of Allure's report", () => {
  it("shows three runs: what they found, what was new, what was fixed", async () => {
    const history = join(folder, "new/history.jsonl");
    const first = await report(passed, history);
    expect(chart(first, "statusDynamics")).toBeUndefined();
    await report(violated, history);
    const third = await report(passed, history);
    expect(chart(third, "statusDynamics")?.map(({ statistic }) => statistic)).toEqual([
      { total: 3, passed: 1, unknown: 2 },
      { total: 3, failed: 1, unknown: 2 },
      { total: 3, passed: 1, unknown: 2 },
    ]);
    const [regression, fix] = chart(third, "statusTransitions") ?? [];
    expect([regression?.["regressed"], regression?.["fixed"]]).toEqual([1, 0]);
    expect([fix?.["regressed"], fix?.["fixed"]]).toEqual([0, 1]);
    const shown = third(
      "data/test-results/",
      (file) => file["fullName"] === "payment-intents/created-amount",
    );
    expect((shown["history"] as { status: string }[]).map(({ status }) => status)).toEqual([
      "failed",
      "passed",
    ]);
    expect(readFileSync(history, "utf8").trim().split("\n")).toHaveLength(3);
    expect(historyProblem(history)).toBeNull();
  });

  it("does not change a file that is not a history, and says which line is wrong", async () => {
    const history = join(folder, "notes.txt");
    writeFileSync(history, "\n{}\n");
    expect(historyProblem(history)).toBe(`${history}:2: this line is not a run of an Allure history`);
    await expect(report(passed, history)).rejects.toThrow("this line is not a run of an Allure history");
    expect(readFileSync(history, "utf8")).toBe("\n{}\n");
    expect(historyProblem(join(folder, "missing"))).toBeNull();
    expect(historyProblem(folder)).toBe(`${folder} is a folder`);
  });

  it("is not written when the report fails", async () => {
    const history = join(folder, "history.jsonl");
    const nowhere = new OutputFolder(join(folder, "missing"));
    await expect(generateAllureReport(nowhere, { history })).rejects.toThrow("report generator");
    expect(existsSync(history)).toBe(false);
  });
});
