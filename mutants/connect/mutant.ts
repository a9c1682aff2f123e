import type { ConnectParts } from "../../emulator/areas/connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { connecting } from "./parts.ts";

/** A mutant of one part of Connect: `change` gives what is different in it. */
export const connectMutant = <Key extends keyof ConnectParts>(
  fault: Fault,
  key: Key,
  change: (usual: ConnectParts[Key]) => Partial<ConnectParts[Key]>,
): Mutant =>
  mutant(fault, (parts) =>
    connecting(parts, (connect) => ({ [key]: { ...connect[key], ...change(connect[key]) } })),
  );
