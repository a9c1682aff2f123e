import { openapi } from "../../spec/index.ts";
import { documentedOperations, isObject } from "../../spec/json.ts";
import type { Wrap } from "../mutant.ts";
import { type Asked, behaving, type Exchange, parseReply, rewriteReply, treating } from "./exchange.ts";
import { unknownIdLike } from "./forgetting.ts";
import { carriedAt, type Parameter, parametersOf, withCarried } from "./parameters.ts";
import { kindOf, offByOne } from "./values.ts";

/* Faults in the handling of requests, of targets that hide an unchanged one. */

type Dict = Readonly<Record<string, unknown>>;

const documented = new Map(
  documentedOperations(openapi).map(({ method, operation }) => [
    String(operation["operationId"]),
    { method, statuses: Object.keys(operation["responses"] as Dict) },
  ]),
);

const isAnsweredWith = (operation: string, status: number): boolean =>
  documented.get(operation)?.statuses.includes(String(status)) === true;

/** Whether requests of an operation have no effect. */
export const isReading = (operation: string): boolean => documented.get(operation)?.method === "GET";

/** The refusal of one field, with a status that the contract documents for it, else 400. A 403 may concern permissions. */
export const refusalOf = (operation: string, field: string): Response =>
  Response.json(
    { errors: [{ rule: "unsupported", field, message: `${field} is not supported` }] },
    { status: [422, 400, 404].find((status) => isAnsweredWith(operation, status)) ?? 400 },
  );

/** The outage that the contract documents for the operation; null where it documents none. */
export const outageOf = (operation: string): Response | null =>
  isAnsweredWith(operation, 503)
    ? Response.json({ code: "E_SERVICE_UNAVAILABLE", message: "The service is unavailable" }, { status: 503 })
    : null;

/**
 * Refuses documented requests, without an effect.
 * @param selecting creates for each target what selects them
 * @param parameter the one that is refused. Default: one that is required
 */
export const refusing = (
  operation: string,
  selecting: () => (exchange: Exchange) => boolean,
  parameter: Parameter | null = parametersOf(operation).find(({ required }) => required) ?? null,
): Wrap =>
  treating(operation, () => {
    const isSelected = selecting();
    return async (exchange) => {
      if (!isSelected(exchange)) return exchange.forward();
      const invalid = isReading(operation) ? null : invalidated(exchange, parameter);
      const answer = await exchange.forward(invalid ?? undefined);
      // A target that finds the parameter invalid refuses it as usual.
      if (answer.status === 401 || (invalid === null ? !answer.ok : parameter !== null)) return answer;
      return refusalOf(operation, parameter?.path.at(-1) ?? "request");
    };
  });

/** The request with an invalid value of the parameter; without a parameter, with unknown ids in the path and a body that is not an object. */
function invalidated(asked: Asked, parameter: Parameter | null): Partial<Asked> {
  if (parameter === null) {
    const url = new URL(asked.url);
    url.pathname = url.pathname
      .split("/")
      .map((part) => (/_/.test(part) ? unknownIdLike(part) : part))
      .join("/");
    return { url, body: asked.body === undefined ? undefined : [] };
  }
  if (parameter.where === "header") {
    const instead = parametersOf(parameter.operation).findLast(
      ({ where, required }) => where === "body" && required,
    );
    // A required field is better: the document states no limit on a header, so a target may accept a long one.
    return instead === undefined
      ? withCarried(asked, parameter, () => "x".repeat(300))
      : invalidated(asked, instead);
  }
  return withCarried(asked, parameter, () =>
    parameter.type === "string" ? { not: "text" } : "none of these",
  );
}

/** Ignores a parameter. */
export const ignoring = (parameter: Parameter): Wrap =>
  treating(parameter.operation, () => (exchange) => {
    const carried = carriedAt(exchange, parameter);
    // Invalid values are refused before they are used.
    const valid = carried.length > 0 && carried.every((value) => isValid(value, parameter));
    return exchange.forward(valid ? withCarried(exchange, parameter, () => undefined) : undefined);
  });

/** Uses another value of a parameter than the one sent, and returns the one sent. */
export const misapplying = (parameter: Parameter): Wrap =>
  treating(parameter.operation, () => async (exchange) => {
    const [sent] = carriedAt(exchange, parameter);
    const acted = isValid(sent, parameter) ? otherThan(sent, parameter) : undefined;
    if (acted === undefined || acted === sent) return exchange.forward();
    const answer = await exchange.forward(withCarried(exchange, parameter, () => acted));
    const reply = answer.ok ? await parseReply(answer) : null;
    if (reply === null) return answer;
    const body = replaced(reply.body, parameter.path.at(-1) ?? "", acted, sent);
    return rewriteReply(answer, reply, { ...reply, body });
  });

