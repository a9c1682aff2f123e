import type { Exchange } from "../http/answer.ts";
import type { RuleResult } from "../results.ts";
import { mayMeanNoRoute } from "./nowhere.ts";

/** What a run knows of the documented routes of its target. */
export class Routes {
  readonly #served = new Map<string, Exchange>();
  readonly #absent = new Set<string>();

  /** Every exchange is told; a success shows that its route is there. */
  see(exchange: Exchange): void {
    const { operation, answer } = exchange;
    if (operation === null || answer === null || answer.status < 200 || answer.status >= 300) return;
    if (!this.#served.has(operation)) this.#served.set(operation, exchange);
  }

  /** The first exchange that shows the route to be there. */
  shownBy(operation: string): Exchange | null {
    return this.#served.get(operation) ?? null;
  }

  isAbsent(operation: string): boolean {
    return this.#absent.has(operation);
  }

  setServed(operation: string, exchange: Exchange): void {
    this.#served.set(operation, exchange);
  }

  setAbsent(operation: string): void {
    this.#absent.add(operation);
  }

  /** Whether an answer may come from a route that is not there, for all that is known. */
  isDoubtful({ operation, answer }: Exchange): boolean {
    if (operation === null || answer === null || this.#served.has(operation)) return false;
    return mayMeanNoRoute(answer.status);
  }
}

const ROUTE = "route.";

/** The need of whatever uses a route. */
export function routeNeed(operation: string): string {
  return `${ROUTE}${operation}`;
}

/** How many rules could not run because the target does not serve a route. */
export function withoutRoute(results: readonly RuleResult[]): number {
  const lacksRoute = ({ verdict, needs }: RuleResult): boolean =>
    verdict === "could_not_run" && needs.some(({ id }) => id.startsWith(ROUTE));
  return results.filter(lacksRoute).length;
}

/** The operation that a need names, or undefined. */
export function routeOf(need: string): string | undefined {
  return need.startsWith(ROUTE) ? need.slice(ROUTE.length) : undefined;
}
