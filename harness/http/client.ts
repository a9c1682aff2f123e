import type { Operation } from "../contract.ts";
import { TransportFault } from "../verdicts.ts";
import { Answer, type Exchange } from "./answer.ts";
import type { Transport, WireAnswer, WireRequest } from "./transport.ts";

/** What a request may carry. `json` is any JSON value; `raw` any bytes, for bodies that are not JSON at all. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly raw?: { readonly bytes: Uint8Array; readonly contentType: string | null };
  /** The whole Authorization header, or null to send none. Without it the client's key is sent. */
  readonly authorization?: string | null;
  readonly deadlineMs?: number;
}

export interface Hosts {
  readonly payment: string;
  readonly checkout: string;
  readonly control: string | null;
}

/** Makes requests, numbers them, and hands every exchange to whoever keeps or judges them. */
export interface Sender {
  readonly send: (options: {
    operation: Operation | null;
    request: WireRequest;
    deadlineMs: number;
    signal: AbortSignal;
    onExchange: (exchange: Exchange) => void;
  }) => Promise<Answer>;
}

export function createSender(transport: Transport): Sender {
  let sequence = 0;
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
        const answer: WireAnswer = await transport.send(request, { deadlineMs, signal });
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

/** Writes a request as it goes over the wire. */
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
  for (const [name, value] of Object.entries({ ...options.headers, ...parts.headers }))
    headers.push([name, value]);
  let body: Uint8Array | null = null;
  if (parts.raw !== undefined) {
    body = parts.raw.bytes;
    if (parts.raw.contentType !== null) headers.push(["content-type", parts.raw.contentType]);
  } else if (parts.json !== undefined) {
    body = new TextEncoder().encode(JSON.stringify(parts.json));
    headers.push(["content-type", "application/json"]);
  }
  return { method: options.method, url: urlOf(options.base, options.path, parts), headers, body };
}

function urlOf(base: string, template: string, parts: RequestParts): URL {
  const path = template.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = parts.path?.[name];
    if (value === undefined) throw new Error(`the path ${template} needs ${name}`);
    return encodeURIComponent(value);
  });
  const url = new URL(base.replace(/\/+$/, "") + (path === "/" ? "" : path));
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}