/** Checks type and length; texts outside the body can represent any type. */
function isValid(value: unknown, { where, type, maxLength }: Parameter): boolean {
  if (value === undefined) return false;
  if (typeof value === "string" && maxLength !== null && [...value].length > maxLength) return false;
  if (where !== "body" || type === null) return true;
  return kindOf(value) === (type === "integer" ? "number" : type);
}

/** Another valid value of a parameter; undefined if none is known. */
function otherThan(value: unknown, parameter: Parameter): unknown {
  if (typeof value === "number") return offByOne.value(value, undefined);
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return undefined;
  if (parameter.isDate) {
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : new Date(date + 60_000).toISOString();
  }
  const known = parameter.values.filter(({ kind }) => kind === "listed" || kind === "example");
  const at = known.findIndex(({ is }) => is(value));
  const other = [...known.slice(at + 1), ...known.slice(0, Math.max(at, 0))]
    .map(({ name }) => name)
    .find((name) => name.toLowerCase() !== value.toLowerCase());
  if (parameter.values.some(({ kind }) => kind === "listed")) return at < 0 ? undefined : other;
  if (/^[A-Za-z]{3}$/.test(value)) return other ?? "xof";
  if (/^\d+$/.test(value)) return offByOne.value(value, undefined);
  return at < 0 ? (other ?? `${value}x`) : other;
}

const normalized = (name: string): string => name.replace(/_/g, "").toLowerCase();

/** The body with a value replaced in every field of this name, ignoring case and underscores. */
function replaced(body: unknown, name: string, from: unknown, to: unknown): unknown {
  if (Array.isArray(body)) return body.map((entry) => replaced(entry, name, from, to));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      normalized(key) === normalized(name) && isSame(value, from)
        ? inFormOf(value, to)
        : replaced(value, name, from, to),
    ]),
  );
}

/** Whether two values are equal. An answer may format a date or a number differently from the request. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b || String(a).toLowerCase() === String(b).toLowerCase()) return true;
  return typeof a === "string" && typeof b === "string" && /T/.test(a) && Date.parse(a) === Date.parse(b);
}

/** A value in the type and casing of the value in the answer. */
function inFormOf(answered: unknown, value: unknown): unknown {
  if (typeof answered === "number" && typeof value === "string") return Number(value);
  const isCode = typeof answered === "string" && typeof value === "string" && /^[A-Za-z]{2,3}$/.test(value);
  return isCode && answered === answered.toLowerCase() ? value.toLowerCase() : value;
}

export const KEY = "idempotency-key";

/** What makes a request count as a new one: another key, if it has one. */
export const underAnotherKey = ({ headers: given }: Asked, end = "again"): Partial<Asked> => {
  const key = given.get(KEY);
  if (key === null) return {};
  const headers = new Headers(given);
  headers.set(KEY, `${key.slice(0, 200)}-${end}`);
  return { headers };
};

/**
 * Applies each accepted request twice; the answer reports the first effect.
 * @param second the second request, as what differs from the first; null for none
 */
export const twice = (
  operation: string,
  second: (asked: Asked) => Partial<Asked> | null = underAnotherKey,
): Wrap =>
  treating(operation, () => async (exchange) => {
    const answer = await exchange.forward();
    const again = answer.ok ? second(exchange) : null;
    if (again !== null) await exchange.forward(again);
    return answer;
  });

/** Executes requests, but answers something else. */
export const losing = (operation: string, instead: () => Response): Wrap =>
  treating(operation, () => async ({ forward }) => {
    const answer = await forward();
    return answer.ok ? instead() : answer;
  });

/** Uses the value of a field of requests that only the server may set, in its answers. @param only the value that it obeys; by default any */
export const obeying = (operation: string, field: string, only?: unknown): Wrap =>
  treating(operation, () => async ({ body: sent, forward }) => {
    const answer = await forward();
    const reply = answer.ok ? await parseReply(answer) : null;
    if (reply === null || !isObject(sent) || sent[field] === undefined || !isObject(reply.body))
      return answer;
    if (only !== undefined && sent[field] !== only) return answer;
    return rewriteReply(answer, reply, { ...reply, body: { ...reply.body, [field]: sent[field] } });
  });

