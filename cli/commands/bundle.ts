import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRecording } from "../../harness/recording/recording.ts";
import { readingProblem, UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { pack } from "../evidence/archive.ts";
import { inconsistencies } from "../evidence/consistency.ts";
import { recordingIn } from "../evidence/judge-again.ts";
import { BUNDLE, type Descriptor, sha256, statementOf, suiteOf } from "../evidence/statement.ts";
import { readShard } from "../merge/read-shard.ts";
import { print } from "../terminal/output.ts";

export interface BundleArguments {
  /** Output directory of the run. */
  readonly folder: string;
  /** The recording of the run. Default: `recording.har` in the folder. */
  readonly har?: string;
  readonly out: string;
  /** What was tested, as name@sha256:digest. */
  readonly subject?: readonly Descriptor[];
}

/** Packs the outcome of a run and what it rests on into one file, with a statement for signing. */
export async function bundle(options: BundleArguments): Promise<ExitCode> {
  const { folder, out, subject = [] } = options;
  const recording = options.har ?? recordingIn(folder);
  const outcome = readShard(folder, new Map());
  const { result } = outcome;
  if ((result.traffic ?? null) !== null)
    throw new UsageError(`${folder} has the outcome of judged traffic; bundle the output folder of \`run\``);
  const changed = await inconsistencies(outcome);
  if (changed.length > 0) throw new UsageError(`${folder} was changed after its run: ${changed.join("; ")}`);
  if (!existsSync(recording))
    throw new UsageError(
      `${recording} does not exist; record the run: \`payconform run --out ${folder} --har ${recordingIn(folder)}\``,
    );
  const { run } = await readRecording(recording);
  if (run?.profile == null)
    throw new UsageError(`${recording} is not a recording of this version's \`run --har\``);
  if (run.digest !== result.profile || run.seed !== result.seed)
    throw new UsageError(`${recording} is the recording of another run than the one in ${folder}`);
  if (sha256(run.profile) !== result.profile)
    throw new UsageError(
      "the profile contains a secret, so a bundle cannot show it; name the variable of the secret instead",
    );
  const files = new Map<string, Uint8Array>([
    [BUNDLE.outcome, readFileSync(join(folder, "conformance.json"))],
    [BUNDLE.recording, readFileSync(recording)],
    [BUNDLE.profile, Buffer.from(run.profile)],
  ]);
  const statement = statementOf({
    result,
    files,
    suite: suiteOf(result.suite.version, run.digests),
    tested: subject,
  });
  const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const packed = pack(
    new Map([[BUNDLE.statement, json(statement)], [BUNDLE.predicate, json(statement.predicate)], ...files]),
  );
  try {
    writeFileSync(out, packed);
  } catch (error) {
    throw new UsageError(`cannot write --out ${out}: ${readingProblem(error)}`);
  }
  print(`${out}\nsha256:${sha256(packed)}`);
  return 0;
}
