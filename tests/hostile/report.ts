import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { SaxesParser } from "saxes";
import { emptyTotals, type RunResult } from "../../harness/results.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";
import { createReporters } from "../../reports/index.ts";
import { OutputFolder } from "../../reports/output/output-folder.ts";
import { emptyFolder, root } from "../cli/command-line.ts";
import type { Judged } from "../harness/judge-url.ts";

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
const isConformanceJson = ajv.compile(
  JSON.parse(readFileSync(join(root, "spec/schemas/conformance.schema.json"), "utf8")) as object,
);

/** What is wrong with the files of a run's folder; empty when they are intact. */
export function faultsOfReports(folder: string): readonly string[] {
  const faults: string[] = [];
  const conformance: unknown = JSON.parse(readFileSync(join(folder, "conformance.json"), "utf8"));
  if (!isConformanceJson(conformance)) faults.push(ajv.errorsText(isConformanceJson.errors));
  const parser = new SaxesParser();
  parser.on("error", (error) => faults.push(`junit.xml: ${error.message}`));
  parser.write(readFileSync(join(folder, "junit.xml"), "utf8")).close();
  const summary = readFileSync(join(folder, "summary.md"), "utf8");
  for (const character of ["\u001b", "\u202e", "\0"])
    if (summary.includes(character)) faults.push(`summary.md shows ${JSON.stringify(character)} as it is`);
  return faults;
}

/** Writes the reports on what was judged, and says how the run would have ended. */
export async function written(judged: Judged): Promise<{ exitCode: number; faults: readonly string[] }> {
  const rules = [...judged.results.values()];
  const totals = emptyTotals();
  for (const { verdict } of rules) totals[verdict] += 1;
  const exitCode = exitCodeOf({ totals, known: 0, allowIncomplete: false, interrupted: false });
  const result: RunResult = {
    suite: { name: "payconform", version: "0.0.0", contract: "1" },
    catalogue: { version: "0.1.0", rules: rules.length, planned: 0, unobservable: 0 },
    profile: "0".repeat(64),
    target: { baseUrl: "http://127.0.0.1:1", checkoutUrl: "http://127.0.0.1:1", name: "hostile" },
    seed: 1,
    startedAt: new Date().toISOString(),
    durationMs: 1,
    exitCode,
    totals,
    rules,
    observations: judged.observations,
    unjudged: [],
    interrupted: false,
  };
  const outDir = emptyFolder();
  const stream = { write: () => true };
  await createReporters({ folder: new OutputFolder(outDir), stream, isTTY: false, ci: true }).finish(result);
  return { exitCode, faults: faultsOfReports(outDir) };
}
