import { once } from "node:events";
import { connect } from "node:net";
import { pause } from "../../harness/time.ts";
import type { RunResult } from "../../harness/results.ts";
import type { DescribedTarget } from "../targets/describe.ts";
import { unreachable } from "../targets/reachability.ts";

/** Between two attempts, ms. */
const PAUSE_MS = 50;

interface Wait {
  readonly signal: AbortSignal;
  readonly withinMs: number;
  /** Called once, after a first attempt without success. */
  readonly onWait?: () => void;
}

/** Waits until all hosts of the target answer. Returns false at the deadline or when the signal aborts. */
export const answers = (target: DescribedTarget, wait: Wait): Promise<boolean> =>
  untilTrue(async () => (await unreachable(target)) === null, wait);

/**
 * Whether the target's port stops listening before the deadline, because the server restarts only after the run that a change started.
 * Only connects, because a request would appear in the target's log.
 */
export async function stopsListening({ profile }: DescribedTarget, wait: Wait): Promise<boolean> {
  const { hostname, port, protocol } = new URL(profile.target.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const usualPort = protocol === "https:" ? 443 : 80;
  return untilTrue(async () => {
    const socket = connect({ host, port: port === "" ? usualPort : Number(port) });
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    return !isOpen;
  }, wait);
}

/** Tries again until a condition is true. Returns false at the deadline or when the signal aborts. */
async function untilTrue(
  condition: () => Promise<boolean>,
  { signal, withinMs, onWait }: Wait,
): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (let attempt = 1; ; attempt += 1) {
    if (await condition()) return !signal.aborted;
    if (signal.aborted || performance.now() >= end) return false;
    if (attempt === 1) onWait?.();
    await pause(PAUSE_MS, signal);
  }
}

/** Whether the target stopped listening during the run. A single request without an answer may be a fault, and does not count. */
export function hasLostTarget({ rules, lost = null }: RunResult): boolean {
  const isRefused = ({ verdict, symptom }: RunResult["rules"][number]): boolean =>
    verdict === "inconclusive" && symptom?.kind === "connection" && symptom.fault === "refused";
  return lost !== null || rules.some(isRefused);
}
