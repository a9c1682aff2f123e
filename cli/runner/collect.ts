import { applyBaseline, type Baseline } from "../../harness/profile/baseline.ts";
import { messageOf } from "../../harness/plain.ts";
import { type CleanupLogEntry, Remaining } from "../../harness/run/cleanup.ts";
import { guessWarnings } from "../../harness/ports.ts";
import { profileDigest } from "../../harness/profile/defaults.ts";
import type { Profile } from "../../harness/profile/types.ts";
import {
  isWatched,
  resultFor,
  type CatalogueRule,
  type Proof,
  type Reporter,
  type RuleResult,
  type RunEvent,
  type RunResult,
} from "../../harness/results.ts";
import { retirementWarnings } from "../../harness/retirement.ts";
import { catalogue, openapi, retiredRules } from "../../spec/index.ts";
import { conclusionOf, type Gate, gateOf } from "../selection/conclusion.ts";
import { dividedBy } from "../selection/levels.ts";
import type { Scope } from "../selection/scope.ts";
import type { RunConfig, WorkerMessage } from "./run-config.ts";
import { sectionWarnings } from "../selection/select-rules.ts";
import { SUITE_VERSION } from "../package/own-package.ts";

/** What a run's result needs beside the messages of the worker. */
export interface Outcome {
  readonly allowIncomplete: boolean;
  readonly reporter: Reporter;
  /** When the run began, epoch milliseconds. Default: now. */
  readonly startedAt?: number | undefined;
  readonly baseline?: Baseline | undefined;
  /** Rules that must pass. */
  readonly gate?: Gate | undefined;
  readonly cleanupLog?: ((entry: CleanupLogEntry) => void) | undefined;
}

interface CollectOptions extends Outcome {
  readonly config: RunConfig;
  readonly embedded: boolean;
  /** The source of traffic that is judged without a run. */
  readonly traffic?: string;
  /** Sends an interruption to the worker. */
  readonly onInterrupt: () => void;
  /** Called when the worker has acknowledged the interruption. */
  readonly onEnding?: () => void;
  /** Called when the worker has sent all results. */
  readonly onEnded?: () => void;
}

/** The last message of the worker. */
type End = Omit<Extract<WorkerMessage, { readonly type: "ended" }>, "type">;

/** Collects the messages of the worker and builds the result of the run. */
export function collect(options: CollectOptions) {
  const { config, reporter, startedAt = Date.now() } = options;
  const { profile } = config.target;
  let scope: Scope | undefined;
  const results = new Map<string, RuleResult>();
  let end: End = {
    observations: [],
    leftovers: [],
    requests: 0,
    coverage: [],
    lost: null,
    fault: null,
    pauses: new Map(),
    advice: null,
  };
  /** The remaining objects, in case the worker does not send its own list. */
  const left = new Remaining();
  let interrupted: string | null = null;
  const reportFaults = new Set<string>();
  /** A report that fails never hides a verdict. */
  const emit = (event: RunEvent): void => {
    try {
      reporter.on(event);
    } catch (error) {
      reportFaults.add(reportWarning(error));
    }
  };
  const begin = (known: Scope): Scope => {
    scope = known;
    emit({
      type: "started",
      at: new Date(startedAt).toISOString(),
      seed: config.seed,
      version: SUITE_VERSION,
      target: targetOf(profile),
      embedded: options.embedded,
      ...(options.traffic === undefined ? {} : { traffic: options.traffic }),
      planned: known.judged.length,
      checks: known.judged.filter((rule) => !isWatched(rule)).length,
    });
    return known;
  };
  const receive = (message: WorkerMessage): void => {
    switch (message.type) {
      case "planned":
        return void begin(message.scope);
      case "judged":
        results.set(message.result.id, message.result);
        end = { ...end, requests: message.requests };
        return emit({ type: "judged", result: message.result });
      case "progress":
        return emit(message);
      case "cleanup":
        left.note(message.entry);
        end = { ...end, leftovers: left.list() };
        return options.cleanupLog?.(message.entry);
      case "ending":
        return options.onEnding?.();
      case "failed":
        end = { ...end, fault: message.fault };
        return;
      case "spent":
        interrupted ??= `the limit of ${config.maxRequests ?? 0} requests (--max-requests) was reached`;
        return;
      case "ended":
        end = message;
        return options.onEnded?.();
    }
  };
  return {
    /** Informs the reporter. */
    emit,
    receive,
    /** Ends the run early. `why` is the reason of every rule that was not judged. */
    interrupt: (why: string): void => {
      interrupted ??= why;
      options.onInterrupt();
    },
    /** Returns the result of the run. `proofs`: the mutants that each rule catches. */
    finish: async (proofs: ReadonlyMap<string, readonly Proof[]>): Promise<RunResult> => {
      const known = scope ?? begin(await scopeWithoutJudging(config));
      const rules = known.judged.map((rule) => ({
        ...(results.get(rule.id) ?? notJudged(rule, { interrupted, fault: end.fault, config })),
        provedBy: proofs.get(rule.id) ?? [],
      }));
      const isInterrupted = interrupted !== null;
      const reported = resultOf(options, { startedAt, scope: known, rules, end, isInterrupted });
      return { ...reported, warnings: [...(reported.warnings ?? []), ...reportFaults] };
    },
  };
}

