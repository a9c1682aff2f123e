import { profileDigest } from "../../harness/profile/load.ts";
import type { ExitCode, Reporter, RuleResult } from "../../harness/results.ts";
import { exitInWords } from "../../reports/digest.ts";
import { evidenceText, headline } from "../../reports/evidence.ts";
import { transcriptText } from "../../reports/transcript-text.ts";
import { loadReplay, type ReplayFile } from "../replay/replay-file.ts";
import { DEFAULT_SEED } from "../run-config.ts";
import { judge } from "../runner/judge.ts";
import { findTarget, type TargetArguments } from "../target/find.ts";
import { SUITE_VERSION } from "../version.ts";
import { rulesMeantBy } from "./rules.ts";

export interface ReplayArguments extends Omit<TargetArguments, "seed"> {
  readonly file: string;
}

const TRANSCRIPT_LIMIT = 256 * 1024;
const silent: Reporter = { on: () => undefined };

/** Judges one recorded violation again, alone, the recorded case first; prints what was exchanged and the verdict. */
export async function replay(options: ReplayArguments): Promise<ExitCode> {
  const recorded = loadReplay(options.file);
  rulesMeantBy([recorded.rule]);
  const found = await findTarget(targetOf(recorded, options));
  if ("unreachable" in found) {
    process.stderr.write(`payconform: ${found.unreachable}\n`);
    return 3;
  }
  const { target } = found;
  try {
    const result = await judge({
      target,
      seed: recorded.seed,
      runs: recorded.runs,
      patterns: [recorded.rule],
      // The command was given one rule: whether others could be judged is no matter.
      allowIncomplete: false,
      recorded: recorded.case === null ? null : { rule: recorded.rule, case: recorded.case },
      replayTemplate: `payconform run --rules ID --seed ${recorded.seed}`,
      reporter: silent,
      interruptible: undefined,
    });
    const [rule] = result.rules;
    const lines = [
      `replays ${recorded.rule} on ${target.embedded ? "the embedded emulator" : target.profile.target.baseUrl}`,
      ...differences(recorded, profileDigest(target.profile), target.embedded),
      ...(rule === undefined ? [] : ["", textOf(rule, recorded)]),
      "",
      `exit code ${result.exitCode}: ${exitInWords(result)}`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    return result.exitCode;
  } finally {
    await target.close();
  }
}

/** The recorded target, unless the command line names another one. */
function targetOf(recorded: ReplayFile, options: ReplayArguments): TargetArguments {
  const { file: _file, ...named } = options;
  const { target } = recorded;
  if (target === null || named.target !== undefined) return { ...named, seed: DEFAULT_SEED };
  return {
    ...named,
    target: target.baseUrl,
    checkoutUrl: named.checkoutUrl ?? target.checkoutUrl,
    seed: DEFAULT_SEED,
  };
}

/** Why the recorded case may not be the same any more. */
function differences(recorded: ReplayFile, digest: string, embedded: boolean): readonly string[] {
  return [
    ...(recorded.suite.version === SUITE_VERSION
      ? []
      : [`note: recorded by version ${recorded.suite.version}, this is ${SUITE_VERSION}: values may differ`]),
    ...(embedded || recorded.profile === digest
      ? []
      : ["note: the profile is not the one that the violation was recorded with"]),
  ];
}

function textOf(rule: RuleResult, recorded: ReplayFile): string {
  const head =
    rule.verdict === "passed"
      ? `passed: ${rule.id}  §${rule.section} ${rule.level}\n${recorded.case === null ? "" : "the recorded case was tried first, then all the others\n"}`
      : `${headline(rule)}\n${evidenceText({ ...rule, transcript: [], events: [], replay: null }, { value: 16 * 1024, body: 0 })}\n`;
  return `${head}\n${transcriptText(rule, TRANSCRIPT_LIMIT)}`.trimEnd();
}
