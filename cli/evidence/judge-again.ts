import { join } from "node:path";
import {
  type RecordedRun,
  readRecording,
  type Recording,
  type Step,
  SUITE_PARTS,
} from "../../harness/recording/recording.ts";
import { headerValues } from "../../harness/http/wire.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { isWatched, type RuleResult, type RunResult, type Verdict } from "../../harness/results.ts";
import { isJudgedOnTraffic, TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { count, firstOf } from "../../reports/text/text.ts";
import { catalogue } from "../../spec/index.ts";
import { suiteDigests } from "../package/suite-digest.ts";
import { describeRecorded } from "../targets/describe.ts";
import { BUNDLE } from "./statement.ts";

/** What a recording says of the verdicts of its run. */
export interface JudgedAgain {
  /** The recorded run; null if something else was recorded. */
  readonly run: RecordedRun | null;
  /** What judged the run and is not what judges now: each in one line. */
  readonly differences: readonly string[];
  /** What contradicts the outcome: each in one line. */
  readonly faults: readonly string[];
  /** Verdicts that the recording contradicts: each in one line. Only the same rules can say. */
  readonly contradictions: readonly string[];
  /** Rules for which the recording gives the same verdict. */
  readonly agreed: readonly string[];
  /** Rules whose verdict the recording cannot show: it rests on the word of who made the outcome. */
  readonly unverifiable: readonly { readonly rule: RuleResult; readonly why: string }[];
}

/** Where a run records by default, for `bundle` and `merge`. */
export const recordingIn = (folder: string): string => join(folder, BUNDLE.recording);

/** Judges the passive and the trace rules of an outcome again, from the recording of its run. @throws UsageError if it is none */
export async function judgeAgain(result: RunResult, file: string): Promise<JudgedAgain> {
  const recording = await readRecording(file);
  const { run, keys } = recording;
  if (run?.profile == null) {
    const why = "the recording is not one of `payconform run --har`";
    return {
      ...{ run: null, differences: [] },
      faults: [why],
      contradictions: [],
      agreed: [],
      unverifiable: result.rules.map((rule) => ({ rule, why })),
    };
  }
  const { profile, access } = describeRecorded(run.profile);
  const judge = await TrafficJudge.open({ profile, keys, access, isOwn: true });
  judge.watch(recording.steps);
  const sent = sentIn(recording, profile);
  const again = new Map(
    judge.results(catalogue.filter(isJudgedOnTraffic)).map((one) => [one.id, one] as const),
  );
  const contradictions: string[] = [];
  const agreed: string[] = [];
  const unverifiable: { rule: RuleResult; why: string }[] = [];
  for (const rule of result.rules) {
    const found = again.get(rule.id);
    const isPartial = !sent.isWhole || judge.isHidden(rule.id);
    const difference = found === undefined ? null : differenceOf(rule, found, isPartial);
    if (found === undefined || difference === UNVERIFIABLE)
      unverifiable.push({ rule, why: whyNot(rule, found) });
    else if (difference === null) agreed.push(rule.id);
    else contradictions.push(`${rule.id} is ${rule.verdict}, but ${difference}`);
  }
  const here = suiteDigests();
  const differences = SUITE_PARTS.filter((name) => run.digests[name] !== here[name]).map(
    (name) => `${name === "payconform" ? "the code of the suite" : name} is not that of this version`,
  );
  const faults = otherRun(result, { run, sent });
  return { run, differences, faults, contradictions, agreed, unverifiable };
}

const UNVERIFIABLE = Symbol("unverifiable");

/** Whether a body was left out, because a pseudonym would not fit into it, or because it is too long. */
const lacksBody = (step: Step): boolean =>
  step.kind !== "event" &&
  (step.request.wholeBytes !== undefined || (step.kind === "end" && step.answer?.wholeBytes !== undefined));

/** The run ended before these were decided. */
const UNDECIDED: ReadonlySet<Verdict> = new Set(["inconclusive", "unstable", "broken"]);

/** How the verdict of a run differs from the one by its recording. `isPartial`: the recording does not have all that the run judged. */
function differenceOf(
  rule: RuleResult,
  found: RuleResult,
  isPartial: boolean,
): string | typeof UNVERIFIABLE | null {
  if (rule.verdict === found.verdict) return null;
  if (UNDECIDED.has(rule.verdict)) return UNVERIFIABLE;
  if (found.verdict === "violated") return `the recording shows a violation: ${found.reason ?? ""}`;
  if (isPartial || (rule.verdict !== "passed" && rule.verdict !== "violated")) return UNVERIFIABLE;
  return found.verdict === "passed"
    ? "the recording shows that it held"
    : `nothing in the recording could show it: ${found.reason ?? ""}`;
}

function whyNot(rule: RuleResult, found: RuleResult | undefined): string {
  if (!isWatched(rule)) return "its check decides";
  return found?.verdict === "passed"
    ? "the recording shows that it held"
    : (found?.reason ?? "no rule of this version");
}

/** What a recording has of the requests of its run. */
interface Sent {
  readonly requests: number;
  /** By case, the method and the status; null if the profile sends no cases. */
  readonly cases: ReadonlyMap<string, string> | null;
  /** Whether no body was left out. */
  readonly isWhole: boolean;
}

function sentIn({ steps }: Recording, { trace }: Profile): Sent {
  const header = trace === false || trace.case === false ? null : trace.case;
  const cases = new Map<string, string>();
  let requests = 0;
  let isWhole = true;
  for (const step of steps) {
    isWhole &&= !lacksBody(step);
    if (step.kind !== "end") continue;
    requests += 1;
    const [name] = header === null ? [] : headerValues(step.request.headers, header);
    if (name !== undefined) cases.set(name, `${step.request.method} ${step.answer?.status ?? "no answer"}`);
  }
  return { requests, cases: header === null ? null : cases, isWhole };
}

/** How the recording is not that of the run. */
function otherRun(
  result: RunResult,
  { run, sent: { requests, cases } }: { readonly run: RecordedRun; readonly sent: Sent },
): readonly string[] {
  const foreign = result.rules
    .flatMap(({ transcript }) => transcript)
    .flatMap(({ method, status, trace }) => {
      if (trace === undefined || cases === null) return [];
      return cases.get(trace.case) === `${method} ${status ?? "no answer"}` ? [] : [trace.case];
    });
  return [
    ...(run.digest === result.profile ? [] : ["the recording is of a run with another profile"]),
    ...(run.seed === result.seed ? [] : [`the recording is of a run with the seed ${run.seed}`]),
    ...(result.requests === requests || result.interrupted
      ? []
      : [`the run sent ${count(result.requests ?? 0, "request")}, the recording has ${requests}`]),
    ...(foreign.length === 0
      ? []
      : [`the recording lacks requests that the outcome shows: ${firstOf(foreign, 5)}`]),
  ];
}
