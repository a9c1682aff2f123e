import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { generateAllureReport, prepareAllureResults } from "../../reports/allure.ts";
import { exitInWords } from "../../reports/digest.ts";
import { fileNameOf } from "../../reports/files.ts";
import { createReporters } from "../../reports/index.ts";
import { catalogue } from "../../spec/index.ts";
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
  const result = mergeShards(shards, options);
  madeFolder(options.out);
  const reporters = createReporters({
    outDir,
    stream: process.stdout,
    isTTY: false,
    ci: true,
    catalogue: catalogue.map((rule) => rule.id),
  });
  await reporters.finish(result);
  for (const folder of options.folders) copyEvidence(folder, outDir);
  pointToTranscripts(outDir);
  process.stdout.write(`${await allure(options.folders, outDir, result)}\n`);
  return result.exitCode;
}

/** Transcripts and recorded violations have a file for each rule, so those of shards do not meet. */
function copyEvidence(folder: string, outDir: string): void {
  for (const name of ["transcripts", "replays"]) {
    const from = join(folder, name);
    if (existsSync(from)) cpSync(from, join(outDir, name), { recursive: true });
  }
}

/** The outcomes do not carry the exchanges, so the reports could not know of the files that were copied. */
function pointToTranscripts(outDir: string): void {
  const file = join(outDir, "conformance.json");
  const outcome = JSON.parse(readFileSync(file, "utf8")) as {
    rules: { id: string; transcript: string | null }[];
  };
  for (const rule of outcome.rules) {
    const path = `transcripts/${fileNameOf(rule.id)}.http`;
    if (existsSync(join(outDir, path))) rule.transcript = path;
  }
  writeFileSync(file, `${JSON.stringify(outcome, null, 2)}\n`);
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
