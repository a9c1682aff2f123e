import { randomBytes } from "node:crypto";
import { contractOperations, type Operation } from "../contract.ts";
import { NO_ANSWER_STATUSES } from "../expect.ts";
import type { Answer, Exchange } from "../http/answer.ts";
import { readBody } from "../http/body.ts";
import type { RequestParts } from "../http/client.ts";
import { headerValues } from "../http/wire.ts";
import type { Profile } from "../profile/types.ts";
import type { SendToTarget, TargetRequest } from "../session/request.ts";

/** The answer to a request without a route. */
const NO_ROUTE = [404, 405, 501];

/** Whether an answer may mean that its route does not exist. */
export function mayMeanNoRoute(status: number): boolean {
  return NO_ROUTE.includes(status);
}

/**
 * Whether an answer proves nothing about its route: a redirect, an intermediary that gets no answer, or a status unknown to
 * HTTP.
 */
export function isNoServerStatus(status: number): boolean {
  return (status >= 300 && status < 400) || status >= 600 || NO_ANSWER_STATUSES.includes(status);
}

/**
 * Whether an answer shows by itself that its route exists: a success or a documented status, with JSON where the document has it. A page may
 * be that of a firewall or of a web server, and a key may be refused before the route is looked for: an unserved path then gets the same.
 */
export function provesRoute({ operation, answer }: Exchange): boolean {
  const known = contractOperations.get(operation ?? "");
  if (known === undefined || answer === null) return false;
  const { status, body } = answer;
  const isDocumented = known.answers.has(status) && status !== 401;
  if (!isDocumented && (status < 200 || status > 299)) return false;
  const { kind } = readBody(body);
  const hasSchema = (known.answers.get(status) ?? null) !== null;
  return kind === "json" || kind === "too-deep" || (kind === "empty" && !hasSchema);
}

/** A method that no documented route accepts: if the path has another route, the answer shows that of a missing one. */
const UNDOCUMENTED_METHOD = "PATCH";

/**
 * The requests whose answer an absent route shares: the same one with another word in place of the path's last, and, where
 * the path is known for other methods, one with a method that nothing takes.
 */
function unservedRequests(
  { request, answer }: Exchange,
  operation: Operation,
  base: string,
): readonly Pick<TargetRequest, "method" | "host" | "path" | "parts">[] {
  const own = pathBelow(base, request.url);
  const { method, host } = operation;
  const parts: RequestParts = {
    query: Object.fromEntries(request.url.searchParams),
    headers: Object.fromEntries(request.headers.filter(([name]) => !STANDARD.includes(name.toLowerCase()))),
    ...(request.body === null ? {} : { raw: { bytes: request.body, contentType: "application/json" } }),
  };
  const elsewhere = { method, host, path: unservedPathLike(own, operation.path), parts };
  if (answer?.status !== 405) return [elsewhere];
  return [elsewhere, { ...elsewhere, method: UNDOCUMENTED_METHOD, path: own }];
}

function pathBelow(base: string, url: URL): string {
  return url.pathname.slice(new URL(base).pathname.replace(/\/+$/, "").length);
}

/** Headers of the connection, or of this exchange only. */
const STANDARD = ["accept", "authorization", "content-type", "user-agent"];

/** The path with a random word for its last fixed segment. */
function unservedPathLike(path: string, template: string): string {
  const fixed = template.split("/").map((segment) => segment !== "" && !segment.startsWith("{"));
  const segments = path.split("/");
  segments[fixed.lastIndexOf(true)] = `nowhere${randomWord()}`;
  return segments.join("/");
}

function randomWord(): string {
  return [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
}

/** Whether two answers are equal apart from random parts and the requests that they repeat. @internal */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  return (
    one.status === other.status &&
    mediaType(one) === mediaType(other) &&
    withoutRandomParts(one) === withoutRandomParts(other)
  );
}

/** How much of an answer is compared, in characters: answers of unserved paths are short. */
const MOST_COMPARED = 64 * 1024;

function mediaType(answer: Answer): string {
  return (answer.headers("content-type")[0] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function withoutRandomParts(answer: Answer): string {
  const { url, method } = answer.exchange.request;
  const read = readBody(answer.bytes);
  const text =
    read.kind === "json"
      ? JSON.stringify(read.value)
      : read.kind === "not-json"
        ? read.text
        : Buffer.from(answer.bytes).toString("latin1");
  const segments = url.pathname.split("/").filter((segment) => segment.length > 2);
  const own = [url.href, `${url.pathname}${url.search}`, url.pathname, ...segments]
    .flatMap((part) => [part, decoded(part)])
    .sort((a, b) => b.length - a.length);
  const unnamed = own.reduce((shown, part) => shown.replaceAll(part, "…"), text.slice(0, MOST_COMPARED));
  return unnamed
    .replace(new RegExp(`\\b${method}\\b`, "g"), "METHOD")
    .replace(/[\w-]{6,}/g, (word) => (/\d/.test(word) ? "#" : word))
    .replace(/\d+/g, "#");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The answer of an unserved path that equals the given one apart from random parts; null if there is none. */
export async function matchingUnservedAnswer(
  session: { readonly profile: Profile; readonly sendTo: SendToTarget },
  request: TargetRequest,
  answer: Answer,
): Promise<Answer | null> {
  const { operation } = request;
  if (operation === null) return null;
  const base = baseOf(session.profile, operation);
  const [authorization = null] = headerValues(answer.exchange.request.headers, "authorization");
  const others = { ...request, operation: null, authorization };
  for (const { method, host, path, parts } of unservedRequests(answer.exchange, operation, base)) {
    const unserved = await session.sendTo({ ...others, method, host, path, parts });
    if (isSameAnswer(answer, unserved)) return unserved;
  }
  return null;
}

/**
 * Whether the path of an answer is answered like an unserved one where the request has no key. A documented route refuses such a
 * request with 401, whether its object is visible yet or not: waiting for the object shows no more.
 */
export async function isUnservedWithoutKey(
  session: { readonly profile: Profile; readonly sendTo: SendToTarget },
  request: TargetRequest,
  answer: Answer,
): Promise<boolean> {
  const { operation } = request;
  if (operation === null) return false;
  const path = pathBelow(baseOf(session.profile, operation), answer.exchange.request.url);
  const withoutKey = { ...request, authorization: null };
  const refusal = await session.sendTo({ ...withoutKey, operation: null, path, parts: {} });
  if (!mayMeanNoRoute(refusal.status)) return false;
  return (await matchingUnservedAnswer(session, withoutKey, refusal)) !== null;
}

function baseOf({ target }: Profile, { host }: Operation): string {
  return host === "checkout" ? target.checkoutUrl : target.baseUrl;
}
