import type { Parts } from "../../emulator/index.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";

export type Authentication = Parts["authentication"];

/** A mutant that replaces parts of authentication. */
export function authenticating(
  fault: Fault,
  change: (given: Authentication) => Partial<Authentication>,
): Mutant {
  return mutant(fault, (parts) => ({
    ...parts,
    authentication: { ...parts.authentication, ...change(parts.authentication) },
  }));
}
