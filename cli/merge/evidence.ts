import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RuleResult, RunResult } from "../../harness/results.ts";
import type { OutputFolder } from "../../reports/output/output-folder.ts";
import { movedCommand, replayPath } from "../replay/replay-file.ts";
import type { Merged } from "./merge-shards.ts";

/** Copies the recorded violations. The replay commands in the returned result name the copies. */
export async function copyReplays(
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
