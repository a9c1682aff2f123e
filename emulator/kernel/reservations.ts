import type { Cause } from "./causes.ts";
import type { Reservation } from "./commands.ts";
import { type IdempotencyPolicy, idempotencyKeys, keyOf } from "./idempotency.ts";
import type { Kernel } from "./kernel.ts";
import type { Answer, Command } from "./request.ts";
import { put, remove } from "./table.ts";

/** What the idempotency key of a request alone answers. */
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

/** Reserves a key for the request that is in flight, or frees it; in a commit of its own. */
export function changeReservation(
  { recorder, commits, clocks }: Kernel,
  kind: "reserve" | "free",
  reservation: Reservation,
  cause: Cause | Command,
): void {
  try {
    recorder.append({ kind, reservation });
  } catch (fault) {
    // A key that cannot be freed in the log is freed in memory here, and in the log by the next start.
    if (kind === "reserve") throw fault;
  }
  const { id, caller } = reservation;
  const write = kind === "reserve" ? put(idempotencyKeys, reservation) : remove(idempotencyKeys, id);
  commits.commit({ writes: [write] }, clocks.now(caller.accountId), commits.nextIds(), cause);
}

/** Frees the keys of requests that were in flight when the emulator ended. */
export function freeReservations(kernel: Kernel): void {
  for (const reservation of kernel.store.all(idempotencyKeys)) {
    if (reservation.answer === undefined)
      changeReservation(kernel, "free", reservation, { kind: "start", name: "restart", accountId: "" });
  }
}
