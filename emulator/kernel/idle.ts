import type { EmulatedTime } from "./clock.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Engine } from "./engine.ts";
import { webhookEndpoints } from "./events.ts";
import type { KernelParts } from "./parts.ts";
import { wallClock } from "./timeline.ts";

/** An account with a timer that is due within this time is not idle, ms. Payouts, activations and first retries are due so soon. */
const soonMs = 10_000;

/** Waits until accounts are idle. */
export type Idle = ReturnType<typeof createIdle>;

export function createIdle(options: {
  engine: Engine;
  dispatcher: Dispatcher;
  parts: KernelParts;
  time: EmulatedTime;
}) {
  const { engine, dispatcher, parts, time } = options;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const go of [...waiting]) go();
  };
  engine.onCommit(wake);
  dispatcher.onSent(wake);
  let closed = false;

  /** The time until the next timer of these accounts is due, ms; undefined if none is due soon. */
  const nextDue = (accountIds: readonly string[]): number | undefined => {
    const dues = accountIds.flatMap((accountId) => {
      const timer = engine.state.timeline.next(wallClock(accountId));
      return timer === undefined ? [] : [timer.at - engine.clocks.now(accountId)];
    });
    const due = Math.min(...dues);
    return due <= (time.isStill ? 0 : soonMs) ? Math.max(0, due) : undefined;
  };
  const delivers = (accountIds: readonly string[]): boolean =>
    accountIds.some((accountId) =>
      engine.state
        .find(webhookEndpoints, "account", accountId)
        .some((endpoint) => dispatcher.isSending(endpoint.id)),
    );
  /** Resolves after the next commit or delivery, or after `ms`. */
  const change = (ms?: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        cancel?.();
        waiting.delete(go);
        resolve();
      };
      const cancel = ms === undefined ? undefined : time.after(ms, go);
      waiting.add(go);
    });

  return {
    /** Resolves to true as soon as the accounts are idle, or to false after `withinMs`. */
    await: async (accountIds: readonly string[], withinMs: number): Promise<boolean> => {
      // In real time, since the emulator's may stand still.
      let isOver = withinMs <= 0;
      const cancel = time.after(withinMs, () => {
        isOver = true;
        wake();
      });
      try {
        for (;;) {
          for (const accountId of accountIds) engine.catchUp(accountId);
          // The dispatcher empties the outbox when the running code has ended.
          await new Promise<void>((resolve) => time.soon(resolve));
          await engine.whenKept();
          const due = nextDue(accountIds);
          if (parts.isIdle({ isDelivering: delivers(accountIds), nextDueMs: due })) return true;
          if (isOver || closed) return false;
          await change(due);
        }
      } finally {
        cancel();
      }
    },
    /** Ends all waiting. */
    close: (): void => {
      closed = true;
      wake();
    },
  };
}
