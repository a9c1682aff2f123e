import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RuleResult, RunResult } from "../../harness/results.ts";
import { writeText } from "../../reports/files.ts";
import { oneLine } from "../../reports/text.ts";
import { transcriptPath } from "../../reports/transcripts.ts";
import { clearReplays, movedCommand, replayPath } from "../replay/replay-file.ts";
import type { Merged } from "./shards.ts";

/** Takes over the recorded violations; the result's commands then name the copies. */
export async function takeReplays(
  { result, foundIn }: Merged,
  options: { readonly outDir: string; readonly shownOut: string },
): Promise<RunResult> {
  const { outDir, shownOut } = options;
  await clearReplays(outDir);
  const taken = async (rule: RuleResult): Promise<RuleResult> => {
    const path = replayPath(rule.id);
    const from = join(foundIn.get(rule.id) ?? "", path);
    if (rule.replay === null || rule.verdict !== "violated" || !existsSync(from)) return rule;
    await mkdir(dirname(join(outDir, path)), { recursive: true });
    await copyFile(from, join(outDir, path));
    return { ...rule, replay: movedCommand(rule.replay, { shownOut, ruleId: rule.id }) };
  };
  return { ...result, rules: await Promise.all(result.rules.map(taken)) };
}

/**
 * Puts the whole transcripts in the place of those that the reports made of the deciding exchange alone. `result` has the
 * commands that belong into them.
 */
export async function takeTranscripts(
  merged: Merged,
  { outDir, result }: { readonly outDir: string; readonly result: RunResult },
): Promise<void> {
  const commands = new Map(merged.result.rules.map(({ id, replay }) => [id, replay]));
  for (const rule of result.rules) {
    const path = transcriptPath(rule);
    const from = join(merged.foundIn.get(rule.id) ?? "", path ?? "");
    if (path === null || !existsSync(from)) continue;
    const line = (command: string | null | undefined): string => `# replay: ${oneLine(command ?? "")}\n`;
    const text = await readFile(from, "utf8");
    await writeText(
      join(outDir, path),
      text.replace(line(commands.get(rule.id)), () => line(rule.replay)),
    );
  }
}
