import { contractOperations, type Operation } from "../../harness/contract.ts";
import { retryAfterMs } from "../../harness/run/budget.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { USER_AGENT } from "../../harness/http/user-agent.ts";
import type { WireAnswer } from "../../harness/http/wire.ts";
import { bodyJudges } from "../../harness/judge/passive.ts";
import type { OperationState } from "../../harness/results.ts";
import { isNoServerStatus, matchingUnservedAnswer, mayMeanNoRoute } from "../../harness/judge/routes.ts";
import type { TargetRequest } from "../../harness/http/client.ts";
import type { Session } from "../../harness/run/session.ts";
import { Inconclusive, TransportFault } from "../../harness/verdicts.ts";
import { clip, count, oneLine } from "../../reports/text/text.ts";
import { catalogue, openapi, sectionTitles } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";
import { UNKNOWN_ID } from "./reachability.ts";
import { type PlainTarget, testKeyName } from "./describe.ts";
import { sessionAt } from "./session.ts";

/** A rate limit that refused every request. */
export interface RateLimit {
  /** The refusals, in one sentence. */
  readonly shown: string;
  /** The wait that the target requests, ms; null if it requests none. */
  readonly asksMs: number | null;
}

/** What a target serves of the documented operations. */
export interface OperationMap {
  readonly operations: readonly OperationState[];
  /** Why the target does not implement this interface, in one sentence; null if it may. */
  readonly otherService: string | null;
  /** A sentence if every tried route refuses the test key; null otherwise. */
  readonly keyRefusal: string | null;
  /** The rate limit because of which every tried route refuses requests; null otherwise. */
  readonly limit: RateLimit | null;
  /** Operations whose routes are certainly missing, so that checks need not try them. */
  readonly absent: readonly string[];
}

const MAX_CHARACTERS = 160;
const CONCURRENT_REQUESTS = 8;
/** How long requests to one operation wait until a rate limit permits them: a share of the deadline of a request, because a run waits for the map. */
const RATE_LIMIT_SHARE = 1 / 5;

/** Faults after an answer had begun or a connection had been opened. */
const BROKEN_OFF: readonly TransportFault["kind"][] = ["reset", "truncated", "protocol"];

interface Probe {
  readonly operation: Operation;
  readonly answer: Answer;
  /** Whether an unserved path gets the same answer. */
  readonly isLikeUnserved: boolean;
}

/**
 * Sends one request to each documented operation of these areas for which `isAsked` is true (default: all), with an unknown id or without
 * the required fields. Compares an answer that may mean a missing route with that of a random path. If no route is found, also sends the
 * GET requests of the other areas, and a request for an intent without an amount.
 */
export async function mapOperations(
  target: PlainTarget,
  areas: ReadonlySet<string>,
  isAsked: (operation: Operation) => boolean = () => true,
): Promise<OperationMap> {
  try {
    const session = await sessionAt(target, {
      ...{ connections: CONCURRENT_REQUESTS, judgesPassive: false, describesTarget: false },
    });
    try {
      return await mapOf(session, areas, isAsked);
    } finally {
      await session.close();
    }
  } catch (error) {
    // Each rule reports that the target does not answer.
    if (error instanceof TransportFault || error instanceof Inconclusive)
      return { operations: [], otherService: null, keyRefusal: null, limit: null, absent: [] };
    throw error;
  }
}

async function mapOf(
  session: Session,
  areas: ReadonlySet<string>,
  isAsked: (operation: Operation) => boolean,
): Promise<OperationMap> {
  const all = [...contractOperations.values()];
  const isOwn = ({ servedRule }: Operation): boolean => areas.has(servedRule?.split("/")[0] ?? "");
  const broken = new Map<string, string>();
  const limited: Limited = new Map();
  const probes = await probed(
    session,
    all.filter((operation) => isOwn(operation) && isAsked(operation)),
    { broken, limited },
  );
  const isRefused = limited.size > 0 && probes.size === 0 && broken.size === 0;
  if (!isRefused && broken.size === 0 && [...probes.values()].every(({ isLikeUnserved }) => isLikeUnserved)) {
    // Another area may show that the target implements this interface.
    const others = all.filter(
      (operation) =>
        !isOwn(operation) && (operation.method === "GET" || operation.id === "createPaymentIntent"),
    );
    for (const [id, probe] of await probed(session, others, { broken: new Map(), limited }))
      probes.set(id, probe);
  }
  const schemaOf = await bodyJudges();
  const operations = all.map((operation): OperationState => {
    const probe = probes.get(operation.id);
    const fault = broken.get(operation.id);
    const { id, method, path } = operation;
    const section = catalogue.find((rule) => rule.id === operation.servedRule)?.section ?? "";
    return {
      operation: id,
      method,
      path,
      section,
      title: sectionTitles[section] ?? "",
      ...(probe !== undefined
        ? { ...judged(probe, schemaOf), answer: shown(session, probe.answer) }
        : fault !== undefined
          ? { state: "other", answer: `nothing: ${oneLine(session.redactor.text(fault))}` }
          : { state: "untried", answer: null }),
    };
  });
  const found = [...probes.values()].sort((a, b) => all.indexOf(a.operation) - all.indexOf(b.operation));
  return {
    operations,
    otherService: broken.size > 0 ? null : otherServiceOf(session, found),
    limit: isRefused ? limitOf(session, limited) : null,
    keyRefusal: keyRefusalOf(session, found),
    absent: absentOf(found),
  };
}

