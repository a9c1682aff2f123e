import { type WireAnswer, headerValues, type HeaderList } from "../http/wire.ts";
import { pause } from "../time.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";

export type Budget = ReturnType<typeof createBudget>;

export interface BudgetedRequest {
  /** The key of a shared limit: an operation, or method and path. */
  readonly route: string;
  readonly signal: AbortSignal;
  /** The latest time at which the request is useful, monotonic ms. */
  readonly deadlineAt: number;
  /** Whether it may be sent after the requests are used up, as clean-up is. */
  readonly exempt: boolean;
  /** Called with the ms for which the request waited for the profile's rate. Such waits do not count as time of the rule. */
  readonly onPaced?: ((ms: number) => void) | undefined;
  /** Whether the document limits the rate of the route. */
  readonly isLimited: boolean;
  /** False if the refusal itself is judged: the request does not wait, and does not delay others. */
  readonly patient: boolean;
}

/** A route that refuses requests because of its rate limit. Times are monotonic ms. */
interface Backoff {
  readonly since: number;
  readonly until: number;
  readonly pauseMs: number;
  readonly asked: string;
  /** Whether a request was refused although it had waited as long as the target asked. */
  readonly again: boolean;
}

const LEAST_PAUSE_MS = 100;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The longest wait for a route that always refuses, as a share of the streak. */
const NO_LONGER = 1 / 30;

/**
 * How long to wait for a route that has answered only 429, without `Retry-After`, while others answer, as a share of the streak. No documented
 * limit is used up by a first request, and if another one is, later checks notice when it ends.
 */
const NEVER_ANSWERED = 1 / 12;

/**
 * Limits the requests of a run, and waits when the target asks for it. `streakMs`: how long a route, or the whole target, may refuse every request
 * before each further one is tried only once.
 */
