import { contractOperations, outcomesOf } from "../contract.ts";
import type { Exchange } from "../http/answer.ts";
import type { CoveredOperation } from "../results.ts";

/** How often each documented operation was answered with each status. */
export class Answered {
  readonly #statuses = new Map<string, Map<number, number>>();

  observe({ operation, answer }: Pick<Exchange, "operation" | "answer">): void {
    if (operation === null || answer === null || !contractOperations.has(operation)) return;
    const statuses = this.#statuses.get(operation) ?? new Map<number, number>();
    this.#statuses.set(operation, statuses);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }

  /** How often each documented outcome was reached, and why not. */
  coverage(): readonly CoveredOperation[] {
    return [...contractOperations.values()].map((operation) => {
      const { id, method, path } = operation;
      const statuses = this.#statuses.get(id);
      const outcomes = outcomesOf(operation).map(({ status, codes: [code = 0, ...codes] }) => {
        const times = [code, ...codes].reduce((sum, one) => sum + (statuses?.get(one) ?? 0), 0);
        return { status, times, why: times > 0 ? null : whyNot(code, statuses !== undefined) };
      });
      return { operation: id, method, path, outcomes };
    });
  }
}

function whyNot(code: number, isAnswered: boolean): string {
  if (!isAnswered) return "not asked";
  if (code >= 500) return "no outage";
  if (code === 409) return "no conflict";
  return code === 429 ? "below the limit" : "not answered";
}
