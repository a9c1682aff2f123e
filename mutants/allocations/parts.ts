import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

/** Changes how the idempotency keys of allocations work. */
export const keying = (change: PartChange<IdempotencyPolicy>): Replace =>
  part(["connect", "allocations", "idempotency"], change);
