import { cpSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { generateAllureReport, prepareAllureResults } from "../../reports/allure.ts";
import { exitInWords } from "../../reports/digest.ts";
import { createReporters } from "../../reports/index.ts";
import { catalogue } from "../../spec/index.ts";
import { takeReplays, takeTranscripts } from "../merge/evidence.ts";
import { mergeShards, readShard } from "../merge/shards.ts";
import { proofsByRule } from "../mutants/proofs.ts";
import { madeFolder } from "../out-folder.ts";

export interface MergeArguments {
  /** Output directories of the shards. */
  readonly folders: readonly string[];
  readonly out: string;
  readonly allowIncomplete: boolean;
}

/** Makes one set of reports of the shards of a run; ends as the whole run would have. */
export async function merge(options: MergeArguments): Promise<ExitCode> {
  const outDir = resolve(options.out);
  if (options.folders.some((folder) => resolve(folder) === outDir)) {
    throw new UsageError(`--out ${options.out} is one of the shards; name another folder`);
  }
  const proofs = await proofsByRule();
  const shards = options.folders.map((folder) => readShard(folder, proofs));
  const merged = mergeShards(shards, options);
  madeFolder(options.out);
  const result = await takeReplays(merged, { outDir, shownOut: options.out });
  const reporters = createReporters({
    outDir,
    stream: process.stdout,
    isTTY: false,
    ci: true,
    catalogue: catalogue.map((rule) => rule.id),
  });
  await reporters.finish(result);
  await takeTranscripts(merged, { outDir, result });
  process.stdout.write(`${await allure(options.folders, outDir, result)}\n`);
  return result.exitCode;
}

async function allure(folders: readonly string[], outDir: string, result: RunResult): Promise<string> {
  const results = join(outDir, "allure-results");
  await prepareAllureResults(results);
  const parts = folders
    .map((folder) => join(folder, "allure-results"))
    .filter((folder) => existsSync(folder));
  if (parts.length === 0) return "no shard has Allure's results, so there is no Allure report";
  for (const folder of parts) cpSync(folder, results, { recursive: true });
  return generateAllureReport(results, join(outDir, "allure-report"), { outcome: exitInWords(result) });
}
