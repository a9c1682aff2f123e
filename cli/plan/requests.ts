import type { Plan } from "../../harness/engine/plan.ts";
import { firstChecks } from "../../harness/engine/passive-checks.ts";
import { requestsOfChecks } from "../../harness/engine/recorded-requests.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import { checkRequests } from "../../spec/index.ts";

/**
 * About how many requests the checks of a run send that can be executed, control included, with so many runs of each property: as
 * recorded on the emulator. A target that answers late is polled more often, and one that shows a passive rule otherwise than the
 * emulator is sent more.
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
