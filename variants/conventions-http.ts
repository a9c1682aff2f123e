import { checkoutSessions } from "../emulator/areas/checkout-sessions/record.ts";
import { disbursements as allDisbursements } from "../emulator/areas/disbursements/record.ts";
import { paymentIntents } from "../emulator/areas/payment-intents/record.ts";
import { remittances as allRemittances } from "../emulator/areas/remittances/record.ts";
import type { Row, Table } from "../emulator/kernel/table.ts";
import type { Context } from "../emulator/kernel/types.ts";
import { type Handler, inOrder, named, part } from "../mutants/mutant.ts";
import type { Hosts, Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import { rewriting, withHeaders } from "./parts.ts";

/** Whether a body is valid JSON if it is declared as JSON. */
async function isReadable(request: Request): Promise<boolean> {
  if (request.method !== "POST" || !new URL(request.url).pathname.startsWith("/v1/")) return true;
  const text = await request.clone().text();
  const type = request.headers.get("content-type") ?? "";
  if (text === "" && type === "") return true;
  try {
    return type.startsWith("application/json") && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Passes a request to the second host if the first one has no such route. */
const both =
  (first: Handler, second: Handler): Handler =>
  async (request) => {
    const answer = await first(request.clone());
    if (answer.status !== 404 && answer.status !== 405) return answer;
    const text = await answer.clone().text();
    return text.includes("Route not found") || answer.status === 405 ? second(request) : answer;
  };

const RETRIEVALS = ["retrievePaymentIntent", "retrieveDisbursement", "retrieveRemittance"];

/** Retrieves objects of every merchant. */
const foundByAll = inOrder(
  part(["paymentIntents", "retrieve"], () => ({ find: anybodys(paymentIntents) })),
  part(["checkoutSessions", "retrieve"], () => ({ find: anybodys(checkoutSessions) })),
  part(["disbursements", "retrieve"], () => ({ find: anybodys(allDisbursements) })),
  part(["remittances", "retrieve"], () => ({ find: anybodys(allRemittances) })),
);

function anybodys<R extends Row>(table: Table<R>): (context: Context) => R | undefined {
  return ({ state, command }) => state.get(table, command.params["id"] ?? "");
}

/** Other choices at the open points in `spec/areas/conventions.yaml`: hosts, statuses, unreadable bodies and ids. */
export const variants = named<Variant>({
  "unknown-routes-are-404": {
    openPoints: ["other-statuses"],
    what: "A wrong method returns 404 in plain text",
    wrap: (handler) => async (request) => {
      const answer = await handler(request);
      return answer.status === 405 ? new Response("nothing here", { status: 404 }) : answer;
    },
  },
  "errors-of-other-kinds": {
    openPoints: ["other-failure-codes"],
    what: "A refusal with a code also has its message under `errors`",
    wrap: (handler) =>
      rewriting(handler, (body, status) =>
        [400, 422].includes(status) &&
        isObject(body) &&
        typeof body["code"] === "string" &&
        !("errors" in body)
          ? { ...body, errors: [{ message: body["message"] ?? "refused" }] }
          : body,
      ),
  },
  "not-found-by-type": {
    openPoints: ["not-found-resource-words"],
    what: "A 404 names the resource by its type",
    replace: answering(RETRIEVALS, 404, (body) => {
      body["message"] = String(body["message"])
        .replace(/^(\w+) (\w+) not/, "$1_$2 not")
        .toLowerCase();
    }),
  },
  "unreadable-bodies-are-400": {
    openPoints: ["malformed-bodies"],
    what: "A body that is not JSON is refused with 400 everywhere",
    replace: part(["unreadableStatus"], (usual) =>
      Object.fromEntries(Object.keys(usual).map((area) => [area, 400])),
    ),
  },
  "foreign-objects-found": {
    openPoints: ["foreign-objects"],
    what: "Every merchant finds every object by its id",
    replace: foundByAll,
  },
  "malformed-ids-refused": {
    openPoints: ["malformed-identifiers"],
    what: "An id of another form is refused as invalid",
    wrap: (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const [, id] =
        /^\/v1\/(?:payment-intents|disbursement|remittance|sessions)\/([^/]+)$/.exec(pathname) ?? [];
      if (
        id === undefined ||
        /^(pi|wt|rem|session)_/.test(id) ||
        request.headers.get("authorization") === null
      ) {
        return handler(request);
      }
      return Response.json(
        { errors: [{ rule: "format", field: "id", message: "unreadable" }] },
        { status: 400 },
      );
    },
  },
  "content-type-ignored": {
    openPoints: ["malformed-bodies"],
    what: "A body of another content type is read as JSON",
    wrap: (handler) => (request) => {
      const headers = new Headers(request.headers);
      if (headers.has("content-type")) headers.set("content-type", "application/json");
      return handler(new Request(request, { headers }));
    },
  },
  // Not combined with variants that refuse an empty body declared as JSON: then no POST without a body would be possible.
  "posts-need-a-content-type": {
    openPoints: ["empty-body-content-type"],
    what: "A POST without a content type is refused with 415, even without a body",
    alone: true,
    wrap: (handler) => (request) =>
      request.method === "POST" && !request.headers.has("content-type")
        ? Promise.resolve(Response.json({ error: "Unsupported Media Type" }, { status: 415 }))
        : handler(request),
  },
  "failures-with-reasons": {
    openPoints: ["other-failure-codes"],
    what: "Refusals of unreadable and of oversized bodies have only a `reason`",
    wrap: (handler) =>
      rewriting(handler, (body, status) =>
        status === 415 || status === 413 ? { reason: "UNREADABLE" } : body,
      ),
  },
  "versions-in-headers": {
    openPoints: ["versioning-policy"],
    what: "Answers have headers with a version and an end of support",
    wrap: withHeaders((headers) => {
      headers.set("x-api-version", "1.7.3");
      headers.set("sunset", "Sat, 31 Dec 2050 23:59:59 GMT");
      headers.set("deprecation", "@1735689599");
    }),
  },
  "busy-now-and-then": {
    openPoints: ["rate-limits-elsewhere"],
    what: "Every hundredth request outside Connect returns 429 with `Retry-After: 0`",
    wrap: (handler) => {
      let requests = 0;
      return async (request) => {
        const { pathname } = new URL(request.url);
        const outside = !pathname.startsWith("/v1/connect/") && !pathname.startsWith("/v1/events");
        if (outside) requests += 1;
        return outside && requests % 100 === 0
          ? Response.json({ message: "Too many requests" }, { status: 429, headers: { "retry-after": "0" } })
          : handler(request);
      };
    },
  },
  "hosts-serve-everything": {
    openPoints: ["hosts"],
    what: "Both hosts serve all routes",
    join: ({ payment, checkout }: Hosts) => ({
      payment: both(payment, checkout),
      checkout: both(checkout, payment),
    }),
  },
  "one-host": {
    openPoints: ["hosts"],
    what: "One host serves everything",
    alone: true,
    join: ({ payment, checkout }: Hosts) => ({
      payment: both(payment, checkout),
      checkout: () => Promise.resolve(new Response("gone", { status: 421 })),
    }),
    describe: (usual) => ({
      ...usual,
      target: { ...usual.target, checkoutUrl: usual.target.baseUrl },
    }),
  },
  "unreadable-bodies-in-html": {
    openPoints: ["malformed-bodies"],
    what: "A body that is not a JSON object is refused with 400 and an HTML page",
    wrap: (handler) => async (request) =>
      (await isReadable(request))
        ? handler(request)
        : new Response("<h1>Bad Request</h1>", { status: 400, headers: { "content-type": "text/html" } }),
  },
  "unreadable-bodies-break-it": {
    openPoints: ["malformed-bodies"],
    what: "A body that is not a JSON object returns a 500 in plain text",
    wrap: (handler) => async (request) =>
      (await isReadable(request)) ? handler(request) : new Response("Internal Server Error", { status: 500 }),
  },
  "malformed-ids-have-no-route": {
    openPoints: ["malformed-identifiers"],
    what: "An id of another form matches no route",
    wrap: (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const [, id] =
        /^\/v1\/(?:payment-intents|disbursement|remittance|sessions)\/([^/]+)$/.exec(pathname) ?? [];
      const isKnown = id === undefined || /^(pi|wt|rem|session)_/.test(id);
      return isKnown ? handler(request) : new Response("no such page", { status: 404 });
    },
  },
});
