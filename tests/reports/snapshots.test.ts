import { expect, test } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import { consoleReport } from "../../reports/console/console.ts";
import { compared } from "../../reports/evidence/comparison.ts";
import { conformanceJson } from "../../reports/files/conformance-json.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { sarif } from "../../reports/files/sarif.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { reportPage } from "../../reports/page/page.ts";
import { everything } from "./fixture.ts";
import { textOf, unpacked } from "./page/unpacked.ts";

/*
 * Each report of one run: what people read, as they see it, and files for other programs. If a change is meant, `npx vitest run --project tests tests/reports/snapshots.test.ts -u`
 * writes it; read the diff.
 */

const result: RunResult = compared(
  { ...everything, replayTemplate: "payconform run --rules ID --seed 42 --profile p.yaml" },
  {
    startedAt: "2026-02-01T08:00:00.000Z",
    target: "http://127.0.0.1:4010/",
    judged: new Set(
      everything.rules.map(({ id }) => id).filter((id) => id !== "payment-intents/known-fault"),
    ),
    violated: new Set(["payment-intents/created-id", "checkout-sessions/hostile", "reversals/timed-out"]),
    failed: [],
  },
);
const facts = {
  sections: { "2.1": "Payment intent", "4.2": "Checkout sessions" },
  references: new Map([["payment-intents/created-amount", ["§2.1, table 1, row 3"]]]),
};

function printed(quiet: boolean): string {
  let text = "";
  const stream = { write: (part: string) => (text += part) };
  const report = consoleReport({ live: false, colour: false, quiet, stream, now: () => 0 });
  report.outcome(result);
  report.close(result, { paths: ["out/report.html"], problems: [] });
  return text;
}

/** The visible text of markup, a line for each block. */
const linesOf = (markup: string): string =>
  markup
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gu, "")
    .split(/<\/(?:p|h\d|tr|li|summary|pre|dt|dd|div|section)>/u)
    .map((block) => textOf(block).trim())
    .filter((line) => line !== "")
    .join("\n");

function page(): string {
  const markup = reportPage(result, facts);
  const details = unpacked(markup);
  const rules = ["rule/payment-intents/created-amount", "rule/reversals/needs-two"];
  const addresses = [...rules, ...Object.keys(details).filter((address) => address.startsWith("cause/"))];
  return [
    linesOf(markup.replace(/id="packed">[^<]*</u, "><")),
    ...addresses.map((address) => `\n#/${address}\n${linesOf(details[address] ?? "")}`),
  ].join("\n");
}

test.each<[string, () => string]>([
  ["console.txt", () => printed(false)],
  ["console-quiet.txt", () => printed(true)],
  ["page.txt", page],
  ["summary.md.txt", () => summaryMarkdown(result)],
  ["junit.xml.txt", () => junitXml(result)],
  ["conformance.json.txt", () => conformanceJson(result)],
  ["sarif.json.txt", () => sarif(result, facts)],
])("%s", async (name, write) => {
  await expect(write().replace(/€{100,}/gu, "€…")).toMatchFileSnapshot(`snapshots/${name}`);
});
