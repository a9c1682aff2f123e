import { traceOf } from "../../harness/plain.ts";
import { isApplicable } from "../../harness/patterns.ts";
import { isWatched } from "../../harness/results.ts";
import { brokenResult } from "../../harness/run/judge-rule.ts";
import { firstChecks } from "../../harness/run/passive.ts";
import { executePlan } from "../../harness/run/run.ts";
import { loadChecks } from "../../suites/index.ts";
import type { Redactor } from "../../harness/redaction/redactor.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import type { Session } from "../../harness/run/session.ts";
import { HarWriter } from "../../harness/recording/har-writer.ts";
import { suiteDigests } from "../package/suite-digest.ts";
import { SUITE_VERSION } from "../package/own-package.ts";
import { partOf, type RunConfig, type WorkerMessage } from "./run-config.ts";
import { planOf, scopeOf } from "../selection/scope.ts";
import { sessionAt } from "../targets/session.ts";

/** How often progress is reported, ms. */
const PROGRESS_MS = 200;

/** Judges and emits each result. The engine chooses order and concurrency. Resolves when all messages are sent. */
export async function judgePlan(options: {
  config: RunConfig;
  emit: (message: WorkerMessage) => void;
  /** Aborted when the run is to end early. */
  signal: AbortSignal;
}): Promise<void> {
  const { config, emit } = options;
  const plan = planOf(config);
  emit({ type: "planned", scope: scopeOf(plan) });
  const spent = new AbortController();
  const signal = AbortSignal.any([options.signal, spent.signal]);

  const replay = (id: string): string => config.replayTemplate.replace("ID", id);
  const { target, seed, runs, recorded = {}, maxRequests, firstViolationEnds = false } = config;
  const profile = partOf(target.profile, config.shard);
  let session: Session | undefined;
  let recording: HarWriter | undefined;
  const inProgress = new Set<string>();
  const progress = setInterval(() => {
    recording?.flush();
    emit({
      type: "progress",
      requests: session?.budget.sent() ?? 0,
      judging: [...inProgress],
      paused: session?.pauses.current() ?? null,
    });
  }, PROGRESS_MS);
  try {
    const loaded = loadChecks(firstChecks(plan).map(({ rule }) => rule.id));
    loaded.catch(() => undefined);
    const opened = await sessionAt(
      { ...target, profile },
      {
        connections: profile.inFlight * 8,
        seed,
        runs,
        signal,
        recorded,
        maxRequests,
        firstViolationEnds,
        judgesPassive: plan.judged.some(isWatched),
        onSpent: () => {
          emit({ type: "spent" });
          spent.abort();
        },
        transcripts: config.slimTranscripts === true ? "proof" : true,
        cleanupLog: (entry) => emit({ type: "cleanup", entry }),
        recorderFor: (redactor) => (recording = recordingOf(config, redactor)),
      },
    );
    session = opened;
    await loaded;
    for (const operation of config.absent ?? []) {
      // An operation that the profile does not offer may return anything, so its answer shows nothing about the route.
      const served = plan.served.get(operation);
      if (served && isApplicable(profile.notOffered, served.rule)) opened.routes.setAbsent(operation);
    }
    await executePlan({
      session: opened,
      plan,
      signal,
      simplestFirst: config.simplestFirst,
      replay,
      onCheck: (id, state) => void (state === "begins" ? inProgress.add(id) : inProgress.delete(id)),
      onResult: (result) => {
        const requests = opened.budget.sent();
        try {
          emit({ type: "judged", result, requests });
        } catch (error) {
          // A result that another thread cannot receive costs its own rule only.
          const startedAt = Date.parse(result.startedAt);
          const { redactor } = opened;
          const broken = brokenResult(result, error, { redactor, startedAt, replay });
          emit({ type: "judged", result: broken, requests });
        }
      },
    });
    recording?.close();
    emit(ended(opened, opened.redactor, { fault: null, recording }));
  } catch (error) {
    const redactor = session?.redactor ?? redactorFor(target);
    recording?.close();
    emit(ended(session, redactor, { fault: traceOf(error), recording }));
  } finally {
    clearInterval(progress);
    await session?.close();
  }
}

function recordingOf({ har, seed, target }: RunConfig, redactor: Redactor): HarWriter | undefined {
  if (har === undefined) return undefined;
  const { profile, keys } = target;
  const facts = { version: SUITE_VERSION, profile, digests: suiteDigests(), seed, keys };
  return new HarWriter({ file: har, redactor, facts });
}

function ended(
  session: Session | undefined,
  redactor: Redactor,
  { fault, recording }: { readonly fault: string | null; readonly recording: HarWriter | undefined },
): WorkerMessage {
  const redact = (text: string): string => redactor.text(text);
  return {
    type: "ended",
    observations: session?.observations.list(redactor) ?? [],
    leftovers: session?.creations.remaining(redact) ?? [],
    requests: session?.budget.sent() ?? 0,
    coverage: session?.answered.coverage() ?? [],
    lost: session?.losses.lost(redactor) ?? null,
    pauses: session?.pauses.total() ?? new Map<string, number>(),
    advice: session?.rateRefusals.advice(session.profile.budget.requestsPerSecond) ?? null,
    recordingFault: recording?.fault ?? null,
    fault: fault === null ? null : redact(fault),
  };
}
