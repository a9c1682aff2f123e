import type { Replace } from "../../mutant.ts";
import type { Parts } from "../../../emulator/index.ts";
import { type PartChange, part } from "../../part.ts";

export type Charges = Parts["connect"]["charges"];

export const charging = (change: PartChange<Charges["create"]>): Replace =>
  part(["connect", "charges"], (charges) => ({ create: { ...charges.create, ...change(charges.create) } }));
