import type { Answer, Caller, Mode } from "../kernel/request.ts";
import type { RouteFault, RouteFaultEffect } from "./faults.ts";
import type { DeliveryOutcome } from "../kernel/sender.ts";

/** A request that was answered. */
interface RequestRecord {
  /** When it arrived, epoch milliseconds of the emulator's time. */
  readonly at: number;
  readonly durationMs: number;
  readonly host: string;
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** The operationId of the contract, or `hostedPage`; absent for a path without a route. */
  readonly operationId?: string;
  /** The account of its key; absent without a known key. */
  readonly accountId?: string;
  readonly mode?: Mode;
  readonly idempotencyKey?: string;
  /** What a client calls the request, in its header `Payconform-Case`. */
  readonly case?: string;
  /** The JSON body; absent if there was none or it was unreadable. */
  readonly body?: unknown;
  readonly answer: Pick<Answer, "status" | "body" | "raw" | "headers">;
  /** Why it has no known key; absent if it has one. */
  readonly refusedKey?: string;
  /** The fault that affected it. After some, the client got no answer. */
  readonly fault?: RouteFaultEffect;
  readonly faultId?: string;
}

/** A request in the log. It never has a header with a key. */
export interface LoggedRequest extends RequestRecord {
  /** `req_1`, `req_2` and so on. */
  readonly id: string;
}

/** A request as it is recorded. Its `LoggedRequest` is created when the log is read. */
export interface Recorded extends Pick<
  RequestRecord,
  "at" | "durationMs" | "host" | "method" | "path" | "answer" | "body"
> {
  readonly operationId?: string | undefined;
  readonly caller?: Caller | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly refusedKey?: string | undefined;
  readonly case?: string | undefined;
  readonly fault?: RouteFault | undefined;
}

const shown = (number: number, recorded: Recorded): LoggedRequest => {
  const {
    at,
    durationMs,
    host,
    method,
    path,
    operationId,
    caller,
    idempotencyKey,
    body,
    answer,
    fault,
    refusedKey,
  } = recorded;
  return {
    at,
    durationMs,
    host,
    method,
    path,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(recorded.case === undefined ? {} : { case: recorded.case }),
    ...(operationId === undefined ? {} : { operationId }),
    ...caller,
    ...(body === undefined ? {} : { body }),
    answer,
    ...(refusedKey === undefined ? {} : { refusedKey }),
    ...(fault === undefined ? {} : { fault: fault.effect, faultId: fault.id }),
    id: `req_${number}`,
  };
};

/** The latest requests to the documented hosts. */
export type RequestLog = ReturnType<typeof createRequestLog>;

/** Creates a log of the latest `kept` requests. */
export function createRequestLog(kept: number) {
  // A ring buffer: request n is at (n - 1) modulo `kept`.
  let ring: Recorded[] = [];
  const listeners = new Set<(request: LoggedRequest) => void>();
  let added = 0;
  const recordedAs = (number: number): Recorded | undefined =>
    number > added - kept && number <= added ? ring[(number - 1) % kept] : undefined;
  return {
    /** Adds a request and returns its id. */
    add: (recorded: Recorded): string => {
      ring[added % kept] = recorded;
      added += 1;
      for (const listener of listeners) listener(shown(added, recorded));
      return `req_${added}`;
    },
    /** Newest first. */
    latest: ({ most, accountId }: { most: number; accountId?: string }): readonly LoggedRequest[] => {
      const found: LoggedRequest[] = [];
      for (let number = added; number > 0 && found.length < most; number -= 1) {
        const recorded = recordedAs(number);
        if (recorded === undefined) break;
        if ((accountId ?? recorded.caller?.accountId) === recorded.caller?.accountId)
          found.push(shown(number, recorded));
      }
      return found;
    },
    /** The request with this id, or the newest that its client calls so. */
    get: (id: string): LoggedRequest | undefined => {
      let number = Number(id.slice("req_".length));
      if (id !== `req_${number}`)
        for (number = added; number > 0 && recordedAs(number) !== undefined; number -= 1)
          if (recordedAs(number)?.case === id) break;
      const recorded = recordedAs(number);
      return recorded === undefined ? undefined : shown(number, recorded);
    },
    /** Calls back after each request, until the returned function is called. */
    onRequest: (listener: (request: LoggedRequest) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: (): void => {
      ring = [];
      added = 0;
    },
  };
}

/** An attempt to deliver an event, with its outcome. */
export interface LoggedDelivery extends DeliveryOutcome {
  /** When it ended, epoch milliseconds of the emulator's time. */
  readonly at: number;
}

/** Creates a log of the latest `kept` deliveries to webhook endpoints, and up to a tenth more. */
export function createDeliveryLog(kept: number) {
  let deliveries: LoggedDelivery[] = [];
  return {
    add: (delivery: LoggedDelivery): void => {
      deliveries.push(delivery);
      if (deliveries.length > kept * 1.1) deliveries = deliveries.slice(-kept);
    },
    /** Newest first. */
    latest: ({ most, endpointId }: { most: number; endpointId?: string }): readonly LoggedDelivery[] =>
      deliveries
        .filter(({ delivery }) => (endpointId ?? delivery.endpointId) === delivery.endpointId)
        .slice(-most)
        .reverse(),
    clear: (): void => {
      deliveries = [];
    },
  };
}
