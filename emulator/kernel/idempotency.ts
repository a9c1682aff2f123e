import type { Answer, Caller, Command } from "./request.ts";
import type { State } from "./state.ts";
import { put, remove, table, type Write } from "./table.ts";

/** An idempotency key: reserved by a request in flight, or used up by one that was answered. */
export interface IdempotencyRecord {
  /** The text that `IdempotencyPolicy.scope` returns. */
  readonly id: string;
  readonly caller: Caller;
  readonly operationId: string;
  readonly key: string;
  /** When the key was reserved, epoch milliseconds of the caller's wall clock. */
  readonly reservedAt: number;
  /** The answer that used up the key; absent while the request is in flight. */
  readonly answer?: Answer;
}

/** The keys in use. They are part of the state, so that an answer is stored in the same commit as its effects. */
export const idempotencyKeys = table<IdempotencyRecord>("idempotencyKeys", {
  account: (record) => record.caller.accountId,
});

/** What `Idempotency-Key` means on one route. Each member can be replaced on its own. */
export interface IdempotencyPolicy {
  /** Whether the header has a meaning for this request. Default: always. */
  applies?: (state: State, command: Command) => boolean;
  /** The refusal of a missing (`undefined`) or invalid key. A route on which the header is optional accepts `undefined`. */
  refuse: (key: string | undefined) => Answer | undefined;
  /** The scope and the key in one text. Two requests with the same text are the same request. */
  scope: (command: Command, key: string) => string;
  /** The answer while another request with the same key is in flight. */
  inProgress: (record: IdempotencyRecord) => Answer;
  /** The answer to a request whose key is used up. */
  replay: (record: IdempotencyRecord, command: Command, now: number) => Answer;
  /** Whether a used key can be used again. Default: never. */
  forgets?: (record: IdempotencyRecord, now: number) => boolean;
  /** Whether an answer uses up the key. Otherwise, the key is free again. */
  keeps: (answer: Answer) => boolean;
}

/** The write that ends a reservation: it stores the answer, or frees the key. */
export const closing = (
  policy: IdempotencyPolicy | undefined,
  reservation: IdempotencyRecord,
  answer: Answer,
): Write =>
  policy?.keeps(answer) === true
    ? put(idempotencyKeys, { ...reservation, answer })
    : remove(idempotencyKeys, reservation.id);

/** The usual scope: one account, one environment, one route. */
export const scopeOf = (command: Command, key: string): string =>
  JSON.stringify([command.caller.accountId, command.caller.mode, command.operationId, key]);

/** The key of a request. An empty header counts as absent. */
export function keyOf(command: Command): string | undefined {
  const value = command.headers["idempotency-key"];
  return value === undefined || value === "" ? undefined : value;
}
