import type { Mutant } from "../mutant.ts";
import { reversalBalanceMutants } from "./balances.ts";
import { reversalFigureMutants } from "./figures.ts";
import { reversalRaceMutants } from "./races.ts";
import { reversalRefusalMutants } from "./refusals.ts";

/** Reversals with one thing wrong (§2.6, §4.5). */
export const reversalMutants: readonly Mutant[] = [
  ...reversalFigureMutants,
  ...reversalBalanceMutants,
  ...reversalRefusalMutants,
  ...reversalRaceMutants,
];
