import { targetedOperations } from "../emulator/areas/connect/targets.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import type { Ids } from "../emulator/kernel/ids.ts";
import { apiKeys } from "../emulator/kernel/merchants.ts";
import { type Handler, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { isObject } from "../mutants/shared/answers.ts";
import { authenticating } from "../mutants/shared/authentication.ts";
import { everywhere, rewriting, textAndHeaders, withHeaders } from "./parts.ts";
import { brotliCompressSync, gzipSync } from "node:zlib";

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

/** Changes the bytes or the headers of an answer. */
const carried =
  (
    handler: Handler,
    change: (bytes: Uint8Array, headers: Headers) => Uint8Array | ReadableStream<Uint8Array>,
  ): Handler =>
  async (request) => {
    const answer = await handler(request);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    const body = bytes.byteLength === 0 ? null : change(bytes, headers);
    return new Response(body, { status: answer.status, headers });
  };

const CHUNK = 7;

const chunked = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.byteLength; at += CHUNK) controller.enqueue(bytes.slice(at, at + CHUNK));
      controller.close();
    },
  });

/** Accepts ids of any form: vendors are looked up without validating the form. */
const anyForm = part(["connect"], ({ targets }) => ({
  targets: targetedOperations.reduce(
    (changed, operation) => ({
      ...changed,
      [operation]: {
        ...targets[operation],
        classify: (state, caller, id) => {
          const vendor = state.get(vendors, id);
          if (vendor === undefined) return "unknown";
          if (vendor.accountId !== caller.accountId) return "foreign";
          if (vendor.deletedAt !== null) return "deleted";
          return vendor.mode === caller.mode ? undefined : "otherMode";
        },
      } satisfies (typeof targets)[typeof operation],
    }),
    targets,
  ),
}));

/** `id` gets a number that no other id of the emulator has, also after a restart: it derives from the number of the decision. */
const identified =
  (id: (ids: Ids, number: number) => string): Replace =>
  (parts) => ({
    ...anyForm(parts),
    ids: (seed, sequence) => {
      const usual = parts.ids(seed, sequence);
      let drawn = 0;
      return { ...usual, id: (prefix) => `${prefix}${id(usual, sequence * 1_000 + drawn++)}` };
    },
  });

const digits = (ids: Ids, count: number): string =>
  Array.from({ length: count }, (_unused, at) =>
    String(at === 0 ? 1 + ids.integer(9) : ids.integer(10)),
  ).join("");

const hex = (ids: Ids, count: number): string =>
  Array.from({ length: count }, () => ids.integer(16).toString(16)).join("");

/** What a conforming server may do on every route: the format, bytes, messages and delays of its answers, and the form of its ids. */
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
        if (request.method === "POST" && answer.status === 201) {
          const created = await idIn(answer.clone());
          // A repetition with its idempotency key creates nothing.
          if (!createdAt.has(created)) createdAt.set(created, performance.now());
        }
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
  "extra-fields": {
    openPoints: [],
    what: "Every object has extra fields",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value, name) =>
          isObject(value) && name !== "metadata" && name !== "nested"
            ? { ...value, unannounced: true, trace: { depth: 1 } }
            : value,
        ),
      ),
  },
  "other-key-order": {
    openPoints: [],
    what: "Every object has its keys in the opposite order",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
        ),
      ),
  },
  "plain-content-type": {
    openPoints: [],
    what: "The content type is in mixed casing, without parameters",
    wrap: withHeaders((headers) => {
      if (headers.get("content-type")?.startsWith("application/json") === true)
        headers.set("content-type", "Application/JSON");
    }),
  },
  compressed: {
    openPoints: [],
    what: "Answers are compressed for clients that accept gzip",
    // Other variants read the uncompressed body.
    last: true,
    wrap: (handler) =>
      carried(handler, (bytes, headers) => {
        headers.set("content-encoding", "gzip");
        return new Uint8Array(gzipSync(bytes));
      }),
  },
  slow: {
    openPoints: [],
    what: "Every answer is delayed by some milliseconds, by varying times",
    wrap: (handler) => {
      let answers = 0;
      return async (request) => {
        answers += 1;
        const pause = (answers * 7) % 5;
        await new Promise((resolve) => setTimeout(resolve, pause));
        return handler(request);
      };
    },
  },
  indented: {
    openPoints: [],
    what: "Answers are indented, with unicode escaped",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      const { text, headers } = await textAndHeaders(answer);
      const body =
        text.startsWith("{") || text.startsWith("[") ? JSON.stringify(JSON.parse(text), null, 2) : text;
      const escaped = body.replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      return new Response(escaped === "" ? null : escaped, { status: answer.status, headers });
    },
  },
  "compressed-by-brotli": {
    openPoints: [],
    what: "Answers are compressed by brotli for clients that accept it",
    // Other variants read the uncompressed body.
    last: true,
    wrap: (handler) => (request) =>
      /\bbr\b/.test(request.headers.get("accept-encoding") ?? "")
        ? carried(handler, (bytes, headers) => {
            headers.append("content-encoding", "br");
            return new Uint8Array(brotliCompressSync(bytes));
          })(request)
        : handler(request),
  },
  "in-chunks": {
    openPoints: [],
    what: "Answers come in chunks of a few bytes, without a length",
    alone: true,
    socket: true,
    wrap: (handler) => carried(handler, chunked),
  },
  "one-answer-a-connection": {
    openPoints: [],
    what: "Every answer closes its connection",
    alone: true,
    socket: true,
    wrap: withHeaders((headers) => headers.set("connection", "close")),
  },
  "identifiers-count-up": {
    openPoints: [],
    what: "Ids are a prefix and a counter",
    alone: true,
    replace: identified((_ids, number) => String(number)),
  },
  "identifiers-count-in-letters": {
    openPoints: [],
    what: "Ids are a prefix and a counter in base 36",
    alone: true,
    replace: identified((_ids, number) => number.toString(36).toUpperCase()),
  },
  "identifiers-are-numbers": {
    openPoints: [],
    what: "Ids are a prefix and random digits",
    alone: true,
    replace: identified((ids) => digits(ids, 18)),
  },
  "identifiers-are-uuids": {
    openPoints: [],
    what: "Ids are a prefix and a UUID",
    alone: true,
    replace: identified((ids) => [8, 4, 4, 4, 12].map((count) => hex(ids, count)).join("-")),
  },
  "texts-in-other-words": {
    openPoints: [],
    what: "Undocumented messages and errors are in another language",
    wrap: (handler) =>
      rewriting(handler, (body, status) =>
        status === 409 || status === 422 || status >= 500
          ? everywhere(body, (value, name) =>
              name === "message" && typeof value === "string" ? "Cela ne va pas." : value,
            )
          : body,
      ),
  },
  "keys-differ-by-their-prefix": {
    openPoints: [],
    what: "A merchant's live key is its test key with the other prefix",
    alone: true,
    replace: authenticating(({ callerOf }) => ({
      callerOf: (state, key, operation) => {
        const known = callerOf(state, key, operation);
        if (known !== undefined || !key.startsWith("sk_live_")) return known;
        const testKey = state.get(apiKeys, key.replace("sk_live_", "sk_test_"));
        return testKey === undefined ? undefined : { ...testKey.caller, mode: "live" };
      },
    })),
  },
});
