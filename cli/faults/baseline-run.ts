import { type Plan, planRun } from "../../harness/run/plan.ts";
import { executePlan } from "../../harness/run/run.ts";
import type { RuleResult } from "../../harness/results.ts";
import type { Handler } from "../../mutants/mutant.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { inSession } from "../in-process/session.ts";
import { inProcess, inThisProcess } from "../in-process/target.ts";
import { answerFaults } from "./answers/fault.ts";
import { Survey } from "./answers/locations.ts";
import type { Fault } from "./fault.ts";
import { requestFaults } from "./requests/fault.ts";
import { ObjectSurvey } from "./requests/objects.ts";

/** The results of a run on the emulator without faults. */
export interface BaselineRun {
  /** Every fault that applies to the observed answers. */
  readonly faults: readonly Fault[];
  /** Checks whose exchanges include answers that the fault could change, those with the fewest exchanges first. */
  readonly checksFor: (fault: Fault) => Plan["checks"];
  /** Rules that the unchanged emulator violates: they cannot detect a fault. */
  readonly unsound: ReadonlySet<string>;
}

/** Short, because there is no network between suite and target. */
const DEADLINES = { exchangeMs: 5_000, ruleMs: 10_000, settleMs: 400, eventMs: 400, consistencyMs: 100 };
const passiveRules = catalogue.filter((rule) => rule.kind === "passive").map((rule) => rule.id);

/** Judges the emulator by the selected rules and records which check read which answers. */
export async function runBaseline(options: {
  seed: number;
  runs: number;
  patterns: readonly string[];
}): Promise<BaselineRun> {
  const answers = new Survey();
  const objects = new ObjectSurvey();
  const whole = planRun({ checks, patterns: options.patterns });
  const exchangesBy = new Map<string, number>();
  const checksByAnswer = new Map<string, Set<string>>();
  const unsound = new Set<string>();
  const violated = await judgeEmulator({
    ...options,
    plan: whole,
    wrap: (handler) => answers.wrap(objects.wrap(handler)),
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
    faults: [...answerFaults(answers.surfaces), ...requestFaults(objects.uses)],
    checksFor: ({ operation, status }) => {
      const ids = checksByAnswer.get(status === null ? operation : `${operation} ${status}`);
      return whole.checks
        .filter(({ rule, check }) => ids?.has(rule.id) === true && check.options.socket !== true)
        .sort((a, b) => (exchangesBy.get(a.rule.id) ?? 0) - (exchangesBy.get(b.rule.id) ?? 0));
    },
    unsound,
  };
}

/** Judges a new emulator behind a proxy. Returns the passive rules that an exchange violated. */
export function judgeEmulator(options: {
  readonly seed: number;
  readonly runs: number;
  readonly plan: Plan;
  readonly wrap: (handler: Handler) => Handler;
  readonly inFlight: number;
  readonly onResult: (result: RuleResult) => void;
  /** Whether to continue, given the passive rules that were violated so far. */
  readonly goOn?: (violated: () => readonly string[]) => boolean;
}): Promise<readonly string[]> {
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
