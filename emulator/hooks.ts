import type { Ids } from "./kernel/ids.ts";
import type { Merchant } from "./kernel/merchants.ts";
import type { Answer, Caller } from "./kernel/request.ts";
import type { Effects } from "./kernel/types.ts";

/** What an area adds to a new merchant. `options` is the body of the control request. */
export type MerchantSetup = (
  merchant: Merchant,
  options: Readonly<Record<string, unknown>>,
  context: { now: number; ids: Ids },
) => Effects;

/** The last step before an answer of an operation is sent. It may change the status, headers, body or bytes. */
export type Finish = (
  answer: Answer,
  context: { operationId: string; caller: Caller | undefined },
) => Answer | Promise<Answer>;

/** Runs before authentication, and may refuse the request with an answer. */
export type Screen = (request: {
  headers: Pick<Headers, "get" | "has">;
  operationId: string;
}) => Answer | undefined;
