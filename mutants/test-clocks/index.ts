import type { Mutant } from "../mutant.ts";
import { attachedMutants } from "./attached.ts";
import { earlierClockMutants } from "./earlier.ts";
import { instantMutants } from "./instants.ts";
import { madeMutants } from "./made.ts";
import { movedMutants } from "./moved.ts";
import { rareClockMutants } from "./rare.ts";
import { clockRefusalMutants } from "./refusals.ts";
import { shownMutants } from "./shown.ts";

export const testClockMutants: readonly Mutant[] = [
  ...madeMutants,
  ...movedMutants,
  ...attachedMutants,
  ...clockRefusalMutants,
  ...instantMutants,
  ...shownMutants,
  ...rareClockMutants,
  ...earlierClockMutants,
];
