import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { allocating } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";

/** A mutant that changes how the idempotency keys of allocations work. */
export const keying = (
  fault: Fault,
  change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>,
): Mutant =>
  mutant(fault, (parts) =>
    allocating(parts, ({ idempotency }) => ({ idempotency: { ...idempotency, ...change(idempotency) } })),
  );
