import type { ExitCode } from "../../harness/results.ts";
import { print } from "../terminal/output.ts";
import { planText } from "../plan/plan-text.ts";
import { runPlanFor } from "../plan/plan.ts";
import type { RunArguments } from "../runner/run-options.ts";
import type { Target } from "../targets/describe.ts";

/** Prints what a run would do. The only requests are those that find out whether the target is reachable and what its control offers. */
export async function printPlan(context: { target: Target; options: RunArguments }): Promise<ExitCode> {
  const { target, options } = context;
  const { rules: patterns = [], kind: kinds, level, runs, seed, shard } = options;
  const runPlan = await runPlanFor(target, { patterns, kinds, level, runs, seed, shard });
  const { baseUrl } = target.profile.target;
  const lines = [
    `plan for ${target.embedded ? "the embedded emulator" : baseUrl}, seed ${seed}; nothing is judged`,
    ...planText(runPlan),
  ];
  print(lines.join("\n"));
  return 0;
}
