import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../harness/results.ts";
import { generate, HISTORY } from "./generate.ts";
import { RESULTS, writeResults } from "./results.ts";
import { exitInWords } from "../evidence/outcome-words.ts";
import { type OutputFolder, replaceFile } from "../output/output-folder.ts";
import type { CatalogueFacts } from "../evidence/facts.ts";

export interface AllureOptions {
  readonly facts?: CatalogueFacts | undefined;
  /** File of the earlier runs, to which this run is added. Default: none. */
  readonly history?: string | undefined;
  /** Keep `allure-results/`, which plugins of CI services read. */
  readonly keepResults: boolean;
  /** Ends the work. */
  readonly stop: AbortSignal;
}

/**
 * Writes the results of a run for Allure and lets its generator make `allure-report/index.html` from them. Works below the output
 * folder, the only one that is known to be writable. Returns the path of the report; null if it was stopped. Rejects if the report
 * cannot be made.
 */
export async function allureReport(
  folder: OutputFolder,
  result: RunResult,
  { facts, history, keepResults, stop }: AllureOptions,
): Promise<string | null> {
  const work = folder.workFolder();
  try {
    const results = join(work, RESULTS);
    await writeResults(results, result, { facts, stop });
    const page = await generate(work, { outcome: exitInWords(result), history, stop });
    if (keepResults)
      for (const name of readdirSync(results)) folder.take(join(results, name), `${RESULTS}/${name}`);
    const path = folder.write("allure-report/index.html", page);
    // Only now, and atomically: a run that is stopped does not change the history.
    if (history !== undefined) replaceFile(history, readFileSync(join(work, HISTORY)));
    return path;
  } catch (error) {
    if (stop.aborted) return null;
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
