import { request } from "undici";
import type { TimeSource } from "../kernel/clock.ts";
import type { Send } from "../kernel/dispatcher.ts";

/** Real time. Waiting for it keeps no process alive. */
export const systemTime: TimeSource = {
  now: () => Date.now(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (call) => void setImmediate(call),
};

/** Posts over the network, at most ten seconds long; redirects are not followed. */
export const postOverNetwork: Send = async ({ url, body, signal }) => {
  try {
    const answer = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300;
  } catch {
    return false;
  }
};

/** Tells of a fault on the standard error stream, by name and message alone. */
export const reportFault = (fault: unknown): void => {
  const text = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown fault";
  process.stderr.write(`emulator: ${text}\n`);
};
