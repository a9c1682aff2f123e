import type { Cause } from "./causes.ts";
import { type IdempotencyPolicy, type IdempotencyRecord, idempotencyKeys, keyOf } from "./idempotency.ts";
import type { Kernel } from "./kernel.ts";
import type { Answer, Command } from "./request.ts";
import { put, remove } from "./table.ts";

/** An idempotency key that a request reserved. */
export type Reservation = Omit<IdempotencyRecord, "answer">;

/** The answer that the idempotency key of a request determines, if it does. */
export function answerOfKey(
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
export function changeReservation(
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
