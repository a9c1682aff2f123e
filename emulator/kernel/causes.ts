import type { Command } from "./request.ts";

/** What led to a decision. */
export interface Cause {
  readonly kind: "request" | "control" | "timer" | "start";
  /** The operation, or the kind of the timer. */
  readonly name: string;
  readonly accountId: string;
  /** The path parameters and body of the request, or the timer and its subject. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** The history leaves out longer bodies, bytes. */
const longestKeptBody = 4096;

/** What the history keeps of a request. */
export type Asked = Pick<Command, "operationId" | "caller" | "params" | "body">;

export const askedBy = ({ operationId, caller, params, headers, body }: Command): Asked => ({
  operationId,
  caller,
  params,
  body: Number(headers["content-length"] ?? 0) > longestKeptBody ? undefined : body,
});

/** A request as the cause of a decision. */
export const causeOf = ({ operationId, caller, params, body }: Asked): Cause => ({
  kind: "request",
  name: operationId,
  accountId: caller.accountId,
  about: { mode: caller.mode, ...params, ...(body === undefined ? {} : { body }) },
});
