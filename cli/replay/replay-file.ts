import { parseChecked, readTextFile } from "../../harness/profile/checked-yaml.ts";
import type { RuleResult, RunResult } from "../../harness/results.ts";
import { fileNameOf, type OutputFolder } from "../../reports/output/output-folder.ts";
import { type Shutdown, isLate } from "../../reports/output/shutdown.ts";
import { prettyJson } from "../../reports/text/text.ts";
import type { components } from "../../spec/generated/schemas.ts";

/** A recorded violation. */
export interface ReplayFile extends Omit<components["schemas"]["replay"], "steps"> {
  /** What an exploration did. */
  readonly steps?: readonly unknown[];
}

const FOLDER = "replays";

/** Writes `replays/<rule>.json` for every violation, and returns the result with the commands that replay them. */
export function recordViolations(
  result: RunResult,
  options: {
    readonly folder: OutputFolder;
    /** The output directory as the user named it, for the command. */
    readonly shownOut: string;
    readonly runs: number;
    readonly embedded: boolean;
    /** Flags of the run that a replay needs as well. */
    readonly flags: readonly string[];
    /** If no time is left, nothing is written, and violations keep the command that judges their rule. */
    readonly stop?: Shutdown;
    /** Of an exploration, by rule: what it did. Other violations are not recorded. */
    readonly cases?: ReadonlyMap<string, { readonly steps: readonly unknown[]; readonly seed: number }>;
  },
): RunResult {
  const { folder, shownOut, flags, stop, cases } = options;
  const rules = result.rules.map((rule): RuleResult => {
    const found = cases?.get(rule.id);
    const isRecorded = cases === undefined || found !== undefined;
    if (rule.verdict !== "violated" || !isRecorded || isLate(stop)) return rule;
    folder.write(replayPath(rule.id), prettyJson({ ...replayOf(rule, result, options), ...found }));
    return { ...rule, replay: [replayCommand(shownOut, rule.id), ...flags].join(" ") };
  });
  return { ...result, rules };
}

/** The path of the recorded violation of a rule, relative to the output directory. */
export function replayPath(ruleId: string): string {
  return `${FOLDER}/${fileNameOf(ruleId)}.json`;
}

/** `shownOut`: the output directory as the user named it. */
function replayCommand(shownOut: string, ruleId: string): string {
  return `payconform replay ${quoted(`${shownOut}/${replayPath(ruleId)}`)}`;
}

/** The replay command, with all its flags, for a file that was copied to another output directory. */
export function movedCommand(command: string, to: { shownOut: string; ruleId: string }): string {
  const path = replayPath(to.ruleId);
  const at = command.indexOf(path);
  if (at < 0) return command;
  const flags = command.slice(at + path.length).replace(/^'/, "");
  return `${replayCommand(to.shownOut, to.ruleId)}${flags}`;
}

function replayOf(
  rule: RuleResult,
  result: RunResult,
  options: { readonly runs: number; readonly embedded: boolean },
): ReplayFile {
  const { baseUrl, checkoutUrl } = result.target;
  return {
    schemaVersion: 1,
    suite: result.suite,
    rule: rule.id,
    section: rule.section,
    says: rule.says,
    expected: rule.violation?.expected ?? null,
    actual: rule.violation?.actual ?? null,
    seed: result.seed,
    runs: options.runs,
    target: options.embedded ? null : { baseUrl, checkoutUrl },
    profile: result.profile,
    case: rule.recorded ?? null,
    counterexample: rule.counterexample,
    recordedAt: rule.startedAt,
  };
}

/** Reads a recorded violation. @throws UsageError with file, line, value and what is allowed */
export function loadReplay(file: string): ReplayFile {
  return parseChecked<ReplayFile>(readTextFile(file, "the recorded violation"), {
    name: file,
    schema: "replay.schema.json",
  }).value;
}

/** Quotes a word of a POSIX command line, if necessary. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
