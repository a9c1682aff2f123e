/** Judges in a thread of its own, so that nothing a target sends keeps the main thread from ending the run. */
import { parentPort, workerData } from "node:worker_threads";
import type { MainMessage, RunConfig, WorkerMessage } from "../run-config.ts";
import { startJudging } from "./judging.ts";

const interruption = new AbortController();
const tell = (message: WorkerMessage): void => parentPort?.postMessage(message);
parentPort?.on("message", ({ type }: MainMessage) => {
  if (type !== "interrupt") return;
  tell({ type: "ending" });
  interruption.abort();
});
await startJudging({ config: workerData as RunConfig, tell, signal: interruption.signal }).done;
parentPort?.close();
