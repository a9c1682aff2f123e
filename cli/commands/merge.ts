import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RuleResult, RunResult } from "../../harness/results.ts";
import type { OutputFolder } from "../../reports/output/output-folder.ts";
import { proofsByRule } from "../../spec/index.ts";
import { loadGate } from "../selection/conclusion.ts";
import { inconsistencies } from "../evidence/consistency.ts";
import { judgeAgain, recordingIn } from "../evidence/judge-again.ts";
import { type Merged, mergeShards } from "../merge/merge-shards.ts";
import { readShard, type ShardOutcome } from "../merge/read-shard.ts";
import { beginOutput, endOutput, outputFolder } from "../reporting/out-folder.ts";
import { reportStream } from "../terminal/output.ts";
import { catalogueFacts, plainReports, type ReportArguments } from "../reporting/reporters.ts";
import { readFile } from "node:fs/promises";
import { movedCommand, replayPath } from "../replay/replay-file.ts";

interface MergeArguments extends ReportArguments {
  readonly allowIncomplete: boolean;
}

/** Merges the reports of the shards of a run, by their output directories. Returns the exit code of the whole run. */
export async function merge(folders: readonly string[], options: MergeArguments): Promise<ExitCode> {
  const outDir = resolve(options.out);
  if (folders.some((folder) => resolve(folder) === outDir)) {
    throw new UsageError(`--out ${options.out} is also one of the shards; use another folder`);
  }
  const proofs = proofsByRule();
  const shards = folders.map((folder) => readShard(folder, proofs));
  for (const shard of shards) await requireUnchanged(shard);
  const gate = options.gate === undefined ? undefined : loadGate(options.gate);
  const merged = mergeShards(shards, { allowIncomplete: options.allowIncomplete, gate });
  const folder = outputFolder(options.out, { allure: options.allure });
  try {
    return await mergeInto(folder, merged, options);
  } finally {
    endOutput(folder);
  }
}

/** @throws UsageError if an outcome contradicts itself, its evidence or, if there is one, its recording */
async function requireUnchanged(shard: ShardOutcome): Promise<void> {
  const { folder, result } = shard;
  const recording = recordingIn(folder);
  const again = existsSync(recording) ? await judgeAgain(result, recording) : null;
  const faults = [
    ...(await inconsistencies(shard)),
    ...(again?.faults ?? []),
    // Rules of another version may decide otherwise.
    ...(again?.differences.length === 0 ? again.contradictions : []),
  ];
  if (faults.length > 0)
    throw new UsageError(
      `${folder} was changed after its run, or is not whole: ${faults.join("; ")}; copy the output folder of the shard again`,
    );
}

async function mergeInto(
  folder: OutputFolder,
  merged: ReturnType<typeof mergeShards>,
  options: MergeArguments,
): Promise<ExitCode> {
  beginOutput(folder);
  const result = await copyReplays(merged, { folder, shownOut: options.out });
  const { allure, allureHistory, keepResults = false } = options;
  const facts = catalogueFacts(options.document);
  const reporters = plainReports(folder, { stream: reportStream, facts, allure, allureHistory, keepResults });
  const { result: reported } = await reporters.finish(result);
  return reported.exitCode;
}

/** Copies the recorded violations. The replay commands in the returned result name the copies. */
async function copyReplays(
  { result, foundIn }: Merged,
  options: { readonly folder: OutputFolder; readonly shownOut: string },
): Promise<RunResult> {
  const { folder, shownOut } = options;
  const copied = async (rule: RuleResult): Promise<RuleResult> => {
    const path = replayPath(rule.id);
    const from = join(foundIn.get(rule.id) ?? "", path);
    if (rule.replay === null || rule.verdict !== "violated" || !existsSync(from)) return rule;
    folder.write(path, await readFile(from));
    return { ...rule, replay: movedCommand(rule.replay, { shownOut, ruleId: rule.id }) };
  };
  return { ...result, rules: await Promise.all(result.rules.map(copied)) };
}
