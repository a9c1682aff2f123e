import { type Deadline, startDeadline } from "../deadline.ts";
import { TransportFault } from "../verdicts.ts";
import type { SendOptions } from "./wire.ts";

/** Awaits `work`. @throws TransportFault if the deadline passes or the check ends first */
export async function withDeadline<T>(work: Promise<T>, options: SendOptions): Promise<T> {
  let deadline: Deadline | undefined;
  let onAbort: (() => void) | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    deadline = startDeadline({
      ms: options.deadlineMs,
      onPassed: () =>
        reject(new TransportFault("timeout", `no complete answer within ${options.deadlineMs} ms`)),
    });
    onAbort = () => reject(new TransportFault("interrupted", "the check ended before the answer arrived"));
    options.signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    deadline?.cancel();
    if (onAbort !== undefined) options.signal.removeEventListener("abort", onAbort);
  }
}
