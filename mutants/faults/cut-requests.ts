import type { Wrap } from "../mutant.ts";
import { type Exchange, treating } from "./exchange.ts";
import { KEY, underAnotherKey } from "./requests.ts";

/* Faults in the handling of requests whose clients give up before they are answered. */

const markOf = ({ url, headers }: Exchange): string => `${url.pathname} ${headers.get(KEY) ?? ""}`;

const conflict = (code: string): Response =>
  Response.json({ code, message: "The key is in use" }, { status: 409 });

/** What happens to a cut request, and to the next ones with its key. */
const afterCut = (
  route: string | RegExp,
  behave: {
    readonly cut?: (exchange: Exchange) => Promise<Response>;
    readonly repeated?: (exchange: Exchange) => Promise<Response>;
  },
): Wrap =>
  treating(route, () => {
    const cut = new Set<string>();
    return (exchange) => {
      const mark = markOf(exchange);
      if (cut.has(mark)) return (behave.repeated ?? ((again) => again.forward()))(exchange);
      if (!exchange.signal.aborted) return exchange.forward();
      if (exchange.headers.get(KEY) !== null) cut.add(mark);
      return (behave.cut ?? ((first) => first.forward()))(exchange);
    };
  });

/** Executes the repetitions of a cut request, too. */
export const repeatedAgain = (route: string | RegExp): Wrap =>
  afterCut(route, { repeated: (exchange) => exchange.forward(underAnotherKey(exchange)) });

/** Never frees the key of a cut request. */
export const lockedForEver = (route: string | RegExp): Wrap =>
  afterCut(route, { repeated: () => Promise.resolve(conflict("E_IDEMPOTENCY_CONFLICT")) });

/** Drops a cut request, but counts its key as used. */
export const spentUnused = (route: string | RegExp): Wrap =>
  afterCut(route, {
    cut: () => Promise.resolve(conflict("E_DUPLICATE_OPERATION")),
    repeated: () => Promise.resolve(conflict("E_DUPLICATE_OPERATION")),
  });

/** Executes a cut request twice, as if its connection had to be tried again. */
export const triedAgain = (route: string | RegExp): Wrap =>
  afterCut(route, {
    cut: async (exchange) => {
      await exchange.forward();
      return exchange.forward(underAnotherKey(exchange));
    },
  });

/** Refuses requests with a key while one for another vendor is in progress. */
export const lockedByOthers = (
  route: string | RegExp,
  refusal: { readonly status: number; readonly code: string },
): Wrap =>
  treating(route, () => {
    const inProgress = new Map<Exchange, string>();
    return async (exchange) => {
      const { url, body, headers } = exchange;
      if (headers.get(KEY) === null) return exchange.forward();
      const subject = `${url.pathname} ${JSON.stringify(body)}`;
      const others = [...inProgress.values()].filter((other) => other !== subject);
      if (others.length > 0)
        return Response.json({ code: refusal.code, message: "Busy" }, { status: refusal.status });
      inProgress.set(exchange, subject);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = await exchange.forward();
      inProgress.delete(exchange);
      return answer;
    };
  });

/** Applies the first of overlapping requests again after each later one. */
export const staleAgain = (route: string | RegExp, isStale: (exchange: Exchange) => boolean): Wrap =>
  treating(route, () => {
    let inProgress = 0;
    let stale: Exchange | null = null;
    return async (exchange) => {
      inProgress += 1;
      const later = stale;
      if (inProgress > 1 && isStale(exchange)) stale ??= exchange;
      await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = await exchange.forward();
      if (later !== null) await later.forward({ headers: later.headers });
      inProgress -= 1;
      return answer;
    };
  });
