import { join } from "node:path";
import { readRecording, type Recording } from "../../harness/recording/recording.ts";
import { headerValues } from "../../harness/http/wire.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { isWatched, type RuleResult, type RunResult } from "../../harness/results.ts";
import { isJudgedOnTraffic, TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { count, firstOf } from "../../reports/text/text.ts";
import { catalogue } from "../../spec/index.ts";
import { describeRecorded } from "../targets/describe.ts";
import { BUNDLE } from "./statement.ts";

/** What a recording says of the verdicts of its run. */
export interface JudgedAgain {
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
      faults: [why],
      contradictions: [],
      agreed: [],
      unverifiable: result.rules.map((rule) => ({ rule, why })),
    };
  }
  const { profile, access } = describeRecorded(run.profile);
  const judge = await TrafficJudge.open({ profile, keys, access, isOwn: true });
  judge.watch(recording.steps);
  const again = new Map(
    judge.results(catalogue.filter(isJudgedOnTraffic)).map((one) => [one.id, one] as const),
  );
  const contradictions: string[] = [];
  const agreed: string[] = [];
  const unverifiable: { rule: RuleResult; why: string }[] = [];
  for (const rule of result.rules) {
    const found = again.get(rule.id);
    const difference = found === undefined ? null : differenceOf(rule, found);
    if (found === undefined || difference === UNVERIFIABLE)
      unverifiable.push({ rule, why: whyNot(rule, found) });
    else if (difference === null) agreed.push(rule.id);
    else contradictions.push(`${rule.id} is ${rule.verdict}, but ${difference}`);
  }
  return { faults: otherRun(result, { recording, profile }), contradictions, agreed, unverifiable };
}

const UNVERIFIABLE = Symbol("unverifiable");

/** How the verdict of a run differs from the one by its recording. */
function differenceOf(rule: RuleResult, found: RuleResult): string | typeof UNVERIFIABLE | null {
  if (found.verdict === "violated")
    return rule.verdict === "violated" ? null : `the recording shows a violation: ${found.reason ?? ""}`;
  if (found.verdict === "passed") {
    if (rule.verdict === "violated") return "the recording shows that it held";
    return rule.verdict === "passed" ? null : UNVERIFIABLE;
  }
  const isHidden = found.needs.some(({ id }) => id === "traffic.secrets");
  if (isHidden || !["passed", "violated"].includes(rule.verdict)) return UNVERIFIABLE;
  return `nothing in the recording could show it: ${found.reason ?? ""}`;
}

function whyNot(rule: RuleResult, found: RuleResult | undefined): string {
  if (!isWatched(rule)) return "its check decides";
  return found?.verdict === "passed"
    ? "the recording shows that it held"
    : (found?.reason ?? "no rule of this version");
}

/** How the recording is not that of the run. */
function otherRun(
  result: RunResult,
  { recording, profile }: { readonly recording: Recording; readonly profile: Profile },
): readonly string[] {
  const { run, steps } = recording;
  const { trace } = profile;
  const header = trace === false || trace.case === false ? null : trace.case;
  let requests = 0;
  const sent = new Map<string, string>();
  for (const step of steps) {
    if (step.kind !== "end") continue;
    requests += 1;
    const [name] = header === null ? [] : headerValues(step.request.headers, header);
    if (name !== undefined) sent.set(name, `${step.request.method} ${step.answer?.status ?? "no answer"}`);
  }
  const shown = result.rules.flatMap(({ transcript }) => transcript);
  const foreign = shown.flatMap(({ method, status, trace: one }) => {
    if (one === undefined || header === null) return [];
    return sent.get(one.case) === `${method} ${status ?? "no answer"}` ? [] : [one.case];
  });
  return [
    ...(run?.digest === result.profile ? [] : ["the recording is of a run with another profile"]),
    ...(run?.seed === result.seed ? [] : [`the recording is of a run with the seed ${run?.seed ?? "?"}`]),
    ...(result.requests === requests
      ? []
      : [`the run sent ${count(result.requests ?? 0, "request")}, the recording has ${requests}`]),
    ...(foreign.length === 0
      ? []
      : [`the recording lacks requests that the outcome shows: ${firstOf(foreign, 5)}`]),
  ];
}
