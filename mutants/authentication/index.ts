import type { Mutant } from "../mutant.ts";
import { credentials } from "./credentials.ts";
import { oneRouteMutants } from "./one-route.ts";
import { openDoors } from "./open-doors.ts";
import { rareKeyMutants } from "./rare.ts";
import { shapes } from "./shapes.ts";
import { tooLateMutants } from "./too-late.ts";

/** Keys that are asked for, compared and refused otherwise than documented (§5). */
export const authenticationMutants: readonly Mutant[] = [
  ...openDoors,
  ...shapes,
  ...credentials,
  ...rareKeyMutants,
  ...oneRouteMutants,
  ...tooLateMutants,
];
