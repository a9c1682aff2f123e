import type { ListAccountsParts, RetrieveAccountParts } from "../../emulator/areas/connect/parts.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Replace } from "../mutant.ts";
import { connectPart } from "../connect/parts.ts";

export const keying = (change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>): Replace =>
  connectPart("createAccount", ({ idempotency }) => ({
    idempotency: { ...idempotency, ...change(idempotency) },
  }));

type Shown = RetrieveAccountParts["presenter"];

export const showing =
  (change: Partial<Shown>) =>
  ({ presenter }: Pick<RetrieveAccountParts | ListAccountsParts, "presenter">): { presenter: Shown } => ({
    presenter: { ...presenter, ...change } as Shown,
  });
