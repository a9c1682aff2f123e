import type { Recording } from "../../harness/recording/recording.ts";
import { type DescribedTarget, describeProfile, describeRecorded } from "../targets/describe.ts";
import { guessTarget } from "./guess-target.ts";

/** The target that payconform recorded; else the hosts that got documented requests. @throws UsageError */
export function recordedTarget(recordings: readonly Recording[]): DescribedTarget {
  const profile = recordings.map(({ run }) => run?.profile ?? null).find((one) => one !== null);
  if (profile !== undefined) return describeRecorded(profile);
  const recorded = recordings.map(({ target }) => target).find((target) => target?.baseUrl !== undefined);
  return describeProfile({ target: recorded ?? guessTarget(recordings) }, ".");
}
