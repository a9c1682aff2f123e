import type { Parts } from "../../emulator/index.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { withdrawing } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";

export const keying = (
  fault: Fault,
  change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>,
): Mutant =>
  mutant(fault, (parts) =>
    withdrawing(parts, ({ idempotency }) => ({ idempotency: { ...idempotency, ...change(idempotency) } })),
  );

export type Usual = Parts["connect"]["withdrawals"];

export const changing = (fault: Fault, change: (usual: Usual) => Partial<Usual>): Mutant =>
  mutant(fault, (parts) => withdrawing(parts, change));
