import type { Parts } from "../../emulator/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Lie, mutant } from "../shared/answers.ts";

export type Authentication = Parts["authentication"];

/** A mutant that replaces parts of authentication. */
export function authenticating(lie: Lie, change: (given: Authentication) => Partial<Authentication>): Mutant {
  return mutant(lie, (parts) => ({
    ...parts,
    authentication: { ...parts.authentication, ...change(parts.authentication) },
  }));
}