/** The last answers of operations that a rate limit did not let through, by id. */
type Limited = Map<string, WireAnswer>;

/** Sends the requests. Adds operations that break off the connection to `broken`, with the fault, and rate-limited ones to `limited`. */
async function probed(
  session: Session,
  operations: readonly Operation[],
  { broken, limited }: { readonly broken: Map<string, string>; readonly limited: Limited },
): Promise<Map<string, Probe>> {
  const probes = new Map<string, Probe>();
  // Paths without ids first, because their answers show most.
  const pending = operations.toSorted((a, b) => ids(a).length - ids(b).length);
  const worker = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const answers: WireAnswer[] = [];
      const request = requestTo(session, next, ({ answer }) => {
        if (answer !== null) answers.push(answer);
      });
      try {
        const answer = await session.sendTo(request);
        const isLikeUnserved = await likeUnserved(session, request, answer);
        probes.set(next.id, { operation: next, answer, isLikeUnserved });
      } catch (error) {
        if (!(error instanceof TransportFault || error instanceof Inconclusive)) throw error;
        // After a timeout, no further request is sent. A connection that breaks off is an answer of a route.
        const last = answers.at(-1);
        if (last?.status === 429) limited.set(next.id, last);
        const isLimited = limited.size > 0 && probes.size === 0;
        if (isLimited || (error instanceof TransportFault && error.kind === "timeout")) pending.length = 0;
        else if (error instanceof TransportFault && BROKEN_OFF.includes(error.kind))
          broken.set(next.id, error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, worker));
  return probes;
}

function judged(
  { operation, answer, isLikeUnserved }: Probe,
  schemaOf: Awaited<ReturnType<typeof bodyJudges>>,
): Pick<OperationState, "state" | "expected"> {
  const { status, read } = answer;
  if (isLikeUnserved && mayBeOfFirewall(answer))
    return { state: "other", expected: "an answer of the service" };
  // If the document has 404 for an unknown id, the answer may mean the id.
  if (isLikeUnserved)
    return { state: mayMeanNoRoute(status) && operation.answers.has(status) ? "untried" : "absent" };
  const missing = status < 300 ? requiredOf(operation) : [];
  if (missing.length > 0) {
    const verb = missing.length === 1 ? "is" : "are";
    return { state: "other", expected: `a refusal, because ${missing.join(", ")} ${verb} missing` };
  }
  const schema = operation.answers.get(status);
  if (status === 401) return { state: "other" };
  // The document may leave open how an invalid request is refused.
  if (schema === undefined)
    return { state: status >= 400 && status < 500 && status !== 429 ? "documented" : "other" };
  if (schema === null) return { state: "documented" };
  if (read.kind !== "json") return { state: "other" };
  const [fault] = schemaOf(schema)(read.value).faults;
  return fault === undefined ? { state: "documented" } : { state: "other", expected: fault.expected };
}

/** The required fields of the body, which the requests of the map omit. */
function requiredOf({ request }: Operation): readonly string[] {
  const { required = [] } = resolve(openapi, (request ?? {}) as Readonly<Record<string, unknown>>) as {
    required?: readonly string[];
  };
  return required;
}

/** Operations whose routes are certainly missing. Only a valid request shows this: a GET without an id in its path. */
function absentOf(probes: readonly Probe[]): readonly string[] {
  return probes
    .filter(
      ({ operation, answer, isLikeUnserved }) =>
        isLikeUnserved &&
        !mayBeOfFirewall(answer) &&
        operation.method === "GET" &&
        ids(operation).length === 0,
    )
    .map(({ operation }) => operation.id);
}

/** A sentence if every tried route answers like an unknown path; null otherwise. */
function otherServiceOf(session: Session, probes: readonly Probe[]): string | null {
  const first = probes
    .filter(({ operation }) => operation.method === "GET")
    .toSorted((a, b) => ids(a.operation).length - ids(b.operation).length)[0];
  if (first === undefined || !probes.every(({ isLikeUnserved }) => isLikeUnserved)) return null;
  const { baseUrl } = session.profile.target;
  return (
    `${baseUrl} does not serve this interface: ${first.answer.what} answered ${shown(session, first.answer)}, and all ` +
    `${probes.length} documented routes that were tried answered like an unknown path; ${adviceAfter(first.answer, baseUrl)}`
  );
}

