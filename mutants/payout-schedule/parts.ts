import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";

export type Stored = PayoutScheduleParts["replace"];

export const replacing = (change: PartChange<Stored>): Replace =>
  part(["connect", "payoutSchedule", "replace"], change);
