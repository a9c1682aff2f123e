import type { Fault } from "./fault.ts";
import { type BaselineRun, judgeEmulator } from "./baseline-run.ts";

/** The outcome of one fault. */
export interface FaultOutcome extends Omit<Fault, "excuse" | "proxy"> {
  /**
   * "killed": some rule was violated. "permitted": none was, and none should be. "unreached": the fault changed nothing in the
   * exchanges of the checks. "survived": a check is weak. "broken": the fault caused an internal error of the suite.
   */
  readonly state: "killed" | "permitted" | "unreached" | "survived" | "broken";
  /** The rule that detected it, the class that permits it (also if no check reached it), or the broken check. */
  readonly why: string | null;
  readonly durationMs: number;
}

/** The number of checks to run on a fault that no rule should detect. */
const ENOUGH_CHECKS = 12;

/** Options for judging a fault. */
export interface FaultJudging {
  readonly seed: number;
  readonly runs: number;
  /** Runs every check, even after a violation, to find checks that break. */
  readonly everyCheck: boolean;
}

/** Judges a fault by each check that reads the affected answers, the quickest first, until a rule is violated. */
export async function judgeFault(
  fault: Fault,
  baselineRun: BaselineRun,
  options: FaultJudging,
): Promise<FaultOutcome> {
  const began = performance.now();
  const { id, side, operation, status, path, operator, group, excuse } = fault;
  const { violated, broken, changed } = await judgeOnce(fault, baselineRun, {
    ...options,
    maxChecks: excuse === null || options.everyCheck ? Number.POSITIVE_INFINITY : ENOUGH_CHECKS,
  });
  const ended = (state: FaultOutcome["state"], why: string | null): FaultOutcome => ({
    ...{ id, side, operation, status, path, operator, group },
    state,
    why,
    durationMs: Math.round(performance.now() - began),
  });
  if (broken !== null) return ended("broken", broken);
  if (violated !== null) return ended("killed", violated);
  if (changed === 0) return ended("unreached", excuse?.id ?? null);
  return excuse === null ? ended("survived", null) : ended("permitted", excuse.id);
}

async function judgeOnce(
  fault: Fault,
  baselineRun: BaselineRun,
  options: FaultJudging & { maxChecks: number },
): Promise<{ violated: string | null; broken: string | null; changed: number }> {
  const { wrap, changed } = fault.proxy();
  const selected = baselineRun.checksFor(fault).slice(0, options.maxChecks);
  const plan = {
    judged: [],
    checks: selected.map((entry) => ({ ...entry, reported: true })),
    unjudged: [],
    served: new Map(),
  };
  let violated: string | null = null;
  let broken: string | null = null;
  const isSound = (id: string): boolean => !baselineRun.unsound.has(id);
  const note = (ids: readonly string[]): void => {
    violated ??= ids.find(isSound) ?? null;
  };
  const passive = await judgeEmulator({
    ...options,
    plan,
    wrap,
    inFlight: 4,
    onResult: ({ id, verdict, reason }) => {
      if (verdict === "violated") note([id]);
      if (verdict === "broken" && isSound(id)) broken ??= `${id}: ${reason ?? ""}`;
    },
    goOn: (found) => {
      note(found());
      return violated === null || options.everyCheck;
    },
  });
  // Checks in flight may end after the last call of `goOn`.
  note(passive);
  return { violated, broken, changed: changed() };
}
