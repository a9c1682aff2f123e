import type { Parts } from "../../emulator/index.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { withdrawing } from "../connect/parts.ts";
import type { Replace } from "../mutant.ts";

export const keying =
  (change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>): Replace =>
  (parts) =>
    withdrawing(parts, ({ idempotency }) => ({ idempotency: { ...idempotency, ...change(idempotency) } }));

export type Usual = Parts["connect"]["withdrawals"];

export const changing =
  (change: (usual: Usual) => Partial<Usual>): Replace =>
  (parts) =>
    withdrawing(parts, change);