/** Uses the values of all members of requests, and of the query, whose names its answers have, anywhere in them. */
export const obeyingAll = (route: string | RegExp): Wrap =>
  treating(route, () => async ({ url, body: sent, forward }) => {
    const answer = await forward();
    const reply = answer.ok ? await parseReply(answer) : null;
    if (reply === null) return answer;
    const extras = { ...(isObject(sent) ? sent : {}), ...Object.fromEntries(url.searchParams) };
    const obeyed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(obeyed);
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          isObject(member) || Array.isArray(member) || !Object.hasOwn(extras, name)
            ? obeyed(member)
            : extras[name],
        ]),
      );
    };
    return rewriteReply(answer, reply, { ...reply, body: obeyed(reply.body) });
  });

/** Reads the identifiers in paths, and the texts of bodies, in another notation. */
export const respelling = (route: string | RegExp, change: (text: string) => string): Wrap =>
  treating(route, () => async ({ url: given, body, forward }) => {
    const url = new URL(given);
    url.pathname = url.pathname
      .split("/")
      .map((part) => encodeURIComponent(change(decodeURIComponent(part))))
      .join("/");
    const changed = (value: unknown): unknown => (typeof value === "string" ? change(value) : value);
    return forward({
      url,
      ...(isObject(body)
        ? { body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, changed(value)])) }
        : {}),
    });
  });

/** Ignores blanks around the identifiers in paths and the texts of bodies. */
export const trimming = (route: string | RegExp): Wrap => respelling(route, (text) => text.trim());

/** Lets requests with this content pass a guard: it sees the credential of an earlier request, or no such header. */
export const passing = (
  operation: string,
  {
    given,
    without,
  }: { readonly given: (asked: Asked) => boolean; readonly without: "authorization" | "service-account" },
): Wrap =>
  behaving(() => {
    let known: string | null = null;
    return async (asked) => {
      const headers = new Headers(asked.headers);
      if (asked.operation !== operation || !given(asked)) {
        const answer = await asked.forward();
        if (answer.ok) known = headers.get("authorization") ?? known;
        return answer;
      }
      headers.delete(without);
      if (without === "authorization" && known !== null) headers.set(without, known);
      return asked.forward({ headers });
    };
  });

/** Takes a field of requests for absent, or for another value, if it has one of these values. */
export const takingAs = (
  route: string | RegExp,
  field: string,
  { these, as: value }: { readonly these: readonly unknown[]; readonly as?: unknown },
): Wrap =>
  treating(route, () => ({ body, forward }) => {
    if (!isObject(body) || !these.some((one) => JSON.stringify(one) === JSON.stringify(body[field])))
      return forward();
    const { [field]: _taken, ...others } = body;
    return forward({ body: value === undefined ? others : { ...others, [field]: value } });
  });

/** Accepts null for a field. It uses the value of an earlier request, or `value`. */
export const acceptingNull = (operation: string, field: string, value?: unknown): Wrap =>
  treating(operation, () => {
    let last = value;
    return async ({ body, forward }) => {
      if (!isObject(body) || body[field] === undefined) return forward();
      if (body[field] === null) return forward({ body: { ...body, [field]: last ?? null } });
      const answer = await forward();
      if (answer.ok && value === undefined) last = body[field];
      return answer;
    };
  });

/** Reads another query where a request has exactly these parameters. Null stands for any value. */
export const misreading = (
  operation: string,
  query: Readonly<Record<string, string | null>>,
  change: (query: URLSearchParams) => void,
): Wrap =>
  treating(operation, () => ({ url: given, forward }) => {
    const url = new URL(given);
    const { searchParams } = url;
    const isSelected =
      [...searchParams.keys()].sort().join() === Object.keys(query).sort().join() &&
      Object.entries(query).every(([name, value]) => value === null || value === searchParams.get(name));
    if (!isSelected) return forward();
    change(searchParams);
    return forward({ url });
  });

/** A creation without a member shows that of the last request, refused or not, of the same key. */
export const leavingBehind = (operation: string, member: string): Wrap =>
  treating(operation, () => {
    const left = new Map<string, unknown>();
    return async ({ body, headers, forward }) => {
      const answer = await forward();
      const key = headers.get("authorization") ?? "";
      const [sent, before] = [isObject(body) ? body[member] : undefined, left.get(key)];
      if (sent !== undefined) left.set(key, sent);
      const reply = await parseReply(answer);
      if (!answer.ok || sent !== undefined || before === undefined || !isObject(reply?.body)) return answer;
      return rewriteReply(answer, reply, { ...reply, body: { ...reply.body, [member]: before } });
    };
  });
