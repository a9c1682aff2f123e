import type { Cause } from "./history.ts";
import type { Command } from "./request.ts";
import type { Decision } from "./types.ts";

/** Longer bodies are left out of decisions that are kept, bytes. */
const mostOfBody = 4096;

/** Whether a decision changes anything, or has something delivered. */
export const hasEffects = ({ writes, postings, timers, events, deliveries, advance }: Decision): boolean =>
  advance !== undefined ||
  [writes, postings, timers, events, deliveries].some((list) => list !== undefined && list.length > 0);

/** A request as a cause: who sent it and what it named. */
export const causeOf = ({ operationId, caller, params, headers, body }: Command): Cause => {
  const isKept = body !== undefined && Number(headers["content-length"] ?? 0) <= mostOfBody;
  return {
    kind: "request",
    name: operationId,
    accountId: caller.accountId,
    about: { mode: caller.mode, ...params, ...(isKept ? { body } : {}) },
  };
};
