import { applyBaseline, type Baseline } from "../../harness/baseline/baseline.ts";
import { catalogueAt } from "../../harness/catalogue.ts";
import { type CleanupLogEntry, Remaining } from "../../harness/cleanup/remaining.ts";
import { guessWarnings } from "../../harness/ports.ts";
import { profileDigest } from "../../harness/profile/digest.ts";
import type { Profile } from "../../harness/profile/types.ts";
import {
  type CatalogueRule,
  emptyTotals,
  type LostTarget,
  type RemainingObject,
  type Observation,
  type Proof,
  type Reporter,
  resultFor,
  type RuleResult,
  type RunResult,
} from "../../harness/results.ts";
import { retirementWarnings } from "../../harness/retirement.ts";
import { withoutRoute } from "../../harness/routes/routes.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";
import { openapi, retiredRules } from "../../spec/index.ts";
import { type Gate, judgeGate } from "../gate.ts";
import type { MainMessage, RunConfig, Scope, WorkerMessage } from "../run-config.ts";
import { SUITE_VERSION } from "../version.ts";

/** Collects the messages of the worker and builds the result of the run. */
export interface Collector {
  readonly receive: (message: WorkerMessage) => void;
  /** Ends the judging early; `why` is the reason of every rule that was not judged. */
  readonly interrupt: (why: string) => void;
  /** `proofs`: by rule, the mutants that it catches. */
  readonly finish: (proofs: ReadonlyMap<string, readonly Proof[]>) => Promise<RunResult>;
}

export interface CollectOptions {
  readonly config: RunConfig;
  readonly profile: Profile;
  readonly embedded: boolean;
  readonly allowIncomplete: boolean;
  readonly reporter: Reporter;
  /** When the run began, ms since 1970; now without it. */
  readonly startedAt?: number | undefined;
  readonly baseline?: Baseline | undefined;
  readonly gate?: Gate | undefined;
  readonly cleanupLog?: ((entry: CleanupLogEntry) => void) | undefined;
  /** Sends an interruption to the worker. */
  readonly onInterrupt: () => void;
  /** The worker has acknowledged it. */
  readonly onEnding?: () => void;
  /** The worker has sent all results. */
  readonly onEnded?: () => void;
}

export function collect(options: CollectOptions): Collector {
  const { config, reporter, startedAt = Date.now() } = options;
  const rules = catalogueAt(config.catalogue);
  let scope: Scope | undefined;
  const results = new Map<string, RuleResult>();
  let end: {
    observations: readonly Observation[];
    leftovers: readonly RemainingObject[];
    requests: number;
    lost: LostTarget | null;
    fault: string | null;
  } = { observations: [], leftovers: [], requests: 0, lost: null, fault: null };
  /** Used when the worker never sends its own list. */
  const left = new Remaining();
  let interrupted: string | null = null;
  const target = {
    name: options.profile.name,
    baseUrl: options.profile.target.baseUrl,
    checkoutUrl: options.profile.target.checkoutUrl,
  };
  const begin = (known: Scope): Scope => {
    scope = known;
    const at = new Date(startedAt).toISOString();
    const checks = known.judged.filter(({ kind }) => kind !== "passive").length;
    const { requestsPerSecond } = options.profile.budget;
    reporter.on({
      type: "started",
      at,
      seed: config.seed,
      target,
      planned: known.judged.length,
      checks,
      ...(requestsPerSecond === undefined || known.requests === null
        ? {}
        : { pace: { requests: known.requests, requestsPerSecond } }),
    });
    return known;
  };
  return {
    receive: (message) => {
      if (message.type === "ready") {
        if (interrupted !== null) options.onInterrupt();
      } else if (message.type === "planned") begin(message.scope);
      else if (message.type === "judged") {
        results.set(message.result.id, message.result);
        end = { ...end, requests: message.requests };
        reporter.on({ type: "judged", result: message.result });
      } else if (message.type === "progress") reporter.on(message);
      else if (message.type === "cleanup") {
        left.note(message.entry);
        end = { ...end, leftovers: left.list() };
        options.cleanupLog?.(message.entry);
      } else if (message.type === "ending") options.onEnding?.();
      else if (message.type === "failed") end = { ...end, fault: message.fault };
      else if (message.type === "spent")
        interrupted ??= `the limit of ${config.maxRequests ?? 0} requests (--max-requests) was reached`;
      else {
        end = message;
        options.onEnded?.();
      }
    },
    interrupt: (why) => {
      interrupted ??= why;
      options.onInterrupt();
    },
    finish: async (proofs) => {
      const { judged: inScope, unjudged, planned } = scope ?? begin(await scopeWithoutJudging(config));
      const all = inScope.map((rule) => ({
        ...(results.get(rule.id) ?? notJudged(rule, { interrupted, fault: end.fault, config })),
        provedBy: proofs.get(rule.id) ?? [],
      }));
      const excused = applyBaseline(options.baseline ?? { file: "", known: [] }, all);
      const { results: judged, stale } = excused;
      const gate = options.gate === undefined ? null : judgeGate(options.gate, judged);
      const totals = emptyTotals();
      for (const rule of judged) totals[rule.verdict] += 1;
      const known = judged.filter((rule) => rule.known && rule.verdict === "violated").length;
      return {
        suite: { name: "payconform", version: SUITE_VERSION, contract: contractVersion() },
        catalogue: {
          version: config.catalogue,
          rules: rules.length,
          planned,
          unobservable: rules.filter((rule) => rule.unobservable !== undefined).length,
        },
        profile: profileDigest(options.profile),
        target,
        seed: config.seed,
        shard: config.shard,
        patterns: config.patterns,
        runs: config.runs,
        embedded: options.embedded,
        startedAt: new Date(startedAt).toISOString(),
        durationMs: Date.now() - startedAt,
        exitCode: exitCodeOf({
          totals,
          known,
          allowIncomplete: options.allowIncomplete,
          interrupted: interrupted !== null,
          stale: stale.length,
          withoutRoute: withoutRoute(judged),
          gateFailed: gate?.verdict === "failed",
        }),
        totals,
        rules: judged,
        observations: end.observations,
        unjudged,
        interrupted: interrupted !== null,
        stale,
        gate,
        warnings: [
          ...retirementWarnings("--rules", config.patterns, { rules, retired: retiredRules }),
          ...retirementWarnings("notOffered", options.profile.notOffered),
          ...excused.warnings,
          ...(options.gate?.warnings ?? []),
          ...guessWarnings(end.observations),
        ],
        leftovers: end.leftovers,
        requests: end.requests,
        replayTemplate: config.replayTemplate,
        lost: end.lost,
      };
    },
  };
}

/** Connects a collector with the worker. Close it when all messages have come. */
export function onChannel(
  name: string,
  receive: (message: WorkerMessage) => void,
): { readonly interrupt: () => void; readonly close: () => void } {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => receive((event as { data: WorkerMessage }).data);
  return {
    interrupt: () => channel.postMessage({ type: "interrupt" } satisfies MainMessage),
    close: () => channel.close(),
  };
}

/** The scope, when the worker ended without sending it. */
async function scopeWithoutJudging(config: RunConfig): Promise<Scope> {
  const { planOf, scopeOf } = await import("./scope.ts");
  return scopeOf(planOf(config), config);
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
