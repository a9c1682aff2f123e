import type { Check } from "../check.ts";
import { controlOperations } from "../control.ts";
import { startDeadline } from "../deadline.ts";
import { isMet } from "../needs.ts";
import type { Session } from "../session/session.ts";
import type { RequestContext } from "./context.ts";

/** Waits that the target can shorten by reporting that nothing is left to happen. `reliance` records whether it did. */
export function idleWaits(options: {
  readonly session: Session;
  readonly attempt: number;
  readonly context: RequestContext;
  readonly reliance: { onIdle: boolean };
}): Pick<Check, "awaitIdle" | "settle"> {
  const { session, attempt, context, reliance } = options;
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
        if (deadline.left > 0) await new Promise((resolve) => setTimeout(resolve, deadline.left));
      } finally {
        deadline.cancel();
      }
    },
  };
}
