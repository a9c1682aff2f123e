import type { SendToTarget, TargetRequest } from "../http/client.ts";
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
  session: Session,
  { now, doubtful }: ReturnType<TraceJudge["reads"]>,
  signal: AbortSignal,
): Promise<void> {
  const { profile, traces } = session;
  const nextTrace = traces?.of("read-again", 1);
  const send = (read: Read): Promise<void> => sendRead(session, read, { signal, nextTrace });
  await inParallel(now, profile.inFlight, send);
  const doubts = doubtful();
  if (doubts.length === 0) return;
  await pause(profile.deadlines.consistencyMs, signal);
  await inParallel(doubts, profile.inFlight, send);
}

/** How often a run waits until what is read after a change can no longer be late. */
const MOST_WAITS = 20;

/**
 * A run's requests, some of which are surrounded by reads of what they may change. Trace rules judge the answers. What contradicts them unless the
 * target shows changes late is read again before anything else changes it: a cache may be right again later.
 * @param areas the areas of the trace rules that the run judges
 */
export function surroundedByReads(
  { sendTo, routes, trace, profile }: Pick<Session, "sendTo" | "routes" | "trace" | "profile">,
  areas: () => ReadonlySet<string>,
): SendToTarget {
  let waits = 0;
  return async (request) => {
    const { method, authorization, aside, cleaningUp, signal, nextTrace } = request;
    if (method === "GET" || aside === true || cleaningUp === true || areas().size === 0)
      return sendTo(request);
    const key = authorization?.replace(/^Bearer /, "") ?? null;
    const surrounding = trace.around(request, { key, areas: areas() });
    const readAll = (reads: readonly Read[]): Promise<unknown> =>
      Promise.all(reads.map((read) => sendRead({ sendTo, routes }, read, { signal, nextTrace })));
    await readAll(surrounding);
    const answer = await sendTo(request);
    if (surrounding.length === 0) return answer;
    await readAll(surrounding);
    const doubts = waits < MOST_WAITS ? trace.takeDoubts() : [];
    if (doubts.length === 0) return answer;
    waits += 1;
    await pause(profile.deadlines.consistencyMs, signal);
    await readAll(doubts);
    return answer;
  };
}

/** Sends a request that only reads. Without an answer, there is nothing to judge. */
async function sendRead(
  { sendTo, routes }: Pick<Session, "sendTo" | "routes">,
  { operation, path, query, like }: Read,
  { signal, nextTrace }: Pick<TargetRequest, "signal" | "nextTrace">,
): Promise<void> {
  if (signal.aborted || routes.isAbsent(operation.id)) return;
  const [authorization = null] = headerValues(like.request.headers, "authorization");
  const { host, method, path: template } = operation;
  await sendTo({
    ...{ operation, host, method, path: template, parts: { path, query }, authorization, signal, nextTrace },
    onExchange: () => undefined,
  }).catch(() => undefined);
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
