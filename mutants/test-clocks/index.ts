import type { Mutant } from "../mutant.ts";
import { attachedMutants } from "./attached.ts";
import { instantMutants } from "./instants.ts";
import { madeMutants } from "./made.ts";
import { movedMutants } from "./moved.ts";
import { clockRefusalMutants } from "./refusals.ts";

export const testClockMutants: readonly Mutant[] = [
  ...madeMutants,
  ...movedMutants,
  ...attachedMutants,
  ...clockRefusalMutants,
  ...instantMutants,
];
