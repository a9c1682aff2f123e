import { traceOf } from "../../harness/errors.ts";
import type { Readable } from "node:stream";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { type EarlierRun, earlierOf, earlierRunIn } from "../../reports/comparison.ts";
import { OutputError } from "../../reports/output-folder.ts";
import { oneLine } from "../../reports/text.ts";
import { print, reportStream, warn } from "../output.ts";
import type { RunArguments } from "../runner/arguments.ts";
import type { JudgeOnce } from "../runner/run-context.ts";
import { type Stop, STOP_MS } from "../runner/stop.ts";
import { keepThread, type KeptThread } from "../runner/threads.ts";
import { selectRules } from "../select-rules.ts";
import { PROFILE_FILE, selectTarget } from "../targets/find.ts";
import { watchFiles } from "./changes.ts";
import { type Command, Keys, KEYS } from "./keys.ts";
import { answers, stopsListening } from "./port.ts";

/** Why a run starts. */
type Trigger =
  | { readonly type: "start" }
  | { readonly type: "change"; readonly path: string }
  /** The target stopped answering during the run or soon after. */
  | { readonly type: "restart"; readonly attempt: number }
  | Command;

/** A terminal, or any stream with the keys of the user. */
type KeyStream = Readable & {
  readonly isTTY?: boolean;
  readonly setRawMode?: (raw: boolean) => unknown;
};

const RESTARTS = 3;

/**
 * Judges the target, and judges it again when files change or on a key, until the user quits. Rules that failed come first. Returns the
 * exit code of the last run.
 */
export async function watch(
  options: RunArguments,
  judgeOnce: JudgeOnce,
  input: KeyStream = process.stdin,
): Promise<ExitCode> {
  const mode = new WatchMode({ ...options, allure: false, watch: false }, judgeOnce, () => takeKeys(input));
  const keys = new Keys({
    emit: (command) => (command.type === "help" ? print(KEYS) : mode.ask(command)),
    write: (text) => reportStream.write(text),
    echo: input.isTTY === true,
  });
  const paths = options.watchPath ?? [];
  const profile = options.profile ?? PROFILE_FILE;
  const files =
    paths.length === 0
      ? null
      : await watchFiles(paths, {
          profile,
          out: options.out,
          onChange: (path) => mode.ask({ type: "change", path }),
          onError: (message) => warn(`cannot watch all files: ${message}; press enter to judge again`),
        });
  const quit = (): void => mode.ask({ type: "quit" });
  process.on("SIGINT", quit).on("SIGTERM", quit);
  const onData = (text: string): void => keys.read(text);
  const onEnd = (): void => {
    if (files === null) mode.quitWhenIdle();
  };
  input.setEncoding("utf8");
  takeKeys(input);
  input.on("data", onData).on("end", onEnd);
  try {
    return await mode.run(paths);
  } finally {
    process.off("SIGINT", quit).off("SIGTERM", quit);
    input.off("data", onData).off("end", onEnd);
    input.setRawMode?.(false);
    input.pause();
    await files?.close();
  }
}

/**
 * Puts the terminal into raw mode, to read single keys. Turns the mode off first: a server that restarts in the same terminal may have
 * ended it, which Node does not notice.
 */
function takeKeys(input: KeyStream): void {
  input.setRawMode?.(false);
  input.setRawMode?.(true);
}

/** The current activity: a run, or the wait for a restart of the target. It ends when its signal aborts. */
interface Activity {
  readonly end: AbortController;
  /** The time of `performance.now()` by which the process must have ended; Infinity unless the user quits. */
  deadline: number;
}

class WatchMode {
  readonly #options: RunArguments;
  readonly #judgeOnce: JudgeOnce;
  readonly #onIdle: () => void;
  #thread: KeptThread | null = null;
  #patterns: readonly string[];
  #failedOnly: boolean;
  #earlier: EarlierRun | null;
  #exitCode: ExitCode = 3;
  #next: Trigger | null = { type: "start" };
  #wake: () => void = () => undefined;
  #activity: Activity | null = null;
  #isJudging = false;
  #quitsWhenIdle = false;

  constructor(options: RunArguments, judgeOnce: JudgeOnce, onIdle: () => void) {
    this.#options = options;
    this.#judgeOnce = judgeOnce;
    this.#onIdle = onIdle;
    this.#patterns = options.rules ?? [];
    this.#failedOnly = options.lastFailed === true;
    this.#earlier = earlierRunIn(options.out);
  }

