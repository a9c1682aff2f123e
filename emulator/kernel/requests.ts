import type { Kernel } from "./kernel.ts";
import { wallClock } from "./timeline.ts";
import type { Ran, Decision, Operation } from "./types.ts";
import type { Cause } from "./history.ts";
import {
  type IdempotencyPolicy,
  type IdempotencyRecord,
  idempotencyKeys,
  keyOf,
  closing,
} from "./idempotency.ts";
import type { Answer, Command } from "./request.ts";
import { put, remove } from "./table.ts";
import { type Whenever, whenReady } from "./whenever.ts";

const NONE: readonly never[] = [];

/** Runs everything that is due on an account's wall clock. */
export function catchUp(kernel: Kernel, accountId: string): Ran {
  const { present, store, clocks, moves } = kernel;
  const next = store.timeline.next(wallClock(accountId));
  if (next === undefined) return NONE;
  return present.during(present.now(), () => {
    const reached = clocks.now(accountId);
    if (next.at > reached || moves.isInProgress(accountId)) return NONE;
    return moves.whole(wallClock(accountId), reached);
  });
}

/** An idempotency key that a request reserved. */
type Reservation = Omit<IdempotencyRecord, "answer">;

/** The answer that the idempotency key of a request determines, if it does. */
function answerOfKey(
  { store, clocks }: Kernel,
  command: Command,
  policy: IdempotencyPolicy,
): Answer | undefined {
  const key = keyOf(command);
  const refusal = policy.refuse(key);
  if (refusal !== undefined || key === undefined) return refusal;
  const now = clocks.now(command.caller.accountId);
  const kept = store.get(idempotencyKeys, policy.scope(command, key));
  if (kept === undefined) return undefined;
  if (kept.answer === undefined) return policy.inProgress(kept);
  return policy.forgets?.(kept, now) === true ? undefined : policy.replay(kept, command, now);
}

/** Reserves or frees the key of a request in flight, in a separate commit. */
function changeReservation(
  { commits, clocks }: Kernel,
  kind: "reserve" | "free",
  reservation: Reservation,
  cause: Cause | Command,
): void {
  const { id, caller } = reservation;
  const write = kind === "reserve" ? put(idempotencyKeys, reservation) : remove(idempotencyKeys, id);
  commits.commit({ writes: [write] }, clocks.now(caller.accountId), commits.nextIds(), cause);
}

/** Frees the keys of requests that were in flight when the emulator stopped. */
export function freeReservations(kernel: Kernel): void {
  for (const reservation of kernel.store.all(idempotencyKeys)) {
    if (reservation.answer === undefined)
      changeReservation(kernel, "free", reservation, { kind: "start", name: "restart", accountId: "" });
  }
}

/** Decides a request, immediately unless it has to wait. @throws if a part fails */
export function answer(kernel: Kernel, operation: Operation, command: Command): Whenever<Answer> {
  const { idempotency } = operation;
  return kernel.moves.after(command.caller.accountId, () =>
    idempotency === undefined || idempotency.applies?.(kernel.store, command) === false
      ? decide(kernel, operation, command)
      : decideOnce(kernel, operation, command, idempotency),
  );
}

/** Decides a request without regard to its idempotency key, and commits the decision. */
function decide(
  kernel: Kernel,
  operation: Operation,
  command: Command,
  reservation?: Reservation,
): Whenever<Answer> {
  const { parts, store, clocks, commits, present } = kernel;
  const { accountId } = command.caller;
  return present.during(present.now(), () => {
    catchUp(kernel, accountId);
    const now = clocks.now(accountId);
    const ids = commits.nextIds();
    const decided = parts.transact(
      () => {
        const decision = operation.decide({ state: store, command, now, ids });
        if (reservation === undefined) return decision;
        const end = closing(operation.idempotency, reservation, decision.answer);
        return { ...decision, writes: [...(decision.writes ?? []), end] };
      },
      (decision) => commits.commit(decision, now, ids, command),
      command.operationId,
    );
    return whenReady(decided, (decision) => settle(kernel, accountId, decision));
  });
}

/** Moves the clock that a decision advances, then answers. */
function settle(
  { store, moves }: Kernel,
  accountId: string,
  { advance, answer }: Decision,
): Whenever<Answer> {
  if (advance === undefined) return answer;
  const { clock, to } = advance;
  return moves.begin({ accountId, clock, to }, (ran) => advance.answer?.(store, ran) ?? answer);
}

/** Decides a request, unless its idempotency key determines the answer. */
async function decideOnce(
  kernel: Kernel,
  operation: Operation,
  command: Command,
  policy: IdempotencyPolicy,
): Promise<Answer> {
  const { store, clocks, holds, moves } = kernel;
  const key = keyOf(command);
  const { caller, operationId } = command;
  if (key !== undefined) catchUp(kernel, caller.accountId);
  const known = answerOfKey(kernel, command, policy);
  if (known !== undefined) return known;
  if (key === undefined) return decide(kernel, operation, command);
  const reservedAt = clocks.now(caller.accountId);
  const reservation = { id: policy.scope(command, key), caller, operationId, key, reservedAt };
  changeReservation(kernel, "reserve", reservation, command);
  const gate = holds.meet(caller.accountId, operationId, key);
  if (gate !== undefined) await gate;
  const isReserved = (): boolean => store.get(idempotencyKeys, reservation.id) === reservation;
  try {
    return await moves.after(caller.accountId, () => {
      // The state was reset, imported or read again, and the request is no part of the new one.
      if (!isReserved()) throw new Error(`The state was replaced while ${operationId} was in progress`);
      return decide(kernel, operation, command, reservation);
    });
  } catch (fault) {
    if (isReserved()) changeReservation(kernel, "free", reservation, command);
    throw fault;
  }
}
