import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { merge } from "../../../cli/commands/merge.ts";
import { catalogueFacts } from "../../../cli/reporting/reporters.ts";
import { recordViolations } from "../../../cli/replay/replay-file.ts";
import type { RecordedExchange, RuleResult, RunResult } from "../../../harness/results.ts";
import { createReporters } from "../../../reports/index.ts";
import { OutputFolder } from "../../../reports/output/output-folder.ts";
import { wellFormed } from "../../../reports/text/text.ts";
import { catalogue, proofsByRule } from "../../../spec/index.ts";
import { everything, exchange, rule, run, violationOf } from "../../reports/fixture.ts";
import { unpacked } from "../../reports/page/unpacked.ts";
import { emptyFolder } from "../../empty-folder.ts";

beforeEach(() => void vi.spyOn(process.stdout, "write").mockReturnValue(true));
afterEach(() => vi.restoreAllMocks());

const read = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");

const at = (ms: number): string => new Date(Date.parse("2026-03-01T12:00:00.000Z") + ms).toISOString();
const violation = violationOf({ expected: "500", actual: "700" });
const balance = (sequence: number, available: number): RecordedExchange =>
  exchange({
    ...{ sequence, method: "GET", url: "http://a.test/v1/balances", startedAt: at(sequence) },
    responseBody: JSON.stringify({ balances: { available } }),
  });

/** A race, a missing event, and money: one mutant for each kind of drawing. */
const DRAWN: readonly RuleResult[] = [
  rule({
    ...{ id: "reversals/race", verdict: "violated", kind: "race", violation },
    transcript: [0, 5].map((from) =>
      exchange({ sequence: from, startedAt: at(from), durationMs: 30, status: 201 }),
    ),
  }),
  rule({
    ...{ id: "invoices/late", verdict: "violated", kind: "sequence" },
    violation: { ...violation, at: at(900) },
    listening: [{ url: "http://127.0.0.1:9/hook", names: ["invoice.paid"] }],
    transcript: [exchange({ sequence: 1, durationMs: 1 })],
  }),
  rule({
    ...{ id: "reversals/balance", verdict: "violated", violation },
    transcript: [
      balance(1, 1_200),
      exchange({ sequence: 2, startedAt: at(2), durationMs: 0.1 }),
      balance(3, 700),
    ],
  }),
];

/** Runs the command line, without Allure, and returns the files that it writes. */
async function write(result: RunResult, outDir: string): Promise<void> {
  const flags = ["--profile", "'my profile.yaml'"];
  const folder = new OutputFolder(outDir);
  const recorded = recordViolations(result, {
    folder,
    shownOut: outDir,
    runs: 20,
    embedded: false,
    flags,
  });
  const stream = { write: () => true };
  const ids = catalogue.map(({ id }) => id);
  const facts = catalogueFacts(undefined);
  const shown = { folder, stream, isTTY: false, ci: true, catalogue: ids, facts, evidence: true };
  await createReporters(shown).finish(recorded);
}

/** Half a surrogate pair survives no JSON file; no text that came over a wire has one. */
function ofTheWire(rules: readonly RuleResult[]): readonly RuleResult[] {
  const proofs = proofsByRule();
  const text = JSON.stringify(rules, (_name, value: unknown) =>
    typeof value === "bigint" ? String(value) : typeof value === "string" ? wellFormed(value) : value,
  );
  return (JSON.parse(text) as RuleResult[]).map((rule) => ({ ...rule, provedBy: proofs.get(rule.id) ?? [] }));
}

test("the reports of merged shards are those of the whole run, to the byte", async () => {
  const [shownOne, shownTwo, whole, out] = [emptyFolder(), emptyFolder(), emptyFolder(), emptyFolder()];
  const rules = ofTheWire([...everything.rules, ...DRAWN]);
  const fields = { ...everything, totals: run(rules).totals, patterns: [], runs: 20, embedded: false };
  await write(run(rules, { ...fields, rules }), whole);
  const part = (index: number, own: readonly RuleResult[]): RunResult => ({
    ...run(own, { ...fields, rules: own, totals: run(own).totals }),
    shard: { index, count: 2 },
  });
  await write(part(1, rules.slice(0, 4)), shownOne);
  await write(part(2, rules.slice(4)), shownTwo);
  // The reports of an earlier merge.
  const earlier = new OutputFolder(out);
  earlier.write("replays/area__gone.json", "{}");
  earlier.write("transcripts/area__gone.http", "");

  expect(await merge([shownOne, shownTwo], { out, allowIncomplete: false, allure: false })).toBe(4);
  const inOut = (text: string): string => text.replaceAll(whole, out);
  for (const file of ["summary.md", "junit.xml"]) expect(read(out, file)).toBe(inOut(read(whole, file)));
  const details = (folder: string): string => JSON.stringify(unpacked(read(folder, "report.html")), null, 1);
  expect(details(out).split("\n")).toEqual(inOut(details(whole)).split("\n"));
  for (const title of ["Concurrent requests", "Events over time", "Money before and after"])
    expect(details(out)).toContain(`<figure> <h2>${title}</h2>`);
  expect(details(out)).toContain('"observation/0": ');
  expect(JSON.parse(read(out, "conformance.json"))).toMatchObject({
    rules: (JSON.parse(inOut(read(whole, "conformance.json"))) as { rules: unknown }).rules,
  });
  for (const folder of ["replays", "transcripts"]) {
    const names = readdirSync(join(whole, folder));
    expect(readdirSync(join(out, folder))).toEqual(names);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(read(out, folder, name)).toBe(inOut(read(whole, folder, name)));
  }
});

test.each<[what: string, edit: (text: string) => string, says: RegExp]>([
  [
    "a verdict",
    (text) => {
      const outcome = JSON.parse(text) as { rules: object[] };
      Object.assign(outcome.rules[0] ?? {}, { verdict: "passed", violation: null, reason: null });
      return JSON.stringify(outcome);
    },
    /the totals count 1 violated, the rules 0; [^]* is passed, but its evidence is of violated; [^]*copy the output folder of the shard again/,
  ],
  ["a total", (text) => text.replace('"passed": 1', '"passed": 2'), /the totals count 2 passed, the rules 1/],
])("a shard in which %s was changed is refused", async (_what, edit, says) => {
  const [shown, out] = [emptyFolder(), emptyFolder()];
  const violated = rule({ id: "area/a", verdict: "violated", violation });
  await write(run([violated, rule({ id: "area/b", verdict: "passed" })], { exitCode: 1 }), shown);
  const file = join(shown, "conformance.json");
  writeFileSync(file, edit(read(file)));
  const merging = merge([shown], { out, allowIncomplete: false, allure: false });
  await expect(merging).rejects.toThrow(says);
});
