import type { Exchange } from "../http/answer.ts";
import { mayMeanNoRoute, provesRoute } from "./unserved-path.ts";

/** The number of refusals of a key that wait, for each operation, until its route is known to exist; none of them larger. */
const MOST_WAITING = { count: 100, bytes: 64 * 1024 };

/** What a run knows of the documented routes of its target. */
export class Routes {
  readonly #served = new Map<string, Exchange>();
  readonly #absent = new Set<string>();
  readonly #waiting = new Map<string, Exchange[]>();
  readonly #judge: (exchange: Exchange) => void;

  /** `judge`: judges what comes from a documented route. */
  constructor(options: { readonly judge: (exchange: Exchange) => void }) {
    this.#judge = options.judge;
  }

  /**
   * To be called with every exchange. A success shows that the route exists. A 401 is judged only once its route is known to
   * exist: a target may check the key before it looks for the route.
   */
  observe(exchange: Exchange): void {
    const { operation, answer } = exchange;
    const isSuccess = answer !== null && answer.status >= 200 && answer.status < 300;
    if (operation !== null && isSuccess && provesRoute(exchange)) this.setServed(operation, exchange);
    if (this.mayBeAbsent(exchange)) return;
    if (operation === null || answer?.status !== 401 || this.#served.has(operation)) this.#judge(exchange);
    else if (!this.#absent.has(operation)) this.#wait(operation, exchange, answer.body.byteLength);
  }

  /** The first exchange that shows the route to be there. */
  evidenceFor(operation: string): Exchange | null {
    return this.#served.get(operation) ?? null;
  }

  isAbsent(operation: string): boolean {
    return this.#absent.has(operation);
  }

  setServed(operation: string, exchange: Exchange): void {
    if (this.#served.has(operation)) return;
    this.#served.set(operation, exchange);
    this.#judgeWaiting(operation);
  }

  setAbsent(operation: string): void {
    this.#absent.add(operation);
    this.#waiting.delete(operation);
  }

  /** The run is over: what waited for a route that was never found absent is judged. */
  end(): void {
    for (const operation of [...this.#waiting.keys()]) this.#judgeWaiting(operation);
  }

  #wait(operation: string, exchange: Exchange, bytes: number): void {
    const waiting = this.#waiting.get(operation) ?? [];
    if (waiting.length >= MOST_WAITING.count || bytes > MOST_WAITING.bytes) return;
    this.#waiting.set(operation, [...waiting, exchange]);
  }

  #judgeWaiting(operation: string): void {
    const waiting = this.#waiting.get(operation) ?? [];
    this.#waiting.delete(operation);
    for (const exchange of waiting) this.#judge(exchange);
  }

  /** Whether an answer may come from a route that is not there, for all that is known. */
  mayBeAbsent({ operation, answer }: Exchange): boolean {
    if (operation === null || answer === null || this.#served.has(operation)) return false;
    return mayMeanNoRoute(answer.status);
  }
}

const ROUTE = "route.";

/** The need of whatever uses a route. */
export function routeNeed(operation: string): string {
  return `${ROUTE}${operation}`;
}

/** The operation that a need names, or undefined. */
export function routeOf(need: string): string | undefined {
  return need.startsWith(ROUTE) ? need.slice(ROUTE.length) : undefined;
}
