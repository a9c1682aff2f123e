import { UsageError } from "../../harness/profile/usage-error.ts";
import type { RuleResult } from "../../harness/results.ts";
import { sessionAt } from "../targets/session.ts";
import type { Target } from "../targets/target.ts";
import { actsOf } from "../../suites/walks/acts.ts";
import { isStep } from "./corpus.ts";
import { Passing } from "./passing.ts";
import { violates } from "./shrink.ts";

/** Performs recorded steps again with new accounts. The result of the rule if they violate it; null if they do not. */
export async function replaySteps(
  target: Target,
  recorded: { readonly rule: string; readonly seed: number; readonly steps: readonly unknown[] },
  signal: AbortSignal,
): Promise<RuleResult | null> {
  const { rule, seed } = recorded;
  const steps = recorded.steps.filter(isStep);
  if (steps.length < recorded.steps.length)
    throw new UsageError("the recorded steps are not those of an exploration");
  const passing = new Passing();
  const connections = target.profile.inFlight;
  const session = await sessionAt(target, {
    connections,
    seed,
    signal,
    judgesPassive: false,
    recorderFor: () => passing,
  });
  try {
    const acts = actsOf(session.profile, session.supplies.control);
    return await violates(
      { session, passing, acts, signal, cleans: !target.embedded },
      { rule, steps, seed },
    );
  } finally {
    await session.close();
  }
}
