import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import { part, type PartChange, type Replace } from "../mutant.ts";

export type Stored = PayoutScheduleParts["replace"];

export const replacing = (change: PartChange<Stored>): Replace =>
  part(["connect", "payoutSchedule", "replace"], change);
