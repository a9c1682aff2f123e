import { contractOperations } from "../../harness/contract.ts";
import { outcomesOf } from "../../harness/outcomes.ts";
import type { AnsweredOperation } from "../../harness/results.ts";

interface CoveredOperation {
  readonly method: string;
  readonly path: string;
  readonly outcomes: readonly {
    /** `201`, or `2xx` for any success. */
    readonly status: string;
    readonly times: number;
    /** Why the run did not reach it; null if it did. */
    readonly why: string | null;
  }[];
}

/** How often a run has reached each documented outcome, and why not. */
export function coverageOf(answered: readonly AnsweredOperation[]): readonly CoveredOperation[] {
  return answered.flatMap(({ operation, method, path, statuses }) => {
    const documented = contractOperations.get(operation);
    if (documented === undefined) return [];
    const isAsked = Object.keys(statuses).length > 0;
    const outcomes = outcomesOf(documented).map(({ status, codes }) => {
      const times = codes.reduce((sum, code) => sum + (statuses[code] ?? 0), 0);
      return { status, times, why: times > 0 ? null : whyNot(codes[0] ?? 0, isAsked) };
    });
    return [{ method, path, outcomes }];
  });
}

function whyNot(code: number, isAsked: boolean): string {
  if (!isAsked) return "not asked";
  if (code >= 500) return "no outage";
  if (code === 409) return "no conflict";
  return code === 429 ? "below the limit" : "not answered";
}
