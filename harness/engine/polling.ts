import type { Eventually } from "../check.ts";
import { startDeadline } from "../deadline.ts";
import { cut } from "../show.ts";
import { Inconclusive, Violation } from "../verdicts.ts";

const POLL_MS = { first: 5, most: 250 };

/**
 * Reads with growing pauses until the value is as expected.
 * @throws Violation of basis "deadline" if it never is
 * @throws Inconclusive if the check ends before
 */
export async function eventually<T>(
  wanted: Eventually<T>,
  options: { signal: AbortSignal; withinMs: number },
): Promise<T> {
  const deadline = startDeadline({ ms: options.withinMs });
  let pause = POLL_MS.first;
  try {
    for (;;) {
      // What a reading shows that was sent before the deadline may be older, however long its answer takes.
      const isLast = deadline.left <= 0;
      const value = await wanted.read();
      if (wanted.holds(value)) return value;
      if (options.signal.aborted)
        throw new Inconclusive(`the check ended while it waited for ${wanted.expected}`);
      if (isLast) {
        const shown = wanted.show?.(value) ?? JSON.stringify(value) ?? "nothing";
        throw new Violation({
          basis: "deadline",
          expected: `${wanted.expected} within ${options.withinMs} ms`,
          actual: `at the deadline it was ${cut(shown, 300)}`,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, deadline.left)));
      pause = Math.min(pause * 2, POLL_MS.most);
    }
  } finally {
    deadline.cancel();
  }
}
