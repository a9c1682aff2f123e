import type { Exchange, Answer } from "../http/answer.ts";
import { randomBytes } from "node:crypto";
import { contractOperations, type Operation } from "../contract.ts";
import { NO_ANSWER_STATUSES } from "./expect.ts";
import { readBody } from "../event.ts";
import type { RequestParts, SendToTarget, TargetRequest } from "../http/client.ts";
import { headerValues } from "../http/wire.ts";
import type { Profile } from "../profile/types.ts";

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
