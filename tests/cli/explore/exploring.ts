import { actsOf, type Act } from "../../../suites/walks/acts.ts";
import { explore } from "../../../cli/explore/explore.ts";
import { Passing } from "../../../cli/explore/episode.ts";
import { inSession } from "../../../cli/in-process/session.ts";
import type { TargetSource } from "../../../cli/in-process/target.ts";
import type { RuleResult } from "../../../harness/results.ts";
import { TrafficJudge } from "../../../harness/traffic/traffic-judge.ts";

/** Explores a server in this process. */
export function exploring(
  source: TargetSource,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<{
  readonly violated: readonly string[];
  readonly sent: number;
  readonly acts: readonly Act[];
  readonly done: ReadonlySet<string>;
}> {
  const passing = new Passing();
  const options = { seed, runs: 1, judgesPassive: false, recorderFor: () => passing };
  return inSession(source, options, async (session) => {
    const { profile, keys, budget, supplies } = session;
    const violations: RuleResult[] = [];
    const judge = await TrafficJudge.open({
      ...{ profile, keys, isOwn: true },
      onViolation: (result) => violations.push(result),
    });
    const acts = actsOf(profile, supplies.control);
    const coverage = await explore({
      ...{ session, passing, acts, judge, seed, violations },
      signal: new AbortController().signal,
      cleans: false,
      kept: [],
      goesOn: () => budget.sent() < requests,
    });
    return { violated: violations.map(({ id }) => id), sent: budget.sent(), acts, done: coverage.names() };
  });
}
