import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedRun } from "../../harness/recording/recording.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { type Members, pack } from "../evidence/archive.ts";
import { inconsistencies } from "../evidence/consistency.ts";
import { judgeAgain, recordingIn } from "../evidence/judge-again.ts";
import {
  BUNDLE,
  type Descriptor,
  evidenceOf,
  foldersOf,
  sha256,
  statementOf,
  suiteOf,
} from "../evidence/statement.ts";
import { mergeFaults } from "../merge/merge-shards.ts";
import { readShard, type ShardOutcome } from "../merge/read-shard.ts";
import { firstOf } from "../../reports/text/text.ts";
import { writeNamedFile } from "../terminal/files.ts";
import { print } from "../terminal/output.ts";

const SHOWN = 5;

interface BundleArguments {
  /** The recording of the run. Default: `recording.har` in the folder. */
  readonly har?: string;
  readonly out: string;
  /** The output directories of the shards that the run was merged from. */
  readonly shards?: readonly string[];
  /** What was tested, as name@sha256:digest. */
  readonly subject?: readonly Descriptor[];
}

/** Packs the outcome of a run and what it rests on into one file, with a statement for signing. */
export async function bundle(folder = "payconform-out", options: BundleArguments): Promise<ExitCode> {
  const { out, shards = [], subject = [] } = options;
  const whole = readShard(folder, new Map());
  const { result } = whole;
  if ((result.traffic ?? null) !== null)
    throw new UsageError(`${folder} has the outcome of judged traffic; bundle the output folder of \`run\``);
  const parts =
    shards.length === 0
      ? [await partOf(whole, options.har ?? recordingIn(folder))]
      : await Promise.all(shards.map((shard) => partOf(readShard(shard, new Map()), recordingIn(shard))));
  const [{ run }] = parts as [Part];
  const files = new Map(
    foldersOf(shards.length).flatMap((name, index) =>
      [...(parts[index]?.files ?? [])].map(([file, bytes]) => [`${name}${file}`, bytes] as const),
    ),
  );
  if (shards.length > 0) {
    const faults = mergeFaults(
      result,
      parts.map(({ outcome }) => outcome),
    );
    if (faults.length > 0)
      throw new UsageError(`${folder} is not the merged outcome of these shards: ${firstOf(faults, SHOWN)}`);
    files.set(BUNDLE.outcome, readFileSync(join(folder, BUNDLE.outcome)));
  }
  const evidence = new Map(
    evidenceOf(shards.length).map((name) => [name, files.get(name) ?? new Uint8Array()]),
  );
  const statement = statementOf({
    result,
    files: evidence,
    suite: suiteOf(result.suite.version, run.digests),
    tested: subject,
  });
  const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const packed = pack(
    new Map([
      [BUNDLE.statement, json(statement)],
      [BUNDLE.predicate, json(statement.predicate)],
      ...evidence,
    ]),
  );
  writeNamedFile(out, packed, { flag: "--out" });
  print(`${out}\nsha256:${sha256(packed)}`);
  return 0;
}

/** A run, or a shard, that goes into a bundle. */
interface Part {
  readonly outcome: ShardOutcome;
  readonly run: RecordedRun;
  readonly files: Members;
}

/** @throws UsageError for an outcome that was changed, or that has no recording */
async function partOf(outcome: ShardOutcome, recording: string): Promise<Part> {
  const { folder, result } = outcome;
  const changed = await inconsistencies(outcome);
  if (changed.length > 0) throw new UsageError(`${folder} was changed after its run: ${changed.join("; ")}`);
  if (!existsSync(recording))
    throw new UsageError(
      `${recording} does not exist; record the run: \`payconform run --out ${folder} --har ${recordingIn(folder)}\`, ` +
        "or for the outcome of `merge`, name the recorded shards: --shards DIR DIR",
    );
  const { run, faults } = await judgeAgain(result, recording);
  if (run?.profile == null)
    throw new UsageError(`${recording} is not a recording of this version's \`run --har\``);
  if (faults.length > 0)
    throw new UsageError(
      `${recording} is the recording of another run than the one in ${folder}: ${faults.join("; ")}`,
    );
  if (sha256(run.profile) !== result.profile)
    throw new UsageError(
      "the profile contains a secret, so a bundle cannot show it; name the variable of the secret instead",
    );
  const files = new Map<string, Uint8Array>([
    [BUNDLE.outcome, readFileSync(join(folder, BUNDLE.outcome))],
    [BUNDLE.recording, readFileSync(recording)],
    [BUNDLE.profile, Buffer.from(run.profile)],
  ]);
  return { outcome, run, files };
}
