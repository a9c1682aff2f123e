import { brotliCompressSync } from "node:zlib";
import { targetedOperations } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import type { Ids } from "../../emulator/kernel/ids.ts";
import { connecting } from "../connect/parts.ts";
import type { Handler, Hosts, Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { fielding } from "../shared/creations.ts";
import { recordingPayouts } from "../shared/payouts.ts";
import { answering, everywhere, rewriting, variant, wireVariant } from "./parts/variant.ts";

/** An answer with other bytes or headers. */
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

const transport: readonly Variant[] = [
  wireVariant(
    "compressed-by-brotli",
    [],
    "Answers are compressed by brotli for those who take it",
    (handler) => (request) =>
      /\bbr\b/.test(request.headers.get("accept-encoding") ?? "")
        ? carried(handler, (bytes, headers) => {
            headers.set("content-encoding", "br");
            return new Uint8Array(brotliCompressSync(bytes));
          })(request)
        : handler(request),
  ),
  {
    ...wireVariant("in-chunks", [], "Answers come in chunks of a few bytes, without a length", (handler) =>
      carried(handler, chunked),
    ),
    alone: true,
    socket: true,
  },
  {
    ...wireVariant(
      "one-answer-a-connection",
      [],
      "Every answer closes its connection",
      (handler) => async (request) => {
        const answer = await handler(request);
        const headers = new Headers(answer.headers);
        headers.set("connection", "close");
        return new Response(answer.body, { status: answer.status, headers });
      },
    ),
    alone: true,
    socket: true,
  },
  wireVariant(
    "versions-in-headers",
    "versioning-policy",
    "Answers tell a version and an end of support",
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
    "Every hundredth request outside Connect is asked to come back at once",
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
  wireVariant(
    "more-routes-for-intents",
    "intent-other-operations",
    "Intents can be listed, confirmed and canceled",
    (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const lists = request.method === "GET" && pathname === "/v1/payment-intents";
      const [, act] = /^\/v1\/payment-intents\/[^/]+\/(confirm|cancel)$/.exec(pathname) ?? [];
      if (lists) return Response.json({ data: [] });
      return act !== undefined && request.method === "POST"
        ? Response.json({ status: act === "cancel" ? "canceled" : "processing" })
        : handler(request);
    },
  ),
];

/** A host that serves what the other one does not have. */
const both =
  (first: Handler, second: Handler): Handler =>
  async (request) => {
    const answer = await first(request.clone());
    if (answer.status !== 404 && answer.status !== 405) return answer;
    const text = await answer.clone().text();
    return text.includes("Route not found") || answer.status === 405 ? second(request) : answer;
  };

const hosts: readonly Variant[] = [
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
];

/** Vendors are known by being there: the form of their identifiers says nothing. */
const anyForm = (parts: Parts): Parts =>
  connecting(parts, ({ targets }) => ({
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

const identified = (parts: Parts, id: (ids: Ids) => string): Parts => ({
  ...anyForm(parts),
  ids: (seed, sequence) => {
    const usual = parts.ids(seed, sequence);
    return { ...usual, id: (prefix) => `${prefix}${id(usual)}` };
  },
});

const digits = (ids: Ids, count: number): string =>
  Array.from({ length: count }, (_unused, at) =>
    String(at === 0 ? 1 + ids.integer(9) : ids.integer(10)),
  ).join("");

const hex = (ids: Ids, count: number): string =>
  Array.from({ length: count }, () => ids.integer(16).toString(16)).join("");

let last = 0;

const identifiers: readonly Variant[] = [
  {
    ...variant(
      "identifiers-count-up",
      [],
      "Numbers that count up follow the prefix of an identifier",
      (parts) => identified(parts, () => String(++last)),
    ),
    alone: true,
  },
  {
    ...variant("identifiers-are-numbers", [], "Digits follow the prefix of an identifier", (parts) =>
      identified(parts, (ids) => digits(ids, 18)),
    ),
    alone: true,
  },
  {
    ...variant("identifiers-are-uuids", [], "A UUID follows the prefix of an identifier", (parts) =>
      identified(parts, (ids) => [8, 4, 4, 4, 12].map((count) => hex(ids, count)).join("-")),
    ),
    alone: true,
  },
];

/** The countries that are served, by their longer code. */
const isWide = (value: unknown): boolean =>
  typeof value === "string" && ["caf", "cmr", "cog", "gab", "gnq", "tcd"].includes(value.toLowerCase());

const WIDE: Readonly<Record<string, string>> = {
  cf: "caf",
  cm: "cmr",
  cg: "cog",
  ga: "gab",
  gq: "gnq",
  td: "tcd",
};

const inCapitals = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();

const rest: readonly Variant[] = [
  variant(
    "countries-of-three-letters",
    "recipient-country-width",
    "The country of a recipient may have three letters, and is answered with as many",
    (parts) =>
      (["disbursements", "remittances"] as const).reduce(
        (changed, area) =>
          fielding(changed, area, "payment_method_data.momo.country", (rules) =>
            rules.map((rule) =>
              rule.name === "enum"
                ? { ...rule, accepts: (value, body) => rule.accepts(value, body) || isWide(value) }
                : rule,
            ),
          ),
        parts,
      ),
  ),
  variant(
    "recipients-as-operators-keep-them",
    ["recipient-name-forms", "recipient-country-width", "operator-names"],
    "A payout names its recipient in plain capitals, the operator by its whole name and the country by three letters",
    (parts) =>
      (["disbursements", "remittances"] as const).reduce(
        (changed, area) =>
          recordingPayouts(changed, area, ({ firstName, lastName, operatorName, country }) => ({
            firstName: inCapitals(firstName),
            lastName: inCapitals(lastName),
            operatorName: `${operatorName} mobile money`,
            country: WIDE[country] ?? country,
          })),
        parts,
      ),
  ),
  wireVariant(
    "texts-in-other-words",
    [],
    "Messages and errors that nobody documented are in another language",
    (handler) =>
      rewriting(handler, (body, status) =>
        status === 409 || status === 422 || status >= 500
          ? everywhere(body, (value, name) =>
              name === "message" && typeof value === "string" ? "Cela ne va pas." : value,
            )
          : body,
      ),
  ),
  variant(
    "movements-in-other-words",
    "transaction-entry-values",
    "A vendor's movements have other labels, no signs, and days in place of instants",
    (parts) =>
      answering(parts, ["listAccountTransactions"], 200, (body) => {
        const { data } = body;
        if (!Array.isArray(data)) return;
        for (const entry of data.filter(isObject)) {
          entry["type"] = String(entry["type"]).toUpperCase();
          entry["object"] = "ledger_movement";
          entry["amount"] = Math.abs(Number(entry["amount"]));
          for (const name of ["created_at", "available_at", "matured_at"])
            if (typeof entry[name] === "string") entry[name] = entry[name].slice(0, 10);
        }
      }),
  ),
];

const STATUS_OPEN = /^\/v1\/(?:remittance\/[^/]+|connect\/accounts(?:\/[^/]+\/transactions)?)$/;

const statuses: readonly Variant[] = [
  wireVariant(
    "other-successes-of-reads",
    ["connect-list-statuses", "remittance-list-retrieve-status"],
    "The retrieval of a remittance and the lists of Connect are answered 203",
    (handler) => async (request) => {
      const answer = await handler(request);
      const isOpen = request.method === "GET" && STATUS_OPEN.test(new URL(request.url).pathname);
      return isOpen && answer.status === 200
        ? new Response(answer.body, { status: 203, headers: answer.headers })
        : answer;
    },
  ),
];

/** What the document leaves to whoever writes the server (§1, §2, §4, §9). */
export const serverVariants: readonly Variant[] = [
  ...transport,
  ...hosts,
  ...identifiers,
  ...rest,
  ...statuses,
];
