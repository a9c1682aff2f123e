import { contractOperations } from "../contract.ts";
import type { Exchange } from "../http/answer.ts";
import type { AnsweredOperation } from "../results.ts";

/** How often each documented operation was answered with each status. */
export class Answered {
  readonly #statuses = new Map<string, Map<string, number>>();

  observe({ operation, answer }: Pick<Exchange, "operation" | "answer">): void {
    if (operation === null || !contractOperations.has(operation)) return;
    const statuses = this.#statuses.get(operation) ?? new Map<string, number>();
    this.#statuses.set(operation, statuses);
    const status = answer === null ? "none" : String(answer.status);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  list(): readonly AnsweredOperation[] {
    return [...contractOperations.values()].map(({ id, method, path }) => ({
      operation: id,
      method,
      path,
      statuses: Object.fromEntries([...(this.#statuses.get(id) ?? [])].sort()),
    }));
  }
}
