import { headerValues } from "../http/wire.ts";
import type { Read } from "../judge/trace/read-back.ts";
import type { TraceJudge } from "../judge/trace/trace.ts";
import { pause } from "../time.ts";
import type { Session } from "./session.ts";

/**
 * Reads objects again; then, once all changes show, what contradicts what was seen before unless the target shows changes late. The answers are
 * judged like all traffic of the session.
 */
export async function readAgain(
  { profile, sendTo, routes }: Session,
  { now, doubtful }: ReturnType<TraceJudge["reads"]>,
  signal: AbortSignal,
): Promise<void> {
  const send = async ({ operation, path, query, like }: Read): Promise<void> => {
    if (signal.aborted || routes.isAbsent(operation.id)) return;
    const [authorization = null] = headerValues(like.request.headers, "authorization");
    const { host, method, path: template } = operation;
    await sendTo({
      ...{ operation, host, method, path: template, parts: { path, query }, authorization, signal },
      onExchange: () => undefined,
      // Without an answer, there is nothing to judge.
    }).catch(() => undefined);
  };
  await inParallel(now, profile.inFlight, send);
  const doubts = doubtful();
  if (doubts.length === 0) return;
  await pause(profile.deadlines.consistencyMs, signal);
  await inParallel(doubts, profile.inFlight, send);
}

/** Works on all items, `width` of them at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pending = [...items];
  const worker = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
}
