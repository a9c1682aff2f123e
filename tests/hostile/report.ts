import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { SaxesParser } from "saxes";
import { exitCodeOf } from "../../harness/verdicts.ts";
import { createReporters } from "../../reports/index.ts";
import { OutputFolder } from "../../reports/output/output-folder.ts";
import { emptyFolder, root } from "../cli/command-line.ts";
import type { Judged } from "../harness/judge-url.ts";
import { run } from "../reports/fixture.ts";

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
  const result = run([...judged.results.values()], { observations: judged.observations });
  const { totals } = result;
  const exitCode = exitCodeOf({ totals, known: 0, allowIncomplete: false, interrupted: false });
  const outDir = emptyFolder();
  const stream = { write: () => true };
  await createReporters({ folder: new OutputFolder(outDir), stream, isTTY: false, ci: true }).finish({
    ...result,
    exitCode,
  });
  return { exitCode, faults: faultsOfReports(outDir) };
}
