import type { RuleResult, RunResult } from "../../harness/results.ts";
import { needsAttention } from "../evidence/outcome-words.ts";
import { type Shutdown, isLate } from "../output/shutdown.ts";
import { evidence, headline } from "../evidence/evidence.ts";
import { fileNameOf, type OutputFolder } from "../output/output-folder.ts";
import { indent, inert } from "../text/text.ts";
import { transcriptText } from "../evidence/transcript.ts";

const FOLDER = "transcripts";
const LIMIT = 4 * 1024 * 1024;

/** The path of a rule's transcript, relative to the output directory; null if it has none. */
export function transcriptPath(rule: RuleResult): string | null {
  return needsAttention(rule) && rule.transcript.length + rule.events.length > 0
    ? `${FOLDER}/${fileNameOf(rule.id)}.http`
    : null;
}

/** The whole file: the rule and its evidence as comments, then every recorded exchange and event. */
function transcriptFile(rule: RuleResult): string {
  const head = evidence(rule, { value: 16 * 1024, body: 0 })
    .filter(({ label }) => !["exchange", "last exchange", "event"].includes(label))
    .map(({ label, value }) => `${label}: ${value}`);
  return inert(`${indent([headline(rule), ...head].join("\n"), "# ")}\n\n${transcriptText(rule, LIMIT)}`);
}

/**
 * Writes `transcripts/<rule>.http` for every rule that needs attention, while there is time. Returns the ids of the rules that have one.
 */
export function writeTranscripts(
  folder: OutputFolder,
  result: RunResult,
  stop?: Shutdown,
): ReadonlySet<RuleResult["id"]> {
  const written = new Set<RuleResult["id"]>();
  for (const rule of result.rules) {
    const name = transcriptPath(rule);
    if (name === null || isLate(stop)) continue;
    folder.write(name, transcriptFile(rule));
    written.add(rule.id);
  }
  return written;
}
