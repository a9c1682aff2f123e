import { contractOperations, type Operation } from "../../contract.ts";
import { controlOperations } from "../../control.ts";
import type { Exchange } from "../../http/answer.ts";
import { headerValues, keyOf, type WireRequest } from "../../http/wire.ts";
import { readBody } from "../../event.ts";
import { isObject } from "../../../spec/json.ts";

/** A request from when it is sent, and what became of it. */
export interface Call {
  readonly request: WireRequest;
  /** The documented operation; null for control, ports and everything else. */
  readonly operation: Operation | null;
  /** The operation of control; null for everything else. */
  readonly control: string | null;
  /** The key without its scheme; null if there is none. */
  readonly key: string | null;
  readonly idempotencyKey: string | null;
  /** The values in the path, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Monotonic ms. */
  readonly calledAt: number;
  /** Positions of its beginning and its end in the order of all beginnings and ends; infinite while it is in flight. */
  readonly begun: number;
  ended: number;
  /** Null while it is in flight. */
  exchange: Exchange | null;
}

/**
 * What is known of the effect of a call: `none` for a refusal; `unknown` in flight, without an answer, after a server's failure, and of a success
 * of which a body is not known as a whole.
 */
export type Effect = "made" | "none" | "unknown";

export function callOf(options: {
  readonly request: WireRequest;
  /** The id of the documented operation, or null. */
  readonly operation: string | null;
  /** The id of the operation of control, or null. */
  readonly control: string | null;
  /** Monotonic ms. */
  readonly calledAt: number;
  readonly begun: number;
}): Call {
  const { request, control, calledAt, begun } = options;
  const operation = contractOperations.get(options.operation ?? "") ?? null;
  const template = operation ?? controlOperations.get(control ?? "");
  return {
    request,
    operation,
    control,
    key: keyOf(request),
    idempotencyKey: headerValues(request.headers, "idempotency-key")[0] ?? null,
    path: template?.path.includes("{") !== true ? {} : pathValues(template.path, request.url.pathname),
    calledAt,
    begun,
    ended: Infinity,
    exchange: null,
  };
}

export function effectOf({ exchange, request }: Call): Effect {
  const { status, wholeBytes } = exchange?.answer ?? {};
  if (status === undefined || status >= 500) return "unknown";
  if (status >= 300) return "none";
  return wholeBytes === undefined && request.wholeBytes === undefined ? "made" : "unknown";
}

/** Whether a call ended, with all its effects, before another one began. One without a certain effect may still have it. */
export function isOverBefore(call: Call, other: Call): boolean {
  return effectOf(call) !== "unknown" && call.ended < other.begun;
}

/** Whether a read may not show the effect of a call yet, of a target that shows changes up to `lagMs` late. */
export function mayBeMissing(call: Call, read: Call, lagMs: number): boolean {
  return !isOverBefore(call, read) || (call.exchange?.returnedAt ?? Infinity) + lagMs > read.calledAt;
}

const NOTHING: Readonly<Record<string, unknown>> = {};
/** Many rules read the same body. */
const bodies = new WeakMap<WireRequest, Readonly<Record<string, unknown>>>();

/** The body of the request as a JSON object; empty if it is none. */
export function bodyOf({ request }: Pick<Call, "request">): Readonly<Record<string, unknown>> {
  if (request.body === null) return NOTHING;
  const known = bodies.get(request);
  if (known !== undefined) return known;
  const read = readBody(request.body);
  const body = read.kind === "json" && isObject(read.value) ? read.value : NOTHING;
  bodies.set(request, body);
  return body;
}

/** The path and the body of a request, as text. */
export function textIn({ request }: Pick<Call, "request">): string {
  const body = request.body === null ? "" : Buffer.from(request.body).toString("latin1");
  return `${request.url.pathname} ${body}`;
}

/** The JSON body of the answer; undefined if it has none. */
export function bodyIn({ exchange }: Call): unknown {
  const read = exchange?.answer == null ? null : readBody(exchange.answer.body);
  return read?.kind === "json" ? read.value : undefined;
}

/** The body of the answer as a JSON object; empty if it is none. */
export function answerOf(call: Call): Readonly<Record<string, unknown>> {
  const body = bodyIn(call);
  return isObject(body) ? body : {};
}

/** The account that a call concerns, or its key where that is unknown. */
export function ownerOf(call: Call, caller: { readonly account: string | null } | null): string {
  return call.path["accountId"] ?? caller?.account ?? call.key ?? "";
}

/** Calls by what they have in common, in their order. */
export class CallsBy {
  readonly #calls = new Map<string, Call[]>();

  add(key: string, call: Call): void {
    const known = this.#calls.get(key);
    if (known === undefined) this.#calls.set(key, [call]);
    else known.push(call);
  }

  of(key: string): readonly Call[] {
    return this.#calls.get(key) ?? [];
  }
}

/** The values of a template's parameters in the end of a path. */
function pathValues(template: string, pathname: string): Readonly<Record<string, string>> {
  const names = template.split("/").filter((part) => part !== "");
  const parts = pathname.split("/").filter((part) => part !== "");
  const own = parts.slice(-names.length);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = own[index];
      return name.startsWith("{") && value !== undefined ? [[name.slice(1, -1), decoded(value)]] : [];
    }),
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
