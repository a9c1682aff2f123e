import type { Operation } from "../contract.ts";
import { cut } from "../show.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";
import { Answer, type Exchange } from "./answer.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { Transport } from "./transport.ts";
import { USER_AGENT } from "./user-agent.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

/** The options of a request. `json` is any JSON value; `raw` any bytes, for bodies that are not JSON. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly raw?: { readonly bytes: Uint8Array; readonly contentType: string | null };
  /** The whole Authorization header, or null to send none. Default: the client's key. */
  readonly authorization?: string | null;
  readonly deadlineMs?: number;
}

/** Sends requests, numbers them, and passes every exchange to `onExchange`. */
export interface Sender {
  readonly send: (options: {
    operation: Operation | null;
    request: WireRequest;
    deadlineMs: number;
    signal: AbortSignal;
    onExchange: (exchange: Exchange) => void;
  }) => Promise<Answer>;
}

/** `usualMs`: the default deadline of a request. */
export function createSender(transport: Transport, options: { usualMs: number }): Sender {
  let sequence = 0;
  const breaker = new CircuitBreaker(options);
  return {
    send: async ({ operation, request, deadlineMs, signal, onExchange }) => {
      sequence += 1;
      const own = {
        sequence,
        operation: operation?.id ?? null,
        request,
        startedAt: Date.now(),
        calledAt: performance.now(),
      };
      try {
        const answer: WireAnswer = await breaker.run(request.url.origin, deadlineMs, (allowedMs) =>
          transport.send(request, { deadlineMs: allowedMs, signal }),
        );
        const exchange = { ...own, answer, fault: null, returnedAt: performance.now() };
        onExchange(exchange);
        return new Answer(exchange);
      } catch (error) {
        if (error instanceof TransportFault) {
          onExchange({ ...own, answer: null, fault: error.message, returnedAt: performance.now() });
        }
        throw error;
      }
    },
  };
}

const UTF8 = new TextEncoder();

/** Serializes a request. */
export function wireRequest(options: {
  base: string;
  method: string;
  path: string;
  parts: RequestParts;
  authorization: string | null;
  headers: Readonly<Record<string, string>>;
}): WireRequest {
  const { parts } = options;
  const headers: [string, string][] = [["accept", "application/json"]];
  const authorization = parts.authorization === undefined ? options.authorization : parts.authorization;
  if (authorization !== null) headers.push(["authorization", authorization]);
  const given = Object.entries({ ...options.headers, ...parts.headers });
  if (!given.some(([name]) => name.toLowerCase() === "user-agent")) headers.push(["user-agent", USER_AGENT]);
  headers.push(...given);
  let body: Uint8Array | null = null;
  if (parts.raw !== undefined) {
    body = parts.raw.bytes;
    if (parts.raw.contentType !== null) headers.push(["content-type", parts.raw.contentType]);
  } else if (parts.json !== undefined) {
    body = UTF8.encode(JSON.stringify(parts.json));
    headers.push(["content-type", "application/json"]);
  }
  return { method: options.method, url: urlOf(options.base, options.path, parts), headers, body };
}

/**
 * A value as one segment of a path.
 * @throws Inconclusive for what can be none: it would name another route, or nothing at all
 */
function segmentOf(value: string, template: string): string {
  const shown = JSON.stringify(cut(value, 80));
  if (/^\.{1,2}$/.test(value)) throw new Inconclusive(`${shown} cannot be in the path ${template}`);
  try {
    return encodeURIComponent(value);
  } catch {
    throw new Inconclusive(`${shown} is not well-formed text, so it cannot be in the path ${template}`);
  }
}

function urlOf(base: string, template: string, parts: RequestParts): URL {
  const path = template.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = parts.path?.[name];
    if (value === undefined) throw new Error(`the path ${template} needs ${name}`);
    return segmentOf(value, template);
  });
  const url = new URL(base.replace(/\/+$/, "") + (path === "/" ? "" : path));
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}
