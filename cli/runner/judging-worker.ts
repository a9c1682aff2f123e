/** Judges in its own thread, so that no answer of a target can block the main thread. One run at a time. */
import { parentPort } from "node:worker_threads";
import type { MainMessage, RunConfig, WorkerMessage } from "../run-config.ts";
import { startJudging } from "./judging.ts";

let interruption = new AbortController();
const emit = (message: WorkerMessage | { readonly type: "idle" }): void => parentPort?.postMessage(message);

const judge = async (config: RunConfig): Promise<void> => {
  interruption = new AbortController();
  await startJudging({ config, emit, signal: interruption.signal }).done;
  emit({ type: "idle" });
};

parentPort?.on("message", (message: MainMessage) => {
  if (message.type === "interrupt") {
    emit({ type: "ending" });
    interruption.abort();
    return;
  }
  judge(message.config).catch((error: unknown) => {
    // Ends the thread, with the error as its fault.
    queueMicrotask(() => {
      throw error;
    });
  });
});
