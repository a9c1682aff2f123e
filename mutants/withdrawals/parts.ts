import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { connectPart } from "../connect/parts.ts";
import type { Replace } from "../mutant.ts";

export const keying = (change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>): Replace =>
  connectPart("withdrawals", ({ idempotency }) => ({
    idempotency: { ...idempotency, ...change(idempotency) },
  }));
