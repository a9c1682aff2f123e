import type { Answer, Caller, Command } from "./request.ts";
import type { State } from "./state.ts";
import { put, remove, table, type Write } from "./table.ts";

/** The state of a key: reserved by a request in flight, or used by one that was answered. */
export interface IdempotencyRecord {
  /** The scope and the key in one text. */
  readonly id: string;
  readonly caller: Caller;
  readonly operationId: string;
  readonly key: string;
  /** When the key was reserved, epoch milliseconds of the caller's wall clock. */
  readonly reservedAt: number;
  /** The answer that used the key up; absent while the request is in flight. */
  readonly answer?: Answer;
}

/** The keys in use. They are part of the state: a result is stored in the commit of its effect. */
export const idempotencyKeys = table<IdempotencyRecord>("idempotencyKeys", {
  account: (record) => record.caller.accountId,
});

/** What the header means on one route. Each member is replaceable on its own. */
export interface IdempotencyPolicy {
  /** Whether the header means anything for this request; without it, always. */
  applies?: (state: State, command: Command) => boolean;
  /** Refuses a missing (`undefined`) or unusable key; a route where the header is optional accepts `undefined`. */
  refuse: (key: string | undefined) => Answer | undefined;
  /** The scope and the key in one text: two requests that share it are the same request. */
  scope: (command: Command, key: string) => string;
  /** Answers a request while another one with the same key is in flight. */
  inProgress: (record: IdempotencyRecord) => Answer;
  /** Answers a request whose key is used up. */
  replay: (record: IdempotencyRecord, command: Command, now: number) => Answer;
  /** Whether a used key can be used again; without it, never. */
  forgets?: (record: IdempotencyRecord, now: number) => boolean;
  /** Whether an answer uses the key up; any other one frees it. */
  keeps: (answer: Answer) => boolean;
}

/** The write that ends a reservation: the answer uses the key up, or the key is free again. */
export const closing = (
  policy: IdempotencyPolicy | undefined,
  reservation: IdempotencyRecord,
  answer: Answer,
): Write =>
  policy?.keeps(answer) === true
    ? put(idempotencyKeys, { ...reservation, answer })
    : remove(idempotencyKeys, reservation.id);

/** The ordinary scope: a key belongs to one account, one environment and one route. */
export const scopeOf = (command: Command, key: string): string =>
  JSON.stringify([command.caller.accountId, command.caller.mode, command.operationId, key]);

/** The request's key; an absent and an empty header are the same. */
export function keyOf(command: Command): string | undefined {
  const value = command.headers["idempotency-key"];
  return value === undefined || value === "" ? undefined : value;
}
