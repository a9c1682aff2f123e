import { basename } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { readRecording, type Recording, type Step } from "../../harness/recording/recording.ts";
import type { Keys } from "../../harness/profile/types.ts";
import type { ExitCode } from "../../harness/results.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { firstOf } from "../../reports/text/text.ts";
import type { DescribedTarget } from "../targets/describe.ts";
import { selectTarget, type TargetArguments } from "../targets/find.ts";
import { recordedTarget } from "../traffic/recorded-target.ts";
import { hideSecrets } from "../terminal/output.ts";
import { checkArguments, reportTraffic, type TrafficReportArguments } from "../traffic/traffic-report.ts";

export interface JudgeArguments
  extends TrafficReportArguments, Pick<TargetArguments, "target" | "checkoutUrl" | "profile"> {
  /** Recordings. What one says of an object is compared with what the others say. */
  readonly files: readonly string[];
}

/** Judges recorded traffic by passive and trace rules. Sends nothing. */
export async function judge(options: JudgeArguments): Promise<ExitCode> {
  checkArguments(options);
  const startedAt = Date.now();
  const recordings = await Promise.all(options.files.map((file) => readRecording(file)));
  const target = targetOf(options, recordings);
  const { profile, access } = target;
  // Of a run, the recording has pseudonyms of the keys.
  const keys = Object.assign({}, ...recordings.map((recording) => recording.keys)) as Keys;
  const isOwn = recordings.every((recording) => recording.target !== null);
  const judging = await TrafficJudge.open({ profile, keys, access, isOwn });
  hideSecrets(judging.redactor);
  judging.watch(inOrder(recordings));
  const { requests } = judging.seen;
  const hosts = [...new Set(recordings.flatMap((one) => one.hosts))];
  const { baseUrl, checkoutUrl } = profile.target;
  if (requests === 0 && hosts.length > 0)
    throw new UsageError(
      `no recorded request goes to ${[...new Set([baseUrl, checkoutUrl])].join(" or ")}; requests go to ${firstOf(hosts, SHOWN_HOSTS)}: name the right one with --target`,
    );
  const source = options.files.map((file) => basename(file)).join(", ");
  const result = await reportTraffic({ judge: judging, source, target, options, startedAt });
  return result.exitCode;
}

const SHOWN_HOSTS = 5;

/** The steps of all recordings in the order of their times. */
function* inOrder(recordings: readonly Recording[]): Generator<Step> {
  const readers = recordings.map(({ steps }) => steps[Symbol.iterator]());
  const heads = readers.map((reader) => ({ reader, next: reader.next() }));
  for (;;) {
    let first: (typeof heads)[number] | null = null;
    for (const head of heads) {
      if (head.next.done === true) continue;
      if (first === null || (first.next.done !== true && head.next.value.at < first.next.value.at))
        first = head;
    }
    if (first === null || first.next.done === true) return;
    yield first.next.value;
    first.next = first.reader.next();
  }
}

/** The target that the options or the profile name; else the one that payconform recorded, or the hosts that got documented requests. */
function targetOf(options: JudgeArguments, recordings: readonly Recording[]): DescribedTarget {
  return selectTarget(options) ?? recordedTarget(recordings);
}
