import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { messageOf, traceOf } from "../../harness/plain.ts";
import { UnreachableError, UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { type EarlierRun, earlierOf, earlierRunIn } from "../../reports/evidence/comparison.ts";
import { OutputError } from "../../reports/output/output-folder.ts";
import { oneLine } from "../../reports/text/text.ts";
import { print, reportStream, warn } from "../terminal/output.ts";
import type { JudgeOnce, RunArguments } from "../runner/run-options.ts";
import { STOP_MS } from "../runner/stop.ts";
import { keepThread, type KeptThread } from "../runner/threads.ts";
import { selectRules } from "../selection/select-rules.ts";
import { PROFILE_FILE, selectTarget } from "../targets/find.ts";
import { withLevel } from "../targets/describe.ts";
import { watchFiles } from "./changes.ts";
import { answers, hasLostTarget, stopsListening } from "./restarts.ts";

type Key = "again" | "all" | "failed" | "quit";

/** Why a run starts, or what ends the command. */
type Trigger =
  | { readonly type: "start" | Key }
  | { readonly type: "patterns"; readonly patterns: readonly string[] }
  | { readonly type: "change"; readonly path: string }
  /** The target stopped listening during the last run or soon after. */
  | { readonly type: "restart"; readonly attempt: number };

/** Lines of the user. Any other line has patterns of rules. */
const HELP = `  enter    judge again
  f        judge only what failed
  a        judge all rules
  PATTERN  judge these rules: an id, an id with *, an area or a section
  h        show this help
  q        quit`;

const KEYS: Readonly<Record<string, Key>> = { "": "again", a: "all", f: "failed", q: "quit" };

const RESTARTS = 3;

/**
 * Judges the target, and judges it again when files change or when the user asks, until the user quits. Rules that failed come first.
 * Returns the exit code of the last run.
 */
export async function watch(
  options: RunArguments,
  judgeOnce: JudgeOnce,
  input: Readable = process.stdin,
): Promise<ExitCode> {
  const mode = new WatchMode({ ...options, allure: false, watch: false }, judgeOnce);
  const paths = options.watchPath ?? [];
  const files =
    paths.length === 0
      ? null
      : await watchFiles(paths, {
          profile: options.profile ?? PROFILE_FILE,
          out: options.out,
          onChange: (path) => mode.ask({ type: "change", path }),
          onError: (message) => warn(`cannot watch all files: ${message}; press enter to judge again`),
        });
  const quit = (): void => mode.ask({ type: "quit" });
  process.on("SIGINT", quit).on("SIGTERM", quit);
  const lines = createInterface({ input });
  lines.on("line", (line) => {
    const text = line.trim();
    const type = KEYS[text];
    if (type !== undefined) mode.ask({ type });
    else if (text === "h") print(HELP);
    else mode.ask({ type: "patterns", patterns: text.split(/[\s,]+/) });
  });
  // Without files, no further run can be asked for.
  lines.on("close", () => {
    if (files === null) mode.quitWhenIdle();
  });
  try {
    return await mode.run(paths.length === 0 ? "" : `watching ${paths.map(oneLine).join(", ")}; `);
  } finally {
    process.off("SIGINT", quit).off("SIGTERM", quit);
    lines.close();
    await files?.close();
  }
}

class WatchMode {
  readonly #options: RunArguments;
  readonly #judgeOnce: JudgeOnce;
  readonly #thread: KeptThread = keepThread();
  #patterns: readonly string[];
  #failedOnly: boolean;
  #earlier: EarlierRun | null;
  #exitCode: ExitCode = 3;
  #next: Trigger | null = { type: "start" };
  #wake: () => void = () => undefined;
  /** Ends the current run, or the wait for a restart. */
  #end = new AbortController();
  /** The time of `performance.now()` by which the process must have ended; Infinity unless the user quits. */
  #deadline = Infinity;
  #isJudging = false;
  #quitsWhenIdle = false;

  constructor(options: RunArguments, judgeOnce: JudgeOnce) {
    this.#options = options;
    this.#judgeOnce = judgeOnce;
    this.#patterns = options.rules ?? [];
    this.#failedOnly = options.lastFailed === true;
    this.#earlier = earlierRunIn(options.out);
  }

  /** Ends the current run and starts another. A second request to quit exits immediately. */
  ask(trigger: Trigger): void {
    if (this.#next?.type === "quit") {
      if (trigger.type === "quit") process.exit(this.#exitCode);
      return;
    }
    this.#next = trigger;
    if (trigger.type === "quit") {
      this.#deadline = performance.now() + STOP_MS;
      if (this.#isJudging) warn("interrupted; writing reports of what was judged");
    }
    this.#end.abort();
    this.#wake();
  }

  quitWhenIdle(): void {
    this.#quitsWhenIdle = true;
    this.#wake();
  }

  /** Judges until the user quits. `where`: what is watched, for the user. */
  async run(where: string): Promise<ExitCode> {
    try {
      for (;;) {
        const trigger = await this.#take();
        if (trigger.type === "quit") return this.#exitCode;
        this.#choose(trigger);
        this.#end = new AbortController();
        const { signal } = this.#end;
        const isLost = await this.#cycle(signal);
        this.#thread.prepare();
        if (signal.aborted) continue;
        print(`\n${where}enter judges again, h shows help, q quits`);
        if (isLost === null) continue;
        this.#awaitRestart(trigger, isLost, signal).catch((error: unknown) => warn(messageOf(error)));
      }
    } finally {
      this.#thread.close();
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
    if (trigger.type !== "all" && trigger.type !== "patterns") return;
    this.#failedOnly = false;
    this.#patterns = trigger.type === "patterns" ? trigger.patterns : (this.#options.rules ?? []);
  }

  /**
   * Judges once. Returns whether the target stopped listening; null if nothing was judged. Prints errors instead of throwing, because the
   * next change may fix them.
   */
  async #cycle(signal: AbortSignal): Promise<boolean | null> {
    try {
      if (!(await this.#isAnswering(signal))) return null;
      this.#isJudging = true;
      return await this.#judge(signal);
    } catch (error) {
      const isUnreachable = error instanceof UnreachableError;
      const isMistake = isUnreachable || error instanceof UsageError || error instanceof OutputError;
      this.#exitCode = isUnreachable ? 3 : error instanceof UsageError ? 2 : 4;
      warn(isMistake ? error.message : `internal error: ${traceOf(error)}`);
      // A server that restarts may be there but not serve the interface yet.
      return isUnreachable ? false : null;
    } finally {
      this.#isJudging = false;
    }
  }

  async #isAnswering(signal: AbortSignal): Promise<boolean> {
    const target = selectTarget(this.#options);
    if (target === null) return true;
    const { baseUrl } = target.profile.target;
    // A server that restarts has the time of a rule.
    const withinMs = target.profile.deadlines.ruleMs;
    const onWait = (): void => print(`waiting for ${baseUrl} to answer`);
    const isThere = await answers(target, { signal, withinMs, onWait });
    if (isThere || signal.aborted) return isThere;
    this.#exitCode = 3;
    warn(`${baseUrl} did not answer within ${withinMs / 1_000} s`);
    return false;
  }

  /** Judges first what failed, unless it is most of what is selected. */
  async #judge(signal: AbortSignal): Promise<boolean> {
    const chosen = { ...this.#options, rules: this.#patterns, lastFailed: this.#failedOnly };
    const options = withLevel(chosen, selectTarget);
    const { rules } = selectRules(this.#patterns, { kinds: options.kind, level: options.level });
    const failed = new Set(this.#earlier?.failed);
    const first = rules.map(({ id }) => id).filter((id) => failed.has(id));
    if (!this.#failedOnly && first.length > 0 && first.length * 2 <= rules.length) {
      const brief = await this.#run({ ...options, rules: first }, signal, true);
      // --bail and --max-violations also skip the remaining rules.
      if (signal.aborted || brief?.interrupted === true) return false;
      if (brief !== null && hasLostTarget(brief)) return true;
    }
    const result = await this.#run(options, signal, false);
    return !signal.aborted && result !== null && hasLostTarget(result);
  }

  async #run(options: RunArguments, signal: AbortSignal, brief: boolean): Promise<RunResult | null> {
    const isReplaced = (): boolean => signal.aborted && this.#next?.type !== "quit";
    const { exitCode, result } = await this.#judgeOnce(options, {
      stop: { signal, left: () => this.#deadline - performance.now(), release: () => undefined },
      earlier: this.#earlier,
      brief,
      thread: this.#thread,
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
    if (this.#earlier === null || !(brief || signal.aborted)) this.#earlier = earlierOf(result);
    else this.#earlier = { ...this.#earlier, failed: result.failed ?? [] };
    return result;
  }

  /** Judges the target again if it restarts after it was judged, or did so while it was. */
  async #awaitRestart(trigger: Trigger, isLost: boolean, signal: AbortSignal): Promise<void> {
    const attempt = trigger.type === "restart" ? trigger.attempt : 0;
    if (isLost && attempt < RESTARTS) return this.ask({ type: "restart", attempt: attempt + 1 });
    if (trigger.type !== "change") return;
    const target = selectTarget(this.#options);
    if (target === null || target.profile.network.proxy !== undefined) return;
    if (await stopsListening(target, { signal, withinMs: target.profile.deadlines.eventMs }))
      this.ask({ type: "restart", attempt: 1 });
  }
}
