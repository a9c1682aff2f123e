import type { Operation } from "../contract.ts";
import { cut } from "../plain.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";
import { Answer, type Exchange } from "./answer.ts";
import type { NextTrace } from "./tracing.ts";
import type { RequestTrace } from "../results.ts";
import type { HeaderList, SendOptions, Transport, WireAnswer, WireRequest } from "./wire.ts";
import { USER_AGENT } from "./user-agent.ts";

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
  /** Whether the client cuts the request as soon as it is sent. The request then throws a TransportFault, unless its answer was faster. */
  readonly cut?: boolean;
}

interface Sent extends SendOptions {
  readonly operation: Operation | null;
  readonly request: WireRequest;
  readonly onExchange: (exchange: Exchange) => void;
}

/** Sends requests, numbers them, and passes every exchange to `onExchange`. `usualMs`: the default deadline of a request. */
export function createSender(transport: Transport, options: { usualMs: number }) {
  let sequence = 0;
  const breaker = new CircuitBreaker(options);
  return {
    send: async ({ operation, request, deadlineMs, signal, cut, onExchange }: Sent): Promise<Answer> => {
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
          transport.send(request, { deadlineMs: allowedMs, signal, cut }),
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
  /** Present for a request that carries its trace. */
  trace?: { readonly is: RequestTrace; readonly headers: HeaderList } | undefined;
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
  const { method, base, path, trace } = options;
  headers.push(...(trace?.headers ?? []).map(([name, value]): [string, string] => [name, value]));
  return { method, url: urlOf(base, path, parts), headers, body, ...(trace && { trace: trace.is }) };
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

/** After this many missed deadlines in a row, requests are sent one at a time. */
const SILENT_AFTER = 8;
/** After this many further requests, sent alone with half the deadline, all others fail immediately. */
const PROBES = 5;
const SHORTEST_SHARE = 1 / 16;

interface Host {
  /** Deadlines missed in a row. */
  missed: number;
  probe: Promise<void> | null;
  /** Monotonic ms of the last probe's end. */
  probedAt: number;
}

/**
 * Prevents a host that hangs from costing a deadline for every request of the run. After several missed deadlines in a row, one
 * request at a time probes the host and the others wait for its outcome; after several failed probes, requests fail without
 * being sent. Any answer resets this. @internal
 */
export class CircuitBreaker {
  readonly #hosts = new Map<string, Host>();
  readonly #usualMs: number;

  /** `usualMs`: the deadline of a request, ms. Missed deadlines that are shorter do not count. */
  constructor(options: { usualMs: number }) {
    this.#usualMs = options.usualMs;
  }

  /**
   * Sends a request with the given deadline, or a shorter one for a probe.
   * @throws TransportFault of kind "timeout" without sending it, if the host does not answer
   */
  async run<T>(origin: string, deadlineMs: number, work: (deadlineMs: number) => Promise<T>): Promise<T> {
    const host = this.#hostOf(origin);
    while (host.missed >= SILENT_AFTER) {
      const givenUp = host.missed >= SILENT_AFTER + PROBES;
      if (host.probe === null) {
        if (givenUp && performance.now() - host.probedAt < this.#usualMs) throw silent(host);
        return this.#probe(host, deadlineMs, work);
      }
      if (givenUp) throw silent(host);
      const before = host.missed;
      await host.probe;
      if (host.missed > before) throw silent(host);
    }
    return this.#counted(host, deadlineMs, () => work(deadlineMs));
  }

  async #probe<T>(host: Host, deadlineMs: number, work: (deadlineMs: number) => Promise<T>): Promise<T> {
    const share = Math.max(SHORTEST_SHARE, 0.5 ** (host.missed - SILENT_AFTER + 1));
    const patience = Math.ceil(deadlineMs * share);
    const probing = this.#counted(host, this.#usualMs, () => work(patience));
    host.probe = probing.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await probing;
    } finally {
      host.probe = null;
      host.probedAt = performance.now();
    }
  }

  async #counted<T>(host: Host, deadlineMs: number, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      host.missed = 0;
      return result;
    } catch (error) {
      const kind = error instanceof TransportFault ? error.kind : null;
      if (kind === "timeout" && deadlineMs >= this.#usualMs) host.missed += 1;
      else if (kind !== "timeout" && kind !== "interrupted") host.missed = 0;
      throw error;
    }
  }

  #hostOf(origin: string): Host {
    let host = this.#hosts.get(origin);
    if (host === undefined) {
      host = { missed: 0, probe: null, probedAt: 0 };
      this.#hosts.set(origin, host);
    }
    return host;
  }
}

function silent(host: Host): TransportFault {
  return new TransportFault(
    "timeout",
    `not sent: the target let ${host.missed} requests in a row wait until their deadline`,
  );
}

/** A request of a run to the target or to its control. */
export interface TargetRequest {
  readonly operation: Operation | null;
  readonly host: Operation["host"];
  readonly method: string;
  readonly path: string;
  readonly parts: RequestParts;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: Exchange) => void;
  /** The latest time to send it, monotonic ms. Default: the time of one rule from now. */
  readonly deadlineAt?: number;
  /** Called with the ms for which the request waited for the profile's rate. Such waits do not count as time of the rule. */
  readonly onPaced?: ((ms: number) => void) | undefined;
  /** Whether a 429 is sent again. False for rules about the rate limit. Default: true. */
  readonly patient?: boolean;
  /** Whether it is clean-up, which continues after the run's requests are used up. */
  readonly cleaningUp?: boolean;
  /** Default: it carries no trace. */
  readonly nextTrace?: NextTrace | undefined;
  /** Whether it only reads the state of the target and triggers nothing. */
  readonly aside?: boolean;
}

/**
 * Sends a request within the run's budget. A 429 is sent again when the target says so, unless the request is not `patient`.
 * @throws TransportFault when no complete answer arrives
 * @throws Inconclusive when the budget is used up, or the 429s do not end
 */
export type SendToTarget = (request: TargetRequest) => Promise<Answer>;
