import type { Plan } from "../../harness/engine/plan.ts";
import { firstChecks } from "../../harness/engine/passive-checks.ts";
import { requestsOfChecks } from "../../harness/engine/recorded-requests.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import { checkRequests } from "../../spec/index.ts";

/**
 * Estimates the number of requests of a run, including those to control, as recorded on the emulator. Counts only checks for which
 * `canRun` is true; `runs` is the number of runs of each property. A slow target is polled more often, and a target needs more checks if
 * those that show a passive rule on the emulator do not show it there.
 */
export function requestsOfPlan(
  plan: Plan,
  { runs, canRun }: { runs: number; canRun: (rule: CatalogueRule) => boolean },
): number {
  const ids = firstChecks(plan)
    .map(({ rule }) => rule)
    .filter(canRun)
    .map(({ id }) => id);
  const chosen = new Set(ids);
  const own = ids.map(requestsOfChecks(runs));
  const shared = checkRequests().shared.map(([requests, ...checks]) =>
    checks.some((id) => chosen.has(id)) ? requests : 0,
  );
  return Math.ceil([...own, ...shared].reduce((sum, requests) => sum + requests, 0));
}
