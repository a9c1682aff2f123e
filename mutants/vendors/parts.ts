import type { ListAccountsParts, RetrieveAccountParts } from "../../emulator/areas/connect/parts.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

export const keying = (change: PartChange<IdempotencyPolicy>): Replace =>
  part(["connect", "createAccount", "idempotency"], change);

type Shown = RetrieveAccountParts["presenter"];

export const showing =
  (change: Partial<Shown>) =>
  ({ presenter }: Pick<RetrieveAccountParts | ListAccountsParts, "presenter">): { presenter: Shown } => ({
    presenter: { ...presenter, ...change } as Shown,
  });
