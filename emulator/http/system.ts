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

const PATIENCE_MS = 10_000;

/** Posts over the network, with ten seconds for the answer's head and as many for each part of its body; redirects are not followed. */
export const postOverNetwork: Send = async ({ url, body, signal }) => {
  const post = async (): Promise<boolean> => {
    const answer = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300;
  };
  try {
    // A kept connection may have been closed by its other end just now, which says nothing of the receiver.
    return await post().catch((error: unknown) => (isReset(error) ? post() : false));
  } catch {
    return false;
  }
};

const isReset = (error: unknown): boolean =>
  ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes((error as { code?: string }).code ?? "");

/** Tells of a fault on the standard error stream, by name and message alone. */
export const reportFault = (fault: unknown): void => {
  const text = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown fault";
  process.stderr.write(`emulator: ${text}\n`);
};
