import type { Mutant } from "../mutant.ts";
import { overviewFigureMutants, overviewLeaderMutants } from "./figures.ts";
import { overviewParameterMutants, overviewWindowMutants } from "./parameters.ts";

/** The overview with one thing wrong (§2.9, §4.6). */
export const overviewMutants: readonly Mutant[] = [
  ...overviewParameterMutants,
  ...overviewWindowMutants,
  ...overviewFigureMutants,
  ...overviewLeaderMutants,
];
