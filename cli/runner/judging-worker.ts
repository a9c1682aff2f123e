/** Judges in its own thread, so that no answer of a target can block the main thread. One run at a time. */
import { traceOf } from "../../harness/plain.ts";
import { parentPort } from "node:worker_threads";
import { deferParserOptimisation } from "../../harness/http/connection.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { keepCompiled } from "../package/load.ts";
import type { MainMessage, Question, RunConfig, ThreadMessage } from "./run-config.ts";
import { inquiryHere } from "../targets/inquiry.ts";
import { judgePlan } from "./judging.ts";

// Otherwise V8 optimizes the parser of answers at the first answer, which takes a fifth of the time of one rule.
deferParserOptimisation();

let interruption = new AbortController();
const emit = (message: ThreadMessage): void => parentPort?.postMessage(message);

const judge = async (config: RunConfig): Promise<void> => {
  interruption = new AbortController();
  await judgePlan({ config, emit, signal: interruption.signal });
  // This thread may be terminated as soon as it is idle.
  keepCompiled();
  emit({ type: "idle" });
};

const answer = async ({ id, about, given }: Question): Promise<void> => {
  const ask = inquiryHere[about] as (...given: readonly unknown[]) => Promise<unknown>;
  try {
    emit({ type: "answered", id, answer: await ask(...given) });
  } catch (error) {
    const isMistake = error instanceof UsageError;
    const text = traceOf(error);
    emit({ type: "unanswered", id, isMistake, why: isMistake ? error.message : text });
  }
};

parentPort?.on("message", (message: MainMessage) => {
  if (message.type === "interrupt") {
    emit({ type: "ending" });
    interruption.abort();
    return;
  }
  const work = message.type === "ask" ? answer(message) : judge(message.config);
  work.catch((error: unknown) => {
    // Ends the thread, with the error as its fault.
    queueMicrotask(() => {
      throw error;
    });
  });
});
