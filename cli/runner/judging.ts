import { traceOf } from "../../harness/plain.ts";
import { isApplicable } from "../../harness/patterns.ts";
import { isWatched } from "../../harness/results.ts";
import { brokenResult } from "../../harness/run/judge-rule.ts";
import { firstChecks } from "../../harness/run/passive.ts";
import { executePlan } from "../../harness/run/run.ts";
import { connectionTo } from "../../harness/http/connection.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import type { Transport } from "../../harness/http/wire.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { loadChecks } from "../../suites/index.ts";
import type { Redactor } from "../../harness/redaction/redactor.ts";
import { openSession } from "../../harness/run/open.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import type { Session, SessionOptions } from "../../harness/run/session.ts";
import { HarWriter } from "../../harness/recording/har-writer.ts";
import { suiteDigests } from "../package/suite-digest.ts";
import { SUITE_VERSION } from "../package/version.ts";
import { partOf, type RunConfig, type WorkerMessage } from "./run-config.ts";
import { planOf, scopeOf } from "./scope.ts";

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
  const whole = config.profile;
  const profile = partOf(whole, config.shard);
  const connection = connectionTo({ profile, access: config.access });
  const transport = socketTransport({ connections: profile.inFlight * 8, connection });
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
    const opened = await open(config, {
      profile,
      judgesPassive: plan.judged.some(isWatched),
      transport,
      onSpent: () => {
        emit({ type: "spent" });
        spent.abort();
      },
      emit,
      signal,
      recorderFor: (redactor) => (recording = recordingOf(config, { profile: whole, redactor })),
    });
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
      simplestFirst: config.simplestFirst === true,
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
    const redactor = session?.redactor ?? redactorFor({ ...config, profile });
    recording?.close();
    emit(ended(session, redactor, { fault: traceOf(error), recording }));
  } finally {
    clearInterval(progress);
    await session?.close();
    await transport.close();
  }
}

function open(
  config: RunConfig,
  options: {
    profile: Profile;
    judgesPassive: boolean;
    transport: Transport;
    onSpent: () => void;
    emit: (message: WorkerMessage) => void;
    signal: AbortSignal;
    recorderFor: SessionOptions["recorderFor"];
  },
): Promise<Session> {
  const { profile, judgesPassive, transport, onSpent, emit, signal, recorderFor } = options;
  const { keys, access, seed, runs, liveKeyAllowed, recorded, maxRequests } = config;
  return openSession({
    profile,
    judgesPassive,
    keys,
    access,
    transport,
    seed,
    runs,
    liveKeyAllowed,
    signal,
    ...(maxRequests === null ? {} : { maxRequests, onSpent }),
    recorded,
    firstViolationEnds: config.firstViolationEnds === true,
    transcripts: config.wholeTranscripts ? true : "proof",
    cleanupLog: (entry) => emit({ type: "cleanup", entry }),
    recorderFor,
  });
}

function recordingOf(
  { har, seed, keys }: RunConfig,
  { profile, redactor }: { readonly profile: Profile; readonly redactor: Redactor },
): HarWriter | undefined {
  if (har == null) return undefined;
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
