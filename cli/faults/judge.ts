import type { RuleResult } from "../../harness/results.ts";
import { type Plan, planRun } from "../../harness/run/plan.ts";
import { executePlan } from "../../harness/run/run.ts";
import type { Wrap } from "../../mutants/mutant.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { inSession } from "../in-process/session.ts";
import { inProcess, inThisProcess } from "../in-process/target.ts";
import { answerFaults } from "./answers.ts";
import type { Fault } from "./fault.ts";
import { reasonFor } from "./permitted.ts";
import { requestFaults } from "./requests.ts";
import { Survey } from "./survey.ts";

/** The results of a run on the emulator without faults. */
export interface Baseline {
  /** Every fault at the observed places. */
  readonly faults: readonly Fault[];
  /** Checks whose exchanges include answers that the fault could change, those with the fewest exchanges first. */
  readonly checksFor: (fault: Fault) => Plan["checks"];
  /** Rules that the unchanged emulator violates: they cannot detect a fault. */
  readonly unsound: ReadonlySet<string>;
}

interface Judging {
  readonly seed: number;
  readonly runs: number;
}

/** The outcome of one fault. */
export interface FaultOutcome extends Pick<Fault, "id" | "operator"> {
  /**
   * "killed": some rule was violated. "permitted": none was, and none should be. "unreached": the fault changed nothing in the
   * exchanges of the checks. "survived": a check is weak. "broken": the fault caused an internal error of the suite.
   */
  readonly state: "killed" | "permitted" | "unreached" | "survived" | "broken";
  /** The rule that detected it, the reason that permits it (also if no check reached it), or the broken check. */
  readonly why: string | null;
}

/** Short, because there is no network between suite and target. */
const DEADLINES = { exchangeMs: 5_000, ruleMs: 10_000, settleMs: 400, eventMs: 400, consistencyMs: 100 };
/** The number of checks to run on a fault that no rule should detect. */
const ENOUGH_CHECKS = 12;
const passiveRules = catalogue.filter((rule) => rule.kind === "passive").map((rule) => rule.id);

/** Judges the emulator by the selected rules and records which check read which answers. */
export async function runBaseline(options: Judging & { patterns: readonly string[] }): Promise<Baseline> {
  const survey = new Survey();
  const whole = planRun({ checks, patterns: options.patterns });
  const exchangesBy = new Map<string, number>();
  const checksByAnswer = new Map<string, Set<string>>();
  const unsound = new Set<string>();
  const violated = await judgeEmulator({
    ...options,
    plan: whole,
    wrap: survey.wrap,
    inFlight: 8,
    onResult: (result) => {
      exchangesBy.set(result.id, result.exchanges);
      if (result.verdict === "violated" || result.verdict === "broken") unsound.add(result.id);
      for (const answer of result.answers ?? []) {
        for (const key of [answer.split(" ")[0] ?? "", answer]) {
          const all = checksByAnswer.get(key) ?? new Set();
          checksByAnswer.set(key, all.add(result.id));
        }
      }
    },
  });
  for (const id of violated) unsound.add(id);
  return {
    faults: [...answerFaults(survey.surfaces), ...requestFaults(survey.uses)],
    checksFor: ({ operation, status }) => {
      const ids = checksByAnswer.get(status === null ? operation : `${operation} ${status}`);
      return whole.checks
        .filter(({ rule, check }) => ids?.has(rule.id) === true && check.options.socket !== true)
        .sort((a, b) => (exchangesBy.get(a.rule.id) ?? 0) - (exchangesBy.get(b.rule.id) ?? 0));
    },
    unsound,
  };
}

/** Judges a fault by each check that reads the affected answers, the quickest first, until a rule is violated. */
export async function judgeFault(fault: Fault, baseline: Baseline, options: Judging): Promise<FaultOutcome> {
  const reason = reasonFor(fault);
  const checksFor = baseline.checksFor(fault);
  const selected = reason === null ? checksFor : checksFor.slice(0, ENOUGH_CHECKS);
  let changed = 0;
  let violated: string | null = null;
  let broken: string | null = null;
  const isSound = (id: string): boolean => !baseline.unsound.has(id);
  const note = (ids: readonly string[]): void => {
    violated ??= ids.find(isSound) ?? null;
  };
  const passive = await judgeEmulator({
    ...options,
    plan: {
      judged: [],
      checks: selected.map((entry) => ({ ...entry, reported: true, required: true })),
      unjudged: [],
      served: new Map(),
    },
    wrap: counting(fault.wrap, () => {
      changed += 1;
    }),
    inFlight: 4,
    onResult: ({ id, verdict, reason: cause }) => {
      if (verdict === "violated") note([id]);
      if (verdict === "broken" && isSound(id)) broken ??= `${id}: ${cause ?? ""}`;
    },
    goOn: (found) => {
      note(found());
      return violated === null;
    },
  });
  // Checks in flight may end after the last call of `goOn`.
  note(passive);
  const ended = (state: FaultOutcome["state"], why: string | null): FaultOutcome => ({
    id: fault.id,
    operator: fault.operator,
    state,
    why,
  });
  if (broken !== null) return ended("broken", broken);
  if (violated !== null) return ended("killed", violated);
  if (changed === 0) return ended("unreached", reason);
  return ended(reason === null ? "survived" : "permitted", reason);
}

/** A faulty target that reports each exchange that it changes: it forwards another request than it got, or answers something else. */
const counting =
  (wrap: Wrap, changes: () => void): Wrap =>
  (handler) => {
    const answers = new WeakMap<Request, Response | null>();
    const faulty = wrap(async (request) => {
      if (!answers.has(request)) changes();
      const answer = await handler(request);
      answers.set(request, answer);
      return answer;
    });
    return async (request) => {
      answers.set(request, null);
      const answer = await faulty(request);
      if (answers.get(request) !== answer) changes();
      return answer;
    };
  };

/** Judges a new emulator behind a fault. Returns the passive rules that an exchange violated. */
function judgeEmulator(
  options: Judging & {
    readonly plan: Plan;
    readonly wrap: Wrap;
    readonly inFlight: number;
    readonly onResult: (result: RuleResult) => void;
    /** Whether to continue, given the passive rules that were violated so far. */
    readonly goOn?: (violated: () => readonly string[]) => boolean;
  },
): Promise<readonly string[]> {
  const { seed, runs, plan, wrap, inFlight, onResult, goOn = () => true } = options;
  const open = () => {
    const target = inProcess(inThisProcess({ seed }), wrap);
    return Promise.resolve({ ...target, profile: { ...target.profile, deadlines: DEADLINES, inFlight } });
  };
  return inSession({ time: "simulated", open }, { seed, runs }, async (session) => {
    const violated = (): readonly string[] => passiveRules.filter((id) => session.judge.tally(id).broken > 0);
    await executePlan({
      session,
      plan,
      signal: new AbortController().signal,
      replay: () => null,
      onResult,
      goOn: () => goOn(violated),
    });
    return violated();
  });
}
