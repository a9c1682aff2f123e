import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { connectPart } from "../connect/parts.ts";
import type { Replace } from "../mutant.ts";

/** Changes how the idempotency keys of allocations work. */
export const keying = (change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>): Replace =>
  connectPart("allocations", ({ idempotency }) => ({
    idempotency: { ...idempotency, ...change(idempotency) },
  }));
