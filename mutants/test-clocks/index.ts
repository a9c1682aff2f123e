import type { Mutant } from "../mutant.ts";
import { clockBehaviourMutants } from "./behaviour.ts";
import { clockRefusalMutants } from "./refusals.ts";

export const testClockMutants: readonly Mutant[] = [...clockBehaviourMutants, ...clockRefusalMutants];
