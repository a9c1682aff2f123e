import type { Command } from "./request.ts";
import type { Decision } from "./types.ts";

/** What led to a decision. */
export interface Cause {
  readonly kind: "request" | "control" | "timer" | "start";
  /** The operation, or the kind of the timer. */
  readonly name: string;
  readonly accountId: string;
  /** What the path, the body or the timer named. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Longer bodies are left out of decisions that are kept, bytes. */
const mostOfBody = 4096;

/** Whether a decision changes anything, or has something delivered. */
export const hasEffects = ({ writes, postings, timers, events, deliveries, advance }: Decision): boolean =>
  advance !== undefined ||
  [writes, postings, timers, events, deliveries].some((list) => list !== undefined && list.length > 0);

/** What is kept of a request that led to a decision. */
export type Asked = Pick<Command, "operationId" | "caller" | "params" | "body">;

export const askedBy = ({ operationId, caller, params, headers, body }: Command): Asked => ({
  operationId,
  caller,
  params,
  body: Number(headers["content-length"] ?? 0) > mostOfBody ? undefined : body,
});

/** A request as a cause: who sent it and what it named. */
export const causeOf = ({ operationId, caller, params, body }: Asked): Cause => ({
  kind: "request",
  name: operationId,
  accountId: caller.accountId,
  about: { mode: caller.mode, ...params, ...(body === undefined ? {} : { body }) },
});
