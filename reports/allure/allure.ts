import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../harness/results.ts";
import { generate, generatorCommand, HISTORY } from "./generate.ts";
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

/** Allure's generator, which is three times as large as payconform with all else that it needs, is not installed. */
class AllureMissingError extends Error {
  override readonly name = "AllureMissingError";

  constructor() {
    super("no Allure report, because the package allure is not installed: npm install --save-dev allure@3");
  }
}

/**
 * Writes the results of a run for Allure and lets its generator make `allure-report/index.html` from them. Works below the output
 * folder, the only one that is known to be writable. Returns the path of the report; null if it was stopped. Rejects if the report
 * cannot be made, with an `AllureMissingError` without a generator; then the results are kept nevertheless.
 */
export async function allureReport(
  folder: OutputFolder,
  result: RunResult,
  { facts, history, keepResults, stop }: AllureOptions,
): Promise<string | null> {
  const command = generatorCommand();
  if (command === null && !keepResults) throw new AllureMissingError();
  const work = folder.workFolder();
  try {
    const results = join(work, RESULTS);
    await writeResults(results, result, { facts, stop });
    const outcome = exitInWords(result);
    const page = command === null ? null : await generate(work, { command, outcome, history, stop });
    if (keepResults)
      for (const name of readdirSync(results)) folder.take(join(results, name), `${RESULTS}/${name}`);
    if (page === null) throw new AllureMissingError();
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
