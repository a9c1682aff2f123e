import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { allocating } from "../connect/parts.ts";
import type { Replace } from "../mutant.ts";

/** Changes how the idempotency keys of allocations work. */
export const keying =
  (change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>): Replace =>
  (parts) =>
    allocating(parts, ({ idempotency }) => ({ idempotency: { ...idempotency, ...change(idempotency) } }));