/** The warning about a reporter that threw. */
export function reportWarning(error: unknown): string {
  return `a report failed during the run, so it may be incomplete: ${messageOf(error)}`;
}

const targetOf = ({ name, target: { baseUrl, checkoutUrl } }: Profile): RunResult["target"] => ({
  name,
  baseUrl,
  checkoutUrl,
});

/** The result of a run from the results of its rules, with the baseline and the gate applied. */
function resultOf(
  options: CollectOptions,
  run: {
    startedAt: number;
    scope: Scope;
    rules: readonly RuleResult[];
    end: End;
    isInterrupted: boolean;
  },
): RunResult {
  const { config } = options;
  const { profile } = config.target;
  const { startedAt, scope, end, isInterrupted } = run;
  const excused = applyBaseline(options.baseline ?? { file: "", known: [] }, run.rules);
  const { rules: judged, level } = dividedBy(config.level ?? null, excused.results);
  const later = new Set(level?.later.map(({ rule }) => rule));
  const stale = excused.stale.filter(({ rule }) => !later.has(rule));
  const gate = options.gate === undefined ? undefined : gateOf(options.gate, config.level);
  // A run that is interrupted may end by an error.
  const failure = isInterrupted ? null : end.fault;
  return {
    suite: { name: "payconform", version: SUITE_VERSION, contract: contractVersion() },
    catalogue: {
      version: SUITE_VERSION,
      rules: catalogue.length,
      planned: scope.planned,
      unobservable: catalogue.filter((rule) => rule.unobservable !== undefined).length,
    },
    profile: profileDigest(profile),
    target: targetOf(profile),
    seed: config.seed,
    shard: config.shard ?? null,
    patterns: config.patterns,
    kinds: config.kinds ?? null,
    level,
    runs: config.runs,
    embedded: options.embedded,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    ...conclusionOf({
      rules: judged,
      stale: stale.length,
      gate,
      allowIncomplete: options.allowIncomplete,
      interrupted: isInterrupted,
      failure,
    }),
    rules: judged,
    observations: end.observations,
    unjudged: scope.unjudged,
    interrupted: isInterrupted,
    stale,
    warnings: [
      ...retirementWarnings("--rules", config.patterns, { rules: catalogue, retired: retiredRules }),
      ...sectionWarnings(config.patterns, catalogue),
      ...retirementWarnings("notOffered", profile.notOffered),
      ...excused.warnings,
      ...(options.gate?.warnings ?? []),
      ...guessWarnings(end.observations),
      ...pauseWarnings(end.pauses),
      ...(end.advice === null ? [] : [end.advice]),
      ...(end.recordingFault == null
        ? []
        : [`the recording (--har) is incomplete, because it could not be written: ${end.recordingFault}`]),
    ],
    leftovers: end.leftovers,
    requests: end.requests,
    coverage: end.coverage,
    replayTemplate: config.replayTemplate,
    lost: end.lost,
    failure,
  };
}

/** Shorter pauses are not reported, ms. */
const LEAST_PAUSE_MS = 5_000;

function pauseWarnings(pauses: ReadonlyMap<string, number>): readonly string[] {
  return [...pauses]
    .filter(([, ms]) => ms >= LEAST_PAUSE_MS)
    .map(([why, ms]) => `the run waited ${Math.round(ms / 1_000)} s ${why}`);
}

/** The scope of a run whose worker ended without sending it. */
async function scopeWithoutJudging(config: RunConfig): Promise<Scope> {
  const { planOf, scopeOf } = await import("../selection/scope.ts");
  return scopeOf(planOf(config));
}

/** A rule without a result: the run ended early, or the suite lost it. */
function notJudged(
  rule: CatalogueRule,
  context: { interrupted: string | null; fault: string | null; config: RunConfig },
): RuleResult {
  const { interrupted } = context;
  return resultFor(rule, {
    verdict: interrupted === null ? "broken" : "inconclusive",
    reason:
      interrupted === null
        ? (context.fault ?? "the worker that judges the rules ended without a result")
        : `${interrupted} before this rule was judged`,
    startedAt: new Date().toISOString(),
    replay: context.config.replayTemplate.replace("ID", rule.id),
  });
}

function contractVersion(): string {
  return (openapi as { info: { version: string } }).info.version;
}
