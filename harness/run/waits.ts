import type { Check, Eventually } from "../check.ts";
import { controlOperations } from "../control.ts";
import { startDeadline, pause, subjectOf, type Wait, type Waits } from "../time.ts";
import { isMet } from "../judge/needs.ts";
import type { Session } from "./session.ts";
import type { RequestContext } from "./context.ts";
import { cut } from "../plain.ts";
import { Inconclusive, Violation } from "../verdicts.ts";

/**
 * The waits of a check. A target can shorten some by reporting that it is idle; `reliance` records whether it did.
 * `signal` ends the check itself, and so its waits during the clean-up.
 */
export function checkWaits(options: {
  readonly session: Session;
  readonly attempt: number;
  readonly context: RequestContext;
  readonly signal: AbortSignal;
  readonly reliance: { onIdle: boolean };
}): Pick<Check, "awaitIdle" | "settle" | "eventually" | "pause"> {
  const { session, attempt, context, signal, reliance } = options;
  const { settleMs } = session.profile.deadlines;
  // A second execution waits for deadlines, to correct a premature report.
  const mayRely = attempt === 1 && isMet("control.awaitIdle", session.supplies);
  const awaitIdle: Check["awaitIdle"] = async ({ accountId, testKey, liveKey }, withinMs) => {
    const operation = controlOperations.get("awaitIdle");
    if (!mayRely || operation === undefined) return false;
    session.idle.watch({ accountId, keys: [testKey, liveKey] });
    const isIdle = async (): Promise<boolean> => {
      const answer = await session.sendTo({
        operation,
        host: operation.host,
        method: operation.method,
        path: operation.path,
        parts: {
          path: { accountId },
          json: { withinMs: Math.ceil(withinMs) },
          deadlineMs: withinMs + session.profile.deadlines.exchangeMs,
        },
        authorization: null,
        ...context,
        aside: true,
        onExchange: () => undefined,
      });
      const body = answer.read.kind === "json" ? answer.read.value : null;
      return answer.succeeded && (body as { idle?: unknown } | null)?.idle === true;
    };
    const idle = await session.idle.ask(accountId, isIdle);
    reliance.onIdle ||= idle;
    return idle;
  };
  return {
    awaitIdle,
    settle: async (merchant, ms) => {
      const deadline = startDeadline({ ms });
      try {
        if (await awaitIdle(merchant, ms).catch(() => false)) return;
        if (deadline.left > 0) await pause(deadline.left);
      } finally {
        deadline.cancel();
      }
    },
    eventually: (wanted) =>
      eventually(wanted, { signal, withinMs: wanted.withinMs ?? settleMs, waits: session.waits }),
    pause: async (ms, why) => {
      const resume = session.pauses.begin(why);
      try {
        await pauseFor(ms, signal, why);
      } finally {
        resume();
      }
    },
  };
}

const POLL_MS = { first: 5, most: 250 };

/**
 * Reads with growing pauses until the value is as expected. The wait is short for something that full waits have never shown.
 * @throws Violation of basis "deadline" if it never is, unless the last value is wanted then
 * @throws Inconclusive if the check ends before
 */
async function eventually<T>(
  wanted: Eventually<T>,
  options: { signal: AbortSignal; withinMs: number; waits: Waits },
): Promise<T> {
  const { withinMs } = options;
  const deadline = startDeadline({ ms: withinMs });
  let wait: Wait | null = null;
  let pauseMs = POLL_MS.first;
  try {
    for (;;) {
      // A read that was sent before the deadline may show an older state, however long its answer takes.
      const isLast = deadline.left <= 0;
      const value = await wanted.read();
      const isFirst = wait === null;
      wait ??= options.waits.begin(subjectIn(wanted, value), withinMs);
      if (wanted.holds(value)) {
        wait.appeared({ immediately: isFirst });
        return value;
      }
      if (isFirst) deadline.extend(wait.ms - withinMs);
      if (options.signal.aborted)
        throw new Inconclusive(`the check ended while it waited for ${wanted.expected}`);
      if (isLast) {
        wait.missed();
        if (wanted.orLast === true) return value;
        const shown = wanted.show?.(value) ?? JSON.stringify(value) ?? "nothing";
        throw new Violation({
          basis: "deadline",
          expected: `${wanted.expected} within ${wait.words}`,
          actual: `at the deadline it was ${cut(shown, 300)}`,
          ...(typeof wanted.subject === "string"
            ? { symptom: { kind: "wait", where: [], subject: wanted.subject } }
            : {}),
        });
      }
      await pause(Math.min(pauseMs, deadline.left));
      pauseMs = Math.min(pauseMs * 2, POLL_MS.most);
    }
  } finally {
    deadline.cancel();
  }
}

function subjectIn<T>({ subject, expected }: Eventually<T>, value: T): string | null {
  if (typeof subject === "function") return subject(value);
  return subject === undefined ? subjectOf(expected) : subject;
}

/** Waits for `ms`. @throws Inconclusive if the check ends first */
async function pauseFor(ms: number, signal: AbortSignal, why: string): Promise<void> {
  await pause(ms, signal);
  if (signal.aborted) throw new Inconclusive(`the check ended while it waited ${why}`);
}
