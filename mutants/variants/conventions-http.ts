import { checkoutSessions } from "../../emulator/areas/checkout-sessions/record.ts";
import { disbursements as allDisbursements } from "../../emulator/areas/disbursements/record.ts";
import { paymentIntents } from "../../emulator/areas/payment-intents/record.ts";
import { remittances as allRemittances } from "../../emulator/areas/remittances/record.ts";

import type { Row, Table } from "../../emulator/kernel/table.ts";
import type { Context } from "../../emulator/kernel/types.ts";
import { type Handler, type Hosts, type Variant, inOrder } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { answering, rewriting, variant, wireVariant } from "./parts/variant.ts";
import { part } from "../part.ts";

/** Whether a body can be read as the JSON that it is said to be. */
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

/** A host that serves what the other one does not have. */
const both =
  (first: Handler, second: Handler): Handler =>
  async (request) => {
    const answer = await first(request.clone());
    if (answer.status !== 404 && answer.status !== 405) return answer;
    const text = await answer.clone().text();
    return text.includes("Route not found") || answer.status === 405 ? second(request) : answer;
  };

const RETRIEVALS = ["retrievePaymentIntent", "retrieveDisbursement", "retrieveRemittance"];

/** Retrievals that do not ask whose an object is. */
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
export const conventionsHttpVariants: readonly Variant[] = [
  wireVariant(
    "unknown-routes-are-404",
    "other-statuses",
    "A wrong method is answered 404 in plain text",
    (handler) => async (request) => {
      const answer = await handler(request);
      return answer.status === 405 ? new Response("nothing here", { status: 404 }) : answer;
    },
  ),
  wireVariant(
    "errors-of-other-kinds",
    "other-failure-codes",
    "A refusal with a code has its message under errors as well, and nothing else",
    (handler) =>
      rewriting(handler, (body, status) =>
        [400, 422].includes(status) &&
        isObject(body) &&
        typeof body["code"] === "string" &&
        !("errors" in body)
          ? { ...body, errors: [{ message: body["message"] ?? "refused" }] }
          : body,
      ),
  ),
  variant(
    "not-found-by-type",
    "not-found-resource-words",
    "A 404 names the resource by its type",
    answering(RETRIEVALS, 404, (body) => {
      body["message"] = String(body["message"])
        .replace(/^(\w+) (\w+) not/, "$1_$2 not")
        .toLowerCase();
    }),
  ),
  variant(
    "unreadable-bodies-are-400",
    "malformed-bodies",
    "A body that is no JSON is refused with 400 everywhere",
    part(["unreadableStatus"], (usual) => Object.fromEntries(Object.keys(usual).map((area) => [area, 400]))),
  ),
  variant(
    "foreign-objects-found",
    "foreign-objects",
    "Every merchant finds every object by its id",
    foundByAll,
  ),
  wireVariant(
    "malformed-ids-refused",
    "malformed-identifiers",
    "An id of another form is refused as invalid",
    (handler) => async (request) => {
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
  ),
  wireVariant(
    "content-type-ignored",
    "malformed-bodies",
    "A body of another content type is read as JSON",
    (handler) => (request) => {
      const headers = new Headers(request.headers);
      if (headers.has("content-type")) headers.set("content-type", "application/json");
      return handler(new Request(request, { headers }));
    },
  ),
  {
    // Others refuse an empty body that is declared as JSON: such a server would take no POST without a body.
    ...wireVariant(
      "posts-need-a-content-type",
      "empty-body-content-type",
      "A POST without a content type is refused with 415, also without a body",
      (handler) => (request) =>
        request.method === "POST" && !request.headers.has("content-type")
          ? Promise.resolve(Response.json({ error: "Unsupported Media Type" }, { status: 415 }))
          : handler(request),
    ),
    alone: true,
  },
  wireVariant(
    "failures-with-reasons",
    "other-failure-codes",
    "Refusals of odd amounts are reported by a reason",
    (handler) =>
      rewriting(handler, (body, status) =>
        status === 415 || status === 413 ? { reason: "UNREADABLE" } : body,
      ),
  ),
  wireVariant(
    "versions-in-headers",
    "versioning-policy",
    "Answers report a version and an end of support",
    (handler) => async (request) => {
      const answer = await handler(request);
      const headers = new Headers(answer.headers);
      headers.set("x-api-version", "1.7.3");
      headers.set("sunset", "Sat, 31 Dec 2050 23:59:59 GMT");
      headers.set("deprecation", "@1735689599");
      return new Response(answer.body, { status: answer.status, headers });
    },
  ),
  wireVariant(
    "busy-now-and-then",
    "rate-limits-elsewhere",
    "Every hundredth request outside Connect is asked to come back immediately",
    (handler) => {
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
  ),
  {
    id: "hosts-serve-everything",
    ambiguities: ["hosts"],
    what: "Both hosts serve all routes",
    join: ({ payment, checkout }: Hosts) => ({
      payment: both(payment, checkout),
      checkout: both(checkout, payment),
    }),
  },
  {
    id: "one-host",
    ambiguities: ["hosts"],
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
  wireVariant(
    "unreadable-bodies-in-html",
    "malformed-bodies",
    "A body that is no JSON object is refused with 400 and a page for people",
    (handler) => async (request) =>
      (await isReadable(request))
        ? handler(request)
        : new Response("<h1>Bad Request</h1>", { status: 400, headers: { "content-type": "text/html" } }),
  ),
  wireVariant(
    "unreadable-bodies-break-it",
    "malformed-bodies",
    "A body that is no JSON object ends in a 500 in plain text",
    (handler) => async (request) =>
      (await isReadable(request)) ? handler(request) : new Response("Internal Server Error", { status: 500 }),
  ),
  wireVariant(
    "malformed-ids-have-no-route",
    "malformed-identifiers",
    "An id of another form matches no route",
    (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const [, id] =
        /^\/v1\/(?:payment-intents|disbursement|remittance|sessions)\/([^/]+)$/.exec(pathname) ?? [];
      const isKnown = id === undefined || /^(pi|wt|rem|session)_/.test(id);
      return isKnown ? handler(request) : new Response("no such page", { status: 404 });
    },
  ),
];
