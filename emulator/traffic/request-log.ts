import type { Answer, Mode } from "../kernel/request.ts";
import type { RouteFaultEffect } from "./faults.ts";

/** What is known of a request when it has ended. */
export interface RequestRecord {
  /** When it came, epoch milliseconds of the emulator's real time. */
  readonly at: number;
  readonly durationMs: number;
  readonly host: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** As in the contract, or `hostedPage`; absent for a path without a route. */
  readonly operationId?: string;
  /** Whose key it had; absent when it had none that is known. */
  readonly accountId?: string;
  readonly mode?: Mode;
  readonly idempotencyKey?: string;
  /** The JSON body, if it had one that could be read. */
  readonly body?: unknown;
  readonly answer: Pick<Answer, "status" | "body" | "raw">;
  /** The fault that it met. The client of a lost request or answer got no answer. */
  readonly fault?: RouteFaultEffect;
  readonly faultId?: string;
}

/** A request in the log. It never has a header with a key. */
export interface LoggedRequest extends RequestRecord {
  /** `req_1` and on. */
  readonly id: string;
}

/** The latest requests to the documented hosts. */
export interface RequestLog {
  /** Returns the id that the request gets. */
  add(record: RequestRecord): string;
  /** The newest first. */
  latest(options: { most: number; accountId?: string }): readonly LoggedRequest[];
  get(id: string): LoggedRequest | undefined;
  /** Calls back after each request, until the returned function is called. */
  onRequest(listener: (request: LoggedRequest) => void): () => void;
  clear(): void;
}

/** Keeps the latest `kept` requests. */
export function createRequestLog(kept: number): RequestLog {
  // A ring: request n is at (n - 1) modulo `kept`.
  let ring: LoggedRequest[] = [];
  const listeners = new Set<(request: LoggedRequest) => void>();
  let added = 0;
  const oldestFirst = (): readonly LoggedRequest[] => {
    const next = added % kept;
    return added <= kept ? ring : [...ring.slice(next), ...ring.slice(0, next)];
  };
  return {
    add: (record) => {
      const request = { ...record, id: `req_${added + 1}` };
      ring[added % kept] = request;
      added += 1;
      for (const listener of listeners) listener(request);
      return request.id;
    },
    latest: ({ most, accountId }) =>
      oldestFirst()
        .filter((request) => accountId === undefined || request.accountId === accountId)
        .slice(-most)
        .reverse(),
    get: (id) => {
      const found = ring[(Number(id.slice("req_".length)) - 1) % kept];
      return found?.id === id ? found : undefined;
    },
    onRequest: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: () => {
      ring = [];
      added = 0;
    },
  };
}
