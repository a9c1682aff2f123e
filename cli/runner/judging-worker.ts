/** Judges in its own thread, so that no answer of a target can block the main thread. */
import { parentPort, workerData } from "node:worker_threads";
import type { MainMessage, RunConfig, WorkerMessage } from "../run-config.ts";
import { startJudging } from "./judging.ts";

const interruption = new AbortController();
const emit = (message: WorkerMessage): void => parentPort?.postMessage(message);
parentPort?.on("message", ({ type }: MainMessage) => {
  if (type !== "interrupt") return;
  emit({ type: "ending" });
  interruption.abort();
});
await startJudging({ config: workerData as RunConfig, emit, signal: interruption.signal }).done;
parentPort?.close();
