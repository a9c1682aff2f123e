import type { Eventually } from "../check.ts";
import { startDeadline } from "../deadline.ts";
import { pause } from "../pause.ts";
import { cut } from "../show.ts";
import { subjectOf, type Wait, type Waits } from "../session/waits.ts";
import { Inconclusive, Violation } from "../verdicts.ts";

const POLL_MS = { first: 5, most: 250 };

/**
 * Reads with growing pauses until the value is as expected. The wait is short for something that full waits have never shown.
 * @throws Violation of basis "deadline" if it never is, unless the last value is wanted then
 * @throws Inconclusive if the check ends before
 */
export async function eventually<T>(
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
export async function pauseFor(ms: number, signal: AbortSignal, why: string): Promise<void> {
  await pause(ms, signal);
  if (signal.aborted) throw new Inconclusive(`the check ended while it waited ${why}`);
}
