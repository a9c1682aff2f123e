import { traceOf } from "../../harness/plain.ts";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import type { MainMessage, Question, RunConfig, ThreadMessage, WorkerMessage } from "./run-config.ts";
import type { Inquiry } from "../targets/inquiry.ts";
import { plainTarget } from "../targets/describe.ts";
import type { OperationMap } from "../targets/operation-map.ts";

/** A run that is being judged. */
export interface JudgingThread {
  /** Resolves when all messages are received. */
  readonly done: Promise<void>;
  /** Asks the thread to end. A busy thread does not react. */
  readonly interrupt: () => void;
  /** Ends the thread by force. */
  readonly abandon: () => void;
}

/** The input of a thread that judges. */
export interface ThreadOptions {
  readonly config: RunConfig;
  readonly receive: (message: WorkerMessage) => void;
}

/** How `run` and `replay` use the process. By default, the process belongs to the command alone. */
export interface Host {
  /** When the command began, epoch milliseconds. */
  readonly startedAt?: number;
  readonly startThread?: () => KeptThread;
  /** Ends the command without waiting for requests in flight or for a thread. */
  readonly leave?: (code: ExitCode) => ExitCode;
}

/** Judges in this thread, for callers of the API, which receive events during the run. */
export function judgeHere({ config, receive }: ThreadOptions): JudgingThread {
  const interruption = new AbortController();
  const work = async (): Promise<void> => {
    // Loaded only if needed, because other threads load the checks themselves.
    const { judgePlan } = await import("./judging.ts");
    await judgePlan({ config, emit: receive, signal: interruption.signal });
  };
  return {
    done: work(),
    interrupt: () => {
      receive({ type: "ending" });
      interruption.abort();
    },
    abandon: () => undefined,
  };
}

/** The worker's file beside this one: TypeScript in the repository, JavaScript in the package. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./judging-worker.ts" : "./judging-worker.cjs",
  import.meta.url,
);

/** Starts the worker. In the repository, it registers tsx first, because threads do not inherit loaders. */
function newWorker(): Worker {
  if (!WORKER.pathname.endsWith(".ts")) return new Worker(WORKER);
  // `resolve` returns the CommonJS file, which cannot find its own module in a worker. The ES module is beside it.
  const api = createRequire(import.meta.url)
    .resolve("tsx/esm/api")
    .replace(/\.cjs$/, ".mjs");
  const tsx = pathToFileURL(api).href;
  const source = `import("${tsx}").then(({ register }) => { register(); return import("${WORKER.href}"); })`;
  return new Worker(source, { eval: true });
}

/** A thread that judges one run after another, because loading the checks takes most of the time of a short run. */
export interface KeptThread {
  readonly judge: (options: ThreadOptions) => JudgingThread;
  /** Queries the target from that thread, so that only one thread loads the HTTP client. */
  readonly inquiry: Inquiry;
  /** Starts a new thread if the thread has ended, so that the next run need not wait for it. */
  readonly prepare: () => void;
  readonly close: () => void;
}

/** Starts a thread that judges. The next run replaces a thread that has failed or was abandoned. */
export function keepThread(): KeptThread {
  let worker: Worker | null = newWorker();
  const judge = ({ config, receive }: ThreadOptions): JudgingThread => {
    const used = (worker ??= newWorker());
    let fault: string | null = null;
    let abandoned = false;
    const done = new Promise<void>((resolve) => {
      const onMessage = (message: ThreadMessage): void => {
        if (message.type === "idle") end();
        else if (message.type !== "answered" && message.type !== "unanswered" && !abandoned) receive(message);
      };
      const onError = (error: unknown): void => {
        fault = traceOf(error);
      };
      const onExit = (): void => {
        if (worker === used) worker = null;
        if (!abandoned) receive({ type: "failed", fault: fault ?? "the judging thread ended" });
        end();
      };
      const end = (): void => {
        used.off("message", onMessage).off("error", onError).off("exit", onExit);
        resolve();
      };
      used.on("message", onMessage).on("error", onError).on("exit", onExit);
    });
    used.postMessage({ type: "judge", config } satisfies MainMessage);
    return {
      done,
      interrupt: () => used.postMessage({ type: "interrupt" } satisfies MainMessage),
      abandon: () => {
        abandoned = true;
        if (worker === used) worker = null;
        used.terminate().catch(() => undefined);
      },
    };
  };
  let questions = 0;
  const ask = (about: Question["about"], given: readonly unknown[]): Promise<unknown> => {
    const used = (worker ??= newWorker());
    const id = (questions += 1);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        used.off("message", onMessage).off("error", onError).off("exit", onExit);
      };
      const onMessage = (message: ThreadMessage): void => {
        if ((message.type !== "answered" && message.type !== "unanswered") || message.id !== id) return;
        end();
        if (message.type === "answered") resolve(message.answer);
        else reject(message.isMistake ? new UsageError(message.why) : new Error(message.why));
      };
      const onError = (error: unknown): void =>
        reject(error instanceof Error ? error : new Error(String(error)));
      const onExit = (): void => {
        if (worker === used) worker = null;
        end();
        reject(new Error("the judging thread ended"));
      };
      used.on("message", onMessage).on("error", onError).on("exit", onExit);
      used.postMessage({ type: "ask", id, about, given } satisfies MainMessage);
    });
  };
  return {
    judge,
    inquiry: {
      unreachable: ({ profile, access }) =>
        ask("unreachable", [{ profile, access }]) as Promise<string | null>,
      controlFault: ({ profile, access }) =>
        ask("controlFault", [{ profile, access }]) as Promise<string | null>,
      mapOperations: (target, areas) =>
        ask("mapOperations", [plainTarget(target), areas]) as Promise<OperationMap>,
    },
    prepare: () => {
      worker ??= newWorker();
    },
    close: () => {
      worker?.terminate().catch(() => undefined);
      worker = null;
    },
  };
}
