import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { DescribedTarget } from "../targets/describe.ts";
import { unreachable } from "../targets/reachability.ts";

/** The first and the longest interval between two attempts, ms. */
const PAUSE = { first: 25, most: 250 };

/** Waits until all hosts of the target answer. Returns false at the deadline or when the signal aborts. */
export async function answers(
  target: DescribedTarget,
  options: { readonly signal: AbortSignal; readonly withinMs: number; readonly onWait: () => void },
): Promise<boolean> {
  const { signal, withinMs, onWait } = options;
  const end = performance.now() + withinMs;
  for (let ms = PAUSE.first; ; ms = Math.min(ms * 2, PAUSE.most)) {
    if ((await unreachable(target)) === null) return !signal.aborted;
    if (signal.aborted || performance.now() >= end) return false;
    if (ms === PAUSE.first) onWait();
    if (!(await paused(ms, signal))) return false;
  }
}

/**
 * Whether the target's port stops listening before the deadline, because the server restarts only after the run that a change started.
 * Only connects, because a request would appear in the target's log.
 */
export async function stopsListening(
  { profile }: DescribedTarget,
  options: { readonly signal: AbortSignal; readonly withinMs: number },
): Promise<boolean> {
  const { signal, withinMs } = options;
  const { hostname, port, protocol } = new URL(profile.target.baseUrl);
  const address = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
  const end = performance.now() + withinMs;
  while (performance.now() < end && !signal.aborted) {
    if (!(await listens(address))) return !signal.aborted;
    if (!(await paused(PAUSE.first * 2, signal))) return false;
  }
  return false;
}

function listens(address: { readonly host: string; readonly port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      resolve(true);
      socket.end();
    });
    socket.on("error", () => resolve(false));
  });
}

/** Pauses. Returns false when the signal aborts. */
async function paused(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
