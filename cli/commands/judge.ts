import { basename } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { readRecording, type Recording, type Step } from "../../harness/recording/recording.ts";
import type { Keys } from "../../harness/profile/types.ts";
import type { ExitCode } from "../../harness/results.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { firstOf } from "../../reports/text/text.ts";
import { selectTarget, type TargetArguments } from "../targets/find.ts";
import { recordedTarget } from "../traffic/recorded-target.ts";
import { hideSecrets } from "../terminal/output.ts";
import { checkArguments, reportTraffic, type TrafficReportArguments } from "../traffic/traffic-report.ts";

type JudgeArguments = TrafficReportArguments & Pick<TargetArguments, "target" | "checkoutUrl" | "profile">;

/**
 * Judges recorded traffic by passive and trace rules. What one recording says of an object is compared with what the others say. Sends
 * nothing.
 */
export async function judge(files: readonly string[], options: JudgeArguments): Promise<ExitCode> {
  checkArguments(options);
  const startedAt = Date.now();
  const recordings = await Promise.all(files.map((file) => readRecording(file)));
  const target = selectTarget(options) ?? recordedTarget(recordings);
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
  const source = files.map((file) => basename(file)).join(", ");
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