export function createBudget(options: {
  readonly requestsPerSecond?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly streakMs: number;
  /** Called once, when the last request was sent. */
  readonly onSpent?: (() => void) | undefined;
  /** Called when a request waits because its route answered 429; what it returns is called when the wait is over. */
  readonly onRefused?: ((why: string) => () => void) | undefined;
  readonly now?: () => number;
}) {
  const { now = () => performance.now(), maxRequests = Number.POSITIVE_INFINITY } = options;
  const spacing = options.requestsPerSecond === undefined ? 0 : 1_000 / options.requestsPerSecond;
  const backoffs = new Map<string, Backoff>();
  /** Routes with an answer other than 429. */
  const answered = new Set<string>();
  /** Since when every answer was a 429, whatever its route. */
  let onlyRefusedSince: number | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  /** When the last request left. */
  let leftAt = Number.NEGATIVE_INFINITY;
  let sent = 0;

  const waitUntil = async (at: number, request: BudgetedRequest, why: string): Promise<void> => {
    if (at > request.deadlineAt) {
      throw new Inconclusive(
        `${why}: the next request may leave in ${seconds(at - now())}, which does not fit into the rule's time`,
      );
    }
    const { signal } = request;
    for (let left = at - now(); left > 0; left = at - now()) {
      await pause(Math.min(left, LONGEST_TIMER_MS), signal);
      if (signal.aborted)
        throw new TransportFault("interrupted", "the check ended while it waited to send a request");
    }
  };

  return {
    /** The number of requests sent so far. */
    sent: (): number => sent,
    /**
     * Waits until a request to this route may leave.
     * @throws Inconclusive when the requests are used up, or the wait does not fit before the deadline
     */
    acquire: async (request: BudgetedRequest): Promise<void> => {
      const backoff = request.patient ? backoffs.get(request.route) : undefined;
      if (backoff !== undefined) {
        const refusedFor = now() - backoff.since;
        if (
          backoff.again &&
          refusedFor > options.streakMs &&
          backoff.until - now() > options.streakMs * NO_LONGER
        )
          throw new Inconclusive(
            `${request.route} has answered every request with 429 for ${seconds(refusedFor)}`,
          );
        const why = `${request.route} answers 429`;
        const resume = options.onRefused?.(`because ${why}`);
        try {
          const asked = backoff.asked === "" ? "" : ` with Retry-After ${backoff.asked}`;
          await waitUntil(backoff.until, request, why + asked);
        } finally {
          resume?.();
        }
      }
      if (spacing > 0) {
        const at = Math.max(nextAt, now());
        const { onPaced } = request;
        const isFree = onPaced !== undefined;
        if (isFree || at <= request.deadlineAt) nextAt = at + spacing;
        onPaced?.(Math.max(0, at - now()));
        const patience = isFree ? { ...request, deadlineAt: Number.POSITIVE_INFINITY } : request;
        const why = "the profile's budget.requestsPerSecond is used up";
        await waitUntil(at, patience, why);
        // If a timer was late, the next request must not follow too soon: a limit without a burst would refuse it.
        while (now() < leftAt + spacing) await waitUntil(leftAt + spacing, patience, why);
        leftAt = now();
      }
      if (sent >= maxRequests && !request.exempt) {
        throw new Inconclusive(
          `the run may send ${maxRequests} requests (--max-requests), and they are used up`,
        );
      }
      sent += 1;
      if (sent === maxRequests) options.onSpent?.();
    },
    /** Call this with every answer. Returns true if a request that returned 429 must be sent again. */
    shouldRetry: (request: BudgetedRequest, answer: Pick<WireAnswer, "status" | "headers">): boolean => {
      if (!request.patient) return false;
      if (answer.status !== 429) {
        backoffs.delete(request.route);
        answered.add(request.route);
        onlyRefusedSince = null;
        return false;
      }
      onlyRefusedSince ??= now();
      const before = backoffs.get(request.route);
      const asked = retryAfterMs(answer.headers);
      // Requests that were in flight at the same time are refused at the same time.
      const hasWaited = before !== undefined && now() >= before.until;
      const pauseMs = hasWaited
        ? Math.min(LONGEST_PAUSE_MS, before.pauseMs * 2)
        : (before?.pauseMs ?? FIRST_PAUSE_MS);
      // Do not send thousands of requests a second to a target that asks for immediate retries and refuses them.
      const least = before === undefined ? 0 : LEAST_PAUSE_MS;
      const pausedUntil = before === undefined || hasWaited ? now() + pauseMs : before.until;
      const next: Backoff = {
        since: before?.since ?? now(),
        until: asked === null ? pausedUntil : now() + Math.max(asked, least),
        pauseMs,
        asked: asked === null ? "" : seconds(asked),
        again: before?.again === true || hasWaited,
      };
      backoffs.set(request.route, next);
      const mayBeLimited =
        asked !== null || request.isLimited || answered.size === 0 || answered.has(request.route);
      const patienceMs = options.streakMs * (mayBeLimited ? 1 : NEVER_ANSWERED);
      // Each check tries once if a route or target always refuses, to notice when it accepts requests again.
      if (now() - next.since > patienceMs || now() - onlyRefusedSince > options.streakMs) {
        backoffs.set(request.route, { ...next, until: asked === null ? now() : next.until });
        return false;
      }
      return true;
    },
  };
}

function seconds(ms: number): string {
  return `${Math.max(0, Math.ceil(ms / 1_000))} s`;
}

/**
 * The wait of a `Retry-After`, in ms; null if there is no valid one. A date is relative to the answer's own `Date`, so a wrong
 * clock of the target has no effect.
 */
export function retryAfterMs(headers: HeaderList): number | null {
  const asked = headerValues(headers, "retry-after")[0]?.trim();
  if (asked === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
  const until = Date.parse(asked);
  if (Number.isNaN(until)) return null;
  const answered = Date.parse(headerValues(headers, "date")[0] ?? "");
  return Math.max(0, until - (Number.isNaN(answered) ? Date.now() : answered));
}
