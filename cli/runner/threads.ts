import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { OutputFolder } from "../../reports/output-folder.ts";
import type { MainMessage, RunConfig, WorkerMessage } from "../run-config.ts";
import { onChannel } from "./collect.ts";

/** A run that is being judged. */
export interface JudgingThread {
  /** Resolves when all messages are received. */
  readonly done: Promise<void>;
  /** Asks it to end; a busy thread does not react. */
  readonly interrupt: () => void;
  /** Ends it by force. */
  readonly abandon: () => void;
}

/** What the judging side needs. */
export interface ThreadOptions {
  readonly config: RunConfig;
  readonly receive: (message: WorkerMessage) => void;
}

/** Judges in this thread: for callers of the API, which receive events meanwhile. */
export function judgeHere({ config, receive }: ThreadOptions): JudgingThread {
  const interruption = new AbortController();
  const work = async (): Promise<void> => {
    // Loaded late: other threads load the checks themselves.
    const { startJudging } = await import("./judging.ts");
    await startJudging({ config, emit: receive, signal: interruption.signal }).done;
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
const WORKER = new URL(`./judging-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** In the repository the thread registers tsx first: loaders are not inherited by threads. */
function newWorker(workerData: RunConfig): Worker {
  if (!WORKER.pathname.endsWith(".ts")) return new Worker(WORKER, { workerData });
  const [tsx, file] = [import.meta.resolve("tsx/esm/api"), WORKER.href].map((url) => JSON.stringify(url));
  const source = `import(${tsx}).then(({ register }) => { register(); return import(${file}); })`;
  return new Worker(source, { eval: true, workerData });
}

/** Judges in a thread of its own. */
export function judgeInThread({ config, receive }: ThreadOptions): JudgingThread {
  const worker = newWorker(config);
  let fault: string | null = null;
  let abandoned = false;
  worker.on("message", (message: WorkerMessage) => {
    if (!abandoned) receive(message);
  });
  worker.on("error", (error) => {
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  });
  const done = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      if (fault !== null && !abandoned) receive({ type: "failed", fault });
      resolve();
    });
  });
  return {
    done,
    interrupt: () => worker.postMessage({ type: "interrupt" } satisfies MainMessage),
    abandon: () => {
      abandoned = true;
      worker.terminate().catch(() => undefined);
    },
  };
}

/** Judges in a worker of vitest, with Allure's reporter. */
export function judgeUnderVitest({
  config,
  receive,
  folder,
}: ThreadOptions & { readonly folder: OutputFolder }): JudgingThread {
  let abandoned = false;
  const channel = onChannel(config.channel, (message) => {
    if (!abandoned) receive(message);
  });
  const work = async (): Promise<void> => {
    try {
      // Loaded late: vitest takes a while to load.
      const { runVitest } = await import("./vitest.ts");
      await runVitest({ config, folder });
    } finally {
      channel.close();
    }
  };
  return {
    done: work(),
    interrupt: channel.interrupt,
    // The worker of vitest ends with the process.
    abandon: () => {
      abandoned = true;
    },
  };
}
