import type { Handler, Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";

/** The id in an answer; "" if it has none or cannot be read. */
async function idIn(answer: Response): Promise<string> {
  try {
    const body: unknown = await answer.json();
    return isObject(body) && typeof body["id"] === "string" ? body["id"] : "";
  } catch {
    return "";
  }
}

/** How long readings lag behind writes under the same key, ms. */
const LAG_MS = 40;

/** Almost as long as the profile permits, ms: readings that take as long as an answer show an old state when they arrive. */
const LONG_LAG_MS = 250;
const LATE_MS = 350;

const LAGGING =
  /^\/v1\/(connect\/(accounts|activations|payout_schedule|overview|accounts\/[^/]+\/(compliance|transactions))|remittance|subscriptions\/[^/]+|test-helpers\/test-clocks(\/[^/]+)?)$/;

const RETRIEVALS = /^\/v1\/(payment-intents|disbursement|remittance)\/[^/]+$/;

/** How long a service counts as out after it was found to be out, ms. */
const BREAK_MS = 40;

/** A vendor as it was last read. */
interface Shown {
  readonly answer: Response;
  readonly text: string;
}

const ALLOCATIONS = "/v1/connect/allocations";

/** The vendor whose money a request moves. `owners` has the vendors of the allocations so far. */
async function vendorOf(request: Request, owners: ReadonlyMap<string, string>): Promise<string | undefined> {
  const { pathname } = new URL(request.url);
  const withdrawing = /^\/v1\/connect\/accounts\/([^/]+)\/withdrawals$/.exec(pathname)?.[1];
  if (withdrawing !== undefined) return withdrawing;
  const reversed = /^\/v1\/connect\/allocations\/([^/]+)\/reversals$/.exec(pathname)?.[1];
  if (reversed !== undefined) return owners.get(reversed);
  if (pathname !== ALLOCATIONS) return undefined;
  try {
    const body: unknown = JSON.parse(await request.clone().text());
    return isObject(body) && typeof body["destination"] === "string" ? body["destination"] : undefined;
  } catch {
    return undefined;
  }
}

/** For this many ms after its money moved, a vendor is read as it was before. */
const laggingBalances = (handler: Handler, lagMs: number): Handler => {
  const owners = new Map<string, string>();
  const latest = new Map<string, Shown>();
  const pasts = new Map<string, Shown & { readonly until: number }>();
  const isPast = (acct: string): boolean => performance.now() < (pasts.get(acct)?.until ?? 0);
  const look = async (acct: string, answer: Response): Promise<void> => {
    if (!answer.ok) return;
    const text = await answer.clone().text();
    const last = latest.get(acct);
    latest.set(acct, { answer: answer.clone(), text });
    if (last === undefined || last.text === text || isPast(acct)) return;
    pasts.set(acct, { ...last, until: performance.now() + lagMs });
  };
  const read = (request: Request, acct: string): Promise<Response> =>
    handler(
      new Request(new URL(`/v1/connect/accounts/${acct}`, request.url), {
        headers: { authorization: request.headers.get("authorization") ?? "" },
      }),
    );
  return async (request) => {
    const { pathname } = new URL(request.url);
    const vendor = /^\/v1\/connect\/accounts\/([^/]+)$/.exec(pathname)?.[1];
    if (request.method === "GET" && vendor !== undefined) {
      const now = await handler(request);
      await look(vendor, now);
      const late = isPast(vendor) ? pasts.get(vendor) : undefined;
      return now.ok && late !== undefined ? late.answer.clone() : now;
    }
    const moved = request.method === "POST" ? await vendorOf(request, owners) : undefined;
    if (moved === undefined) return handler(request);
    await look(moved, await read(request, moved));
    const answer = await handler(request);
    await look(moved, await read(request, moved));
    if (answer.ok && pathname === ALLOCATIONS) owners.set(await idIn(answer.clone()), moved);
    return answer;
  };
};

/** Servers whose reads lag behind their writes. */
export const variants = named<Variant>({
  "readings-lag": {
    openPoints: [],
    what: "Shortly after a write, lists and settings show the old state, and new objects are not found",
    wrap: (handler) => {
      const writtenAt = new Map<string, number>();
      const known = new Map<string, { readonly answer: Response; readonly at: number }>();
      const isRecent = (at = -Infinity): boolean => performance.now() - at < LAG_MS;
      return async (request) => {
        const { pathname, search } = new URL(request.url);
        const key = request.headers.get("authorization") ?? "";
        if (request.method !== "GET") {
          const answer = await handler(request);
          if (!answer.ok) return answer;
          for (const written of [key, await idIn(answer.clone())]) writtenAt.set(written, performance.now());
          return answer;
        }
        const reading = `${key} ${pathname}${search}`;
        const before = known.get(reading);
        const answer = await handler(request);
        const isLate = LAGGING.test(pathname) && isRecent(writtenAt.get(key));
        const isRead = answer.ok || answer.status === 404;
        if (isRead && isLate && before !== undefined && isRecent(before.at)) return before.answer.clone();
        const isNew = isRecent(writtenAt.get(pathname.slice(pathname.lastIndexOf("/") + 1)));
        if (isNew && answer.ok && RETRIEVALS.test(pathname))
          return Response.json({ message: "Object not found" }, { status: 404 });
        if (answer.ok) known.set(reading, { answer: answer.clone(), at: performance.now() });
        return answer;
      };
    },
  },
  "creations-known-later": {
    openPoints: [],
    what: "Shortly after its creation, a vendor or a test clock is not found",
    wrap: (handler) => {
      const createdAt = new Map<string, number>();
      return async (request) => {
        const answer = await handler(request);
        const { pathname } = new URL(request.url);
        if (request.method === "POST" && answer.status === 201)
          createdAt.set(await idIn(answer.clone()), performance.now());
        if (request.method !== "GET" || !answer.ok) return answer;
        const [, id = ""] =
          /\/((?:acct|clock)_[^/]+)(?:\/(?:compliance|transactions))?$/.exec(pathname) ?? [];
        if (id === "" || performance.now() - (createdAt.get(id) ?? -Infinity) >= LAG_MS) return answer;
        return id.startsWith("acct_")
          ? Response.json({ message: "Forbidden" }, { status: 403 })
          : Response.json({ error: "Test clock not found", code: "TEST_CLOCK_NOT_FOUND" }, { status: 404 });
      };
    },
  },
  "balances-lag": {
    openPoints: [],
    what: "Shortly after money moved, a vendor shows its old balances",
    wrap: (handler) => laggingBalances(handler, LAG_MS),
  },
  "answers-and-balances-late": {
    openPoints: [],
    what: "A vendor shows its old balances after money moved, and answers take longer than that",
    alone: true,
    wrap: (handler) => {
      const lagging = laggingBalances(handler, LONG_LAG_MS);
      return async (request) => {
        const answer = await lagging(request);
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        return answer;
      };
    },
  },
  "services-back-a-moment-later": {
    openPoints: [],
    what: "After an outage, requests are refused for a moment longer without trying the service",
    wrap: (handler) => {
      const refused = new Map<string, { readonly answer: Response; readonly until: number }>();
      return async (request) => {
        const route = `${request.headers.get("authorization")} ${request.method} ${new URL(request.url).pathname}`;
        const before = refused.get(route);
        if (before !== undefined && performance.now() < before.until) return before.answer.clone();
        const answer = await handler(request);
        if (answer.status === 503)
          refused.set(route, { answer: answer.clone(), until: performance.now() + BREAK_MS });
        return answer;
      };
    },
  },
});
