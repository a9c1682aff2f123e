import type {
  LostTarget,
  Observation,
  RecordedExchange,
  RuleResult,
  RunResult,
  ViolationDetail,
} from "../../harness/results.ts";
import { curlLines, curlOfLast } from "../evidence/curl.ts";
import { causes, tryAgain } from "../evidence/causes.ts";
import { slowest } from "../evidence/statistics.ts";
import { prettyJson } from "../text/text.ts";
import { timelineLines } from "../evidence/timeline.ts";
import { decisive } from "../evidence/decisive-requests.ts";
import { transcriptPath } from "./transcripts.ts";

const roundMs = (ms: number) => Math.round(ms * 1_000) / 1_000;

function violationEntry(rule: RuleResult, violation: ViolationDetail): ViolationDetail {
  return { ...violation, curl: curlLines(rule), timeline: timelineLines(rule) };
}

/** Removes the data from which the `curl` lines were made. */
function withoutRepeatable({ repeatable: _, ...exchange }: RecordedExchange): RecordedExchange {
  return exchange;
}

/** A rule as `conformance.json` has it. */
export function ruleEntry(rule: RuleResult, hasTranscript: boolean) {
  const { exchange, event } = rule.verdict === "passed" ? {} : decisive(rule);
  return {
    id: rule.id,
    section: rule.section,
    area: rule.area,
    level: rule.level,
    kind: rule.kind,
    says: rule.says,
    verdict: rule.verdict,
    reason: rule.reason,
    known: rule.known,
    needs: rule.needs,
    exchanges: rule.exchanges,
    startedAt: rule.startedAt,
    durationMs: roundMs(rule.durationMs),
    violation: rule.violation === null ? null : violationEntry(rule, rule.violation),
    symptom: rule.symptom ?? null,
    counterexample: rule.counterexample,
    shares: rule.shares,
    replay: rule.replay,
    transcript: hasTranscript ? transcriptPath(rule) : null,
    decisiveExchange: exchange === undefined ? null : withoutRepeatable(exchange),
    decisiveEvent: event ?? null,
    provedBy: (rule.provedBy ?? []).map((proof) => proof.mutant),
  };
}

/** Only `report.html` contains the complete exchanges of observations. */
function observationEntry({ id, section, question, seen, exchanges = [] }: Observation) {
  const sent = exchanges.map(({ method, url, status }) => ({ method, url, status }));
  return { id, section, question, seen, exchanges: sent };
}

function lostEntry(lost: LostTarget | null) {
  return lost === null ? null : { ...lost, last: lost.last.map(withoutRepeatable), curl: curlOfLast(lost) };
}

/**
 * The machine-readable outcome, described by `spec/schemas/conformance.schema.json`. `transcripts`: the rules that have one. Default: every
 * rule that needs attention.
 */
export function conformanceJson(result: RunResult, transcripts?: ReadonlySet<string> | null): string {
  return prettyJson({
    schemaVersion: 1,
    suite: result.suite,
    catalogue: result.catalogue,
    profile: result.profile,
    target: result.target,
    seed: result.seed,
    shard: result.shard ?? null,
    patterns: result.patterns ?? [],
    kinds: result.kinds ?? null,
    level: result.level ?? null,
    levels: result.levels ?? [],
    runs: result.runs ?? null,
    embedded: result.embedded ?? false,
    traffic: result.traffic ?? null,
    startedAt: result.startedAt,
    durationMs: roundMs(result.durationMs),
    exitCode: result.exitCode,
    interrupted: result.interrupted,
    totals: result.totals,
    rules: result.rules.map((rule) => ruleEntry(rule, transcripts?.has(rule.id) ?? true)),
    unjudged: result.unjudged.map(({ rule, state, reason }) => ({
      id: rule.id,
      section: rule.section,
      area: rule.area,
      level: rule.level,
      kind: rule.kind,
      says: rule.says,
      state,
      reason,
    })),
    causes: causes(result).map((cause) => ({
      group: cause.group,
      says: cause.says,
      rules: cause.rules.map(({ id }) => id),
      waiting: cause.waiting.map(({ id }) => id),
      where: cause.where,
      known: cause.known,
      tryAgain: tryAgain(cause, result),
    })),
    lost: lostEntry(result.lost ?? null),
    failure: result.failure ?? null,
    replayTemplate: result.replayTemplate ?? null,
    observations: result.observations.map(observationEntry),
    requests: result.requests ?? 0,
    operations: result.operations ?? [],
    coverage: result.coverage ?? [],
    stale: result.stale ?? [],
    gate: result.gate ?? null,
    warnings: result.warnings ?? [],
    leftovers: result.leftovers ?? [],
    comparison: result.comparison ?? null,
    failed: result.failed ?? [],
    slowest: slowest(result, 10).map(({ id, durationMs }) => ({ id, durationMs: roundMs(durationMs) })),
  });
}
