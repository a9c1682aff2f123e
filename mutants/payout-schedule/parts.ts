import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { connectPart } from "../connect/parts.ts";

export type Stored = PayoutScheduleParts["replace"];

export const replacing = (change: (usual: Stored) => Partial<Stored>): Replace =>
  connectPart("payoutSchedule", ({ replace }) => ({
    replace: { ...replace, ...change(replace) },
  }));
