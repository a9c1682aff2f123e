import { isAbout } from "../../harness/profile/baseline.ts";
import type { RunResult } from "../../harness/results.ts";
import { count } from "../../reports/text/text.ts";
import { proofsByRule } from "../../spec/index.ts";
import { isCountedBy } from "../selection/levels.ts";
import type { RunConfig, RunSettings } from "./run-config.ts";
import { sectionsToLeaveOut } from "../targets/absent-sections.ts";
import type { OperationMap } from "../targets/operation-map.ts";
import { plainTarget, type Target } from "../targets/describe.ts";
import { collect, type Outcome } from "./collect.ts";
import { type JudgingThread, type ThreadOptions, judgeHere } from "./threads.ts";

/** Options of a run. */
export interface JudgeOptions extends Outcome {
  readonly target: Target;
  readonly settings: RunSettings;
  /** The number of violations, without those in the baseline and of rules that the level does not count, after which the run ends. Default: no limit. */
  readonly maxViolations?: number | undefined;
  /** Seconds, with fractions. */
  readonly maxDuration?: number | undefined;
  /** Where the rules are judged. Default: in this thread. */
  readonly thread?: ((options: ThreadOptions) => JudgingThread) | undefined;
  /** What the target serves; null if that is unknown. */
  readonly map?: OperationMap | null | undefined;
  /** Aborted when the run is to end early. */
  readonly stop?: AbortSignal | undefined;
}

/** How long the worker may go on after an interruption, ms. */
interface GracePeriod {
  /** Until it acknowledges. */
  readonly acknowledgedWithin: number;
  /** Until it has cleaned up. */
  readonly endsWithin: number;
}

/** The longest delay of a timer, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a worker that is to end, and abandons it if it does not. */
class Ending {
  /** Resolves when the worker is abandoned. */
  readonly abandoned: Promise<void>;
  readonly abandon: () => void;
  /** To be called when the worker has acknowledged that it is to end. */
  acknowledged: () => void = () => undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(options: { readonly onAbandon: () => void }) {
    let resolve = (): void => undefined;
    this.abandoned = new Promise((done) => {
      resolve = done;
    });
    this.abandon = () => {
      options.onAbandon();
      resolve();
    };
  }

  /** Calls back after `ms` milliseconds, unless `close` is called before. */
  after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(act, Math.min(ms, LONGEST_MS));
    this.#timers.push(timer);
    return timer;
  }

  /** To be called when the worker has been asked to end. Starts the grace period. */
  begin({ acknowledgedWithin, endsWithin }: GracePeriod): void {
    const unacknowledged = this.after(acknowledgedWithin, this.abandon);
    this.acknowledged = () => clearTimeout(unacknowledged);
    this.after(endsWithin, this.abandon);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

/** After a signal, the process must end within two seconds. The remaining time is for the reports. */
const STOPPED: GracePeriod = { acknowledgedWithin: 300, endsWithin: 500 };
/** Time for requests in flight and for the cleanup of each check. */
const TIME_OVER: GracePeriod = { acknowledgedWithin: 2_000, endsWithin: 20_000 };

/** Judges a target. Never rejects because of its behaviour. */
export async function judge(options: JudgeOptions): Promise<RunResult> {
  const { target, settings, stop } = options;
  const config: RunConfig = {
    ...settings,
    target: plainTarget(target),
    // Not with a time limit, because a run takes longer in this order.
    simplestFirst: options.maxViolations !== undefined || settings.maxRequests !== undefined,
    ...(options.map ? { absent: options.map.absent } : {}),
  };
  let thread: JudgingThread | undefined;
  const ending = new Ending({ onAbandon: () => thread?.abandon() });
  let isReported = false;
  const collector = collect({
    ...options,
    config,
    embedded: target.embedded,
    onInterrupt: () => thread?.interrupt(),
    onEnding: () => ending.acknowledged(),
    onEnded: () => {
      isReported = true;
      if (stop?.aborted === true) leave();
    },
  });
  if (options.map) {
    const { operations, keyRefusal } = options.map;
    collector.emit({ type: "mapped", operations, keyRefusal });
  }
  // Does not wait for the thread when all results have arrived and the process is to end.
  const leave = (): void => {
    if (options.thread !== undefined) ending.abandon();
  };
  const end = (why: string, gracePeriod: GracePeriod): void => {
    ending.begin(gracePeriod);
    collector.interrupt(why);
  };
  const onStop = (): void => {
    end("the run was interrupted", STOPPED);
    if (isReported) leave();
  };
  const { maxDuration } = options;
  if (maxDuration !== undefined)
    ending.after(maxDuration * 1_000, () =>
      end(`the limit of ${maxDuration} s (--max-duration) was reached`, TIME_OVER),
    );
  const { known = [] } = options.baseline ?? {};
  const isCounted = isCountedBy(config.level);
  const { maxViolations = Infinity } = options;
  let violations = 0;
  const receive: ThreadOptions["receive"] = (message) => {
    collector.receive(message);
    if (message.type !== "judged" || message.result.verdict !== "violated") return;
    const { result } = message;
    if (!isCounted(result.id) || known.some((entry) => isAbout(entry, result))) return;
    violations += 1;
    if (violations === maxViolations)
      end(`the limit of ${count(violations, "violation")} was reached (--bail, --max-violations)`, TIME_OVER);
  };
  try {
    thread = (options.thread ?? judgeHere)({ config, receive });
    if (stop?.aborted === true) onStop();
    else stop?.addEventListener("abort", onStop, { once: true });
    await Promise.race([thread.done, ending.abandoned]);
    const result = await collector.finish(proofsByRule());
    if (!options.map) return result;
    const { operations } = options.map;
    return { ...result, operations, absentSections: sectionsToLeaveOut(operations, result) };
  } finally {
    ending.close();
    stop?.removeEventListener("abort", onStop);
  }
}
