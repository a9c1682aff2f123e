import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

export const keying = (change: PartChange<IdempotencyPolicy>): Replace =>
  part(["connect", "withdrawals", "idempotency"], change);