  /** Ends the current activity and starts another. A second request to quit exits immediately. */
  ask(trigger: Trigger): void {
    if (this.#next?.type === "quit") {
      if (trigger.type === "quit") process.exit(this.#exitCode);
      return;
    }
    this.#next = trigger;
    if (this.#activity !== null && trigger.type === "quit") {
      this.#activity.deadline = performance.now() + STOP_MS;
      if (this.#isJudging) warn("interrupted; writing reports of what was judged");
    }
    this.#activity?.end.abort();
    this.#wake();
  }

  /** Quits when the current activity has ended, because no further key can arrive. */
  quitWhenIdle(): void {
    this.#quitsWhenIdle = true;
    this.#wake();
  }

  async run(paths: readonly string[]): Promise<ExitCode> {
    const thread = keepThread();
    this.#thread = thread;
    const where = paths.length === 0 ? "" : `watching ${paths.map(oneLine).join(", ")}; `;
    try {
      for (;;) {
        const trigger = await this.#take();
        if (trigger.type === "quit") return this.#exitCode;
        this.#choose(trigger);
        const activity: Activity = { end: new AbortController(), deadline: Infinity };
        this.#activity = activity;
        const isLost = await this.#cycle(activity);
        thread.prepare();
        if (this.#next !== null) continue;
        this.#onIdle();
        print(`\n${where}enter judges again, h shows all keys, q quits`);
        this.#awaitRestart(trigger, isLost, activity.end.signal).catch((error: unknown) =>
          warn(String(error)),
        );
      }
    } finally {
      thread.close();
    }
  }

  async #take(): Promise<Trigger> {
    while (this.#next === null) {
      if (this.#quitsWhenIdle) return { type: "quit" };
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const trigger = this.#next;
    // A request to quit stays, so that a second one exits.
    if (trigger.type !== "quit") this.#next = null;
    return trigger;
  }

  #choose(trigger: Trigger): void {
    if (trigger.type === "change") print(`\n${oneLine(trigger.path)} changed`);
    if (trigger.type === "restart") print("\nthe target stopped answering; judging it again");
    if (trigger.type === "failed") this.#failedOnly = true;
    if (trigger.type === "all" || trigger.type === "pattern") this.#failedOnly = false;
    if (trigger.type === "all") this.#patterns = this.#options.rules ?? [];
    if (trigger.type === "pattern")
      this.#patterns = trigger.patterns.length === 0 ? (this.#options.rules ?? []) : trigger.patterns;
  }

  /** Judges once; true if the target stopped answering. Prints errors instead of throwing, because the next change may fix them. */
  async #cycle(activity: Activity): Promise<boolean> {
    try {
      if (!(await this.#isAnswering(activity))) return false;
      this.#isJudging = true;
      return await this.#judge(activity);
    } catch (error) {
      const isMistake = error instanceof UsageError || error instanceof OutputError;
      this.#exitCode = error instanceof UsageError ? 2 : 4;
      const text = traceOf(error);
      warn(isMistake ? error.message : `internal error: ${text}`);
      return false;
    } finally {
      this.#isJudging = false;
    }
  }

  async #isAnswering({ end }: Activity): Promise<boolean> {
    const target = selectTarget(this.#options);
    if (target === null) return true;
    const { baseUrl } = target.profile.target;
    // A server that restarts has the time of a rule.
    const withinMs = target.profile.deadlines.ruleMs;
    const isThere = await answers(target, {
      signal: end.signal,
      withinMs,
      onWait: () => print(`waiting for ${baseUrl} to answer`),
    });
    if (isThere || end.signal.aborted) return isThere;
    this.#exitCode = 3;
    warn(`${baseUrl} did not answer within ${withinMs / 1_000} s`);
    return false;
  }

  async #judge(activity: Activity): Promise<boolean> {
    const { signal } = activity.end;
    const options = { ...this.#options, rules: this.#patterns, lastFailed: this.#failedOnly };
    const { rules } = selectRules(this.#patterns);
    const failed = new Set(this.#earlier?.failed);
    const first = rules.map(({ id }) => id).filter((id) => failed.has(id));
    if (!this.#failedOnly && first.length > 0 && first.length * 2 <= rules.length) {
      const brief = await this.#run({ ...options, rules: first }, activity, true);
      // --bail and --max-violations also skip the remaining rules.
      if (signal.aborted || brief?.interrupted === true) return false;
      if (brief !== null && hasLostTarget(brief)) return true;
    }
    const result = await this.#run(options, activity, false);
    return !signal.aborted && result !== null && hasLostTarget(result);
  }

  async #run(options: RunArguments, activity: Activity, brief: boolean): Promise<RunResult | null> {
    const { signal } = activity.end;
    const isReplaced = (): boolean => signal.aborted && this.#next?.type !== "quit";
    const stop: Stop = {
      signal,
      left: () => activity.deadline - performance.now(),
      release: () => undefined,
    };
    const { exitCode, result } = await this.#judgeOnce(options, {
      stop,
      earlier: this.#earlier,
      brief,
      ...(this.#thread === null ? {} : { thread: this.#thread }),
      stream: {
        // A run that a change has replaced prints nothing more.
        write: (text) => isReplaced() || reportStream.write(text),
        get columns() {
          return reportStream.columns;
        },
      },
    });
    if (!isReplaced()) this.#exitCode = exitCode;
    // The next run is not compared with a run that lost its target.
    if (result === null || hasLostTarget(result)) return result;
    // Changes are shown relative to the last complete run.
    const isPart = brief || signal.aborted;
    if (!isPart || this.#earlier === null) this.#earlier = earlierOf(result);
    else this.#earlier = { ...this.#earlier, failed: result.failed ?? [] };
    return result;
  }

  /** Judges the target again if it restarts after it was judged. */
  async #awaitRestart(trigger: Trigger, isLost: boolean, signal: AbortSignal): Promise<void> {
    try {
      const attempt = trigger.type === "restart" ? trigger.attempt : 0;
      if (isLost && attempt < RESTARTS) return this.ask({ type: "restart", attempt: attempt + 1 });
      const target = trigger.type === "change" ? selectTarget(this.#options) : null;
      if (target === null || target.profile.network.proxy !== undefined) return;
      const stops = await stopsListening(target, { signal, withinMs: target.profile.deadlines.eventMs });
      if (stops && !signal.aborted) this.ask({ type: "restart", attempt: 1 });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }
}

/** Whether the target stopped listening during the run. A single request without an answer may be a fault, and does not count. */
function hasLostTarget({ rules, lost = null }: RunResult): boolean {
  return (
    lost !== null ||
    rules.some(
      ({ verdict, symptom }) =>
        verdict === "inconclusive" && symptom?.kind === "connection" && symptom.fault === "refused",
    )
  );
}
