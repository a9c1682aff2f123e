import type { Parts } from "../../../emulator/index.ts";
import { connecting } from "../../connect/parts.ts";

export type Charges = Parts["connect"]["charges"];

export const charging = (
  parts: Parts,
  change: (create: Charges["create"]) => Partial<Charges["create"]>,
): Parts =>
  connecting(parts, ({ charges }) => ({
    charges: { ...charges, create: { ...charges.create, ...change(charges.create) } },
  }));