/** What to do about a target whose answers are all alike. */
function adviceAfter(answer: Answer, baseUrl: string): string {
  const base = redirectedBase(answer);
  if (base !== null) return `redirects are not followed: set the URL to ${base}`;
  if (mayBeOfFirewall(answer))
    return `if the page is that of a firewall or a proxy, let the suite through: its requests have the User-Agent ${USER_AGENT}`;
  return urlAdvice(baseUrl);
}

/** The URL to which a redirect moves all paths; null if it moves only some, or if the answer is none. */
function redirectedBase(answer: Answer): string | null {
  const [location = ""] = answer.status >= 300 && answer.status < 400 ? answer.headers("location") : [];
  const { url } = answer.exchange.request;
  if (!URL.canParse(location, url.href)) return null;
  const to = new URL(location, url);
  const own = /\/v1\/.*$/.exec(url.pathname)?.[0] ?? url.pathname;
  return to.pathname.endsWith(own) && to.href !== url.href
    ? `${to.origin}${to.pathname.slice(0, -own.length)}`
    : null;
}

/** What to do about the URL. The documented paths begin with the version. */
function urlAdvice(baseUrl: string): string {
  const withoutVersion = baseUrl.replace(/\/v1\/?$/, "");
  return withoutVersion === baseUrl
    ? "check the URL; a path before /v1, such as /api, is part of it"
    : `leave out /v1, which each path has: try ${withoutVersion}`;
}

/** A sentence if every tried route refuses the test key; null otherwise. */
function keyRefusalOf({ profile, ...session }: Session, probes: readonly Probe[]): string | null {
  const [first] = probes;
  if (first === undefined || !probes.every(({ answer }) => answer.status === 401)) return null;
  return (
    `${profile.target.baseUrl} refuses the test key: ${first.answer.what} answered ${shown(session, first.answer)}, as did all ` +
    `${count(probes.length, "documented route")} that were tried; set ${testKeyName(profile)} to a test key of this server, or ` +
    "check how it reads `Authorization: Bearer`"
  );
}

/** Describes the rate limit. Every route has refused several requests, or requests a longer wait than the map has time. */
function limitOf({ profile }: Session, limited: Limited): RateLimit {
  const asked = [...limited.values()].flatMap(({ headers }) => retryAfterMs(headers) ?? []);
  const asksMs = asked.length === 0 ? null : Math.max(...asked);
  const wait = asksMs === null ? "without Retry-After" : `with Retry-After ${Math.ceil(asksMs / 1_000)} s`;
  return {
    shown: `${profile.target.baseUrl} answers 429 ${wait} to all ${count(limited.size, "documented route")} that were tried`,
    asksMs,
  };
}

const ids = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);

function requestTo(
  session: Session,
  operation: Operation,
  onExchange: TargetRequest["onExchange"],
): TargetRequest {
  return {
    operation,
    host: operation.host,
    method: operation.method,
    path: operation.path,
    parts: {
      path: Object.fromEntries(ids(operation).map((name) => [name, UNKNOWN_ID])),
      ...(operation.method === "POST" ? { json: {} } : {}),
    },
    authorization: `Bearer ${session.keys.test ?? ""}`,
    signal: session.closing,
    deadlineAt: performance.now() + session.profile.deadlines.exchangeMs * RATE_LIMIT_SHARE,
    // The profile's own rate takes none of that time.
    onPaced: () => undefined,
    onExchange,
  };
}

/** Whether an answer is that of an unserved path. */
async function likeUnserved(session: Session, request: TargetRequest, answer: Answer): Promise<boolean> {
  const { status, read } = answer;
  const isNothing = (status < 300 && read.kind !== "json") || (status >= 300 && status < 400);
  if (!isNothing && !mayMeanNoRoute(status) && !mayBeOfFirewall(answer)) return false;
  return (await matchingUnservedAnswer(session, request, answer)) !== null;
}

/** Whether an answer is a refusal that is not JSON, which a firewall or a proxy may have sent. A 401 refuses the key. */
function mayBeOfFirewall({ status, read }: Answer): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 401 && !isNoServerStatus(status);
  return isRefusal && !mayMeanNoRoute(status) && read.kind !== "json";
}

function shown(session: Pick<Session, "redactor">, answer: Answer): string {
  return clip(oneLine(session.redactor.text(answer.summary)), MAX_CHARACTERS);
}
