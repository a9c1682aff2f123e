import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { annotations } from "../../cli/commands/annotations.ts";
import { print, printJson, reportStream, warn } from "../../cli/terminal/output.ts";
import { runCommandLine } from "../../cli/program/program.ts";
import { conformanceJson } from "../../reports/files/conformance-json.ts";
import { createReporters } from "../../reports/index.ts";
import { OutputFolder } from "../../reports/output/output-folder.ts";
import { block, code, inline, prose } from "../../reports/text/markdown.ts";
import { inert, inertJson, oneLine, visible } from "../../reports/text/text.ts";
import { exchange, rule, run, UNSAFE, violationOf } from "./fixture.ts";
import { emptyFolder } from "../empty-folder.ts";

afterEach(() => vi.restoreAllMocks());

/** Commands to CI services, at the beginning of a line and within it, in every casing. */
const COMMANDS = [
  "::error::owned",
  "  ::set-output name=a::b",
  "\u3000::stop-commands::x",
  "text\n::add-mask::x",
  "text\r\n\t::warning::x",
  "a ##[error]owned",
  "##vso[task.setvariable variable=x]y",
  "##VSO[task.complete result=Succeeded]",
  "##teamcity[buildStatus status='SUCCESS']",
  "\u001b[2K::notice::x",
  "\u202e::debug::x",
];
const AT_START = /^\s*::/mu;
const ANYWHERE = /##(?:\[|vso\[|teamcity\[)/iu;

const results = COMMANDS.map((text, at) =>
  rule({
    id: `payment-intents/command-${at}`,
    verdict: at % 3 === 0 ? "violated" : at % 3 === 1 ? "inconclusive" : "broken",
    reason: text,
    violation: at % 3 === 0 ? violationOf({ expected: text, actual: text, exchange: 7 }) : null,
    counterexample: { [text]: text },
    transcript: [
      exchange({ responseBody: text, responseHeaders: [[text, text]], fault: text, url: `http://a/${text}` }),
    ],
  }),
);
const result = run(results, {
  exitCode: 4,
  observations: COMMANDS.map((seen) => ({ id: "undocumented-status", section: "7.1", question: "?", seen })),
  leftovers: COMMANDS.map((id) => ({ kind: "test clock", id, key: null, why: id })),
  stale: COMMANDS.map((says) => ({ rule: "a/b", why: "passes", says })),
});

async function printedBy(act: () => void | Promise<void>): Promise<string> {
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => (printed += String(text)) !== "");
  vi.spyOn(process.stderr, "write").mockImplementation((text) => (printed += String(text)) !== "");
  await act();
  vi.restoreAllMocks();
  return printed;
}

test("no report and no line of the console contains a workflow command", async () => {
  const outDir = emptyFolder();
  let printed = "";
  await createReporters({
    folder: new OutputFolder(outDir),
    stream: { write: (text) => (printed += text) },
    isTTY: false,
    ci: true,
  }).finish(result);
  const texts = new Map([["the console", printed]]);
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) texts.set(entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(texts.size).toBeGreaterThan(10);
  for (const [name, text] of texts) {
    expect(text, name).not.toMatch(AT_START);
    expect(text, name).not.toMatch(ANYWHERE);
    expect(text, name).not.toMatch(UNSAFE);
  }
  // The parsed JSON contains what the target sent.
  const read = JSON.parse(texts.get("conformance.json") ?? "") as { rules: { reason: string }[] };
  expect(read.rules.map(({ reason }) => reason)).toEqual(COMMANDS);
});

test("annotations are the only workflow commands", async () => {
  const out = emptyFolder();
  writeFileSync(join(out, "conformance.json"), conformanceJson(result));
  const printed = await printedBy(() => void annotations({ out }));
  const lines = printed.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    expect(line).toMatch(/^::(?:error|warning) title=[^:]*::[^\n]*$/u);
    expect(line).not.toMatch(ANYWHERE);
    expect(line).not.toMatch(UNSAFE);
  }
});

test("annotations begin with one rule of each cause, sorted by what to fix first", async () => {
  const out = emptyFolder();
  const bad = (id: string, status: number) =>
    rule({
      id,
      verdict: "violated",
      violation: violationOf({ expected: "a", actual: "b" }),
      symptom: { kind: "status", where: ["POST /a"], expected: "422", actual: status },
    });
  const rules = [bad("a/1", 400), bad("a/2", 400), bad("a/3", 400), bad("a/4", 409), bad("a/5", 500)];
  writeFileSync(join(out, "conformance.json"), conformanceJson(run(rules, { exitCode: 1 })));
  const printed = await printedBy(() => void annotations({ out }));
  const ids = [...printed.matchAll(/violated%3A (a\/\d)/gu)].map(([, id]) => id);
  expect(ids).toEqual(["a/5", "a/1", "a/4", "a/2", "a/3"]);
});

test.each(COMMANDS)("%j is printed as text by every command", async (text) => {
  const printed = await printedBy(async () => {
    print(text);
    printJson(JSON.stringify({ [text]: text }, null, 2));
    warn(text);
    reportStream.write(text);
    // Values on the command line may come from another person.
    for (const args of [["run", `--${text}`], ["run", "--seed", text], [text], ["explain", text]])
      expect(await runCommandLine(["node", "payconform", ...args])).toBe(2);
  });
  expect(printed).not.toMatch(AT_START);
  expect(printed).not.toMatch(ANYWHERE);
  expect(printed.replaceAll(text, "")).toMatch(/unknown option/);
});

test("printed JSON is unchanged", async () => {
  const value = { [COMMANDS.join()]: COMMANDS, beyond: "\u{e0001}" };
  const printed = await printedBy(() => printJson(JSON.stringify(value)));
  expect(JSON.parse(printed)).toEqual(value);
  expect(printed).not.toMatch(UNSAFE);
});

test.each([
  ["line breaks", "\n"],
  ["blanks", " "],
  ["lines of blanks", "\n \t"],
  ["backticks", "`"],
  ["colons", "\n :"],
  ["number signs", "#"],
  ["carriage returns", "\r"],
  ["backslashes", "\\"],
  ["angle brackets", "<"],
])("a text of only %s takes linear time", (_what, part) => {
  const text = part.repeat(128 * 1024);
  for (const write of [inert, visible, inertJson, oneLine, inline, code, block, prose]) {
    const at = performance.now();
    write(`a${text}a`);
    // Takes milliseconds, or many seconds if the time were quadratic.
    expect([write.name, performance.now() - at > 4_000]).toEqual([write.name, false]);
  }
});
