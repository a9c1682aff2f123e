import type { Replace } from "../../mutant.ts";
import type { Parts } from "../../../emulator/index.ts";
import { connecting } from "../../connect/parts.ts";

export type Charges = Parts["connect"]["charges"];

export const charging = (change: (create: Charges["create"]) => Partial<Charges["create"]>): Replace =>
  connecting(({ charges }) => ({
    charges: { ...charges, create: { ...charges.create, ...change(charges.create) } },
  }));
