import type { Mutant } from "../mutant.ts";
import { forbiddingSessionMutants, madeSessionMutants } from "./made.ts";
import { sessionPassiveMutants } from "./passive.ts";
import { laxSessionMutants } from "./refused.ts";

/** Checkout sessions with one thing wrong (§2.2, §4.2). */
export const checkoutSessionMutants: readonly Mutant[] = [
  ...sessionPassiveMutants,
  ...madeSessionMutants,
  ...forbiddingSessionMutants,
  ...laxSessionMutants,
];
