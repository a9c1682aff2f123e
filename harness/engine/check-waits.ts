import type { Check } from "../check.ts";
import { controlOperations } from "../control.ts";
import { startDeadline } from "../deadline.ts";
import { isMet } from "../needs.ts";
import { pause } from "../pause.ts";
import type { Session } from "../session/session.ts";
import type { RequestContext } from "./context.ts";
import { eventually, pauseFor } from "./polling.ts";

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
