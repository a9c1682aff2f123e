import type { Mutant } from "../mutant.ts";
import { reversalsAfterOthersMutants } from "./after-others.ts";
import { reversalsAmountsMutants } from "./amounts.ts";
import { reversalsBalancesMutants } from "./balances.ts";
import { reversalsInsufficientMutants } from "./insufficient.ts";
import { reversalsModelMutants } from "./model.ts";
import { reversalsRacesMutants } from "./races.ts";
import { reversalsRefusalsMutants } from "./refusals.ts";

/** The mutants of reversals, a file for each of `suites/reversals/`. */
export const reversalMutants: readonly Mutant[] = [
  ...reversalsAfterOthersMutants,
  ...reversalsAmountsMutants,
  ...reversalsBalancesMutants,
  ...reversalsInsufficientMutants,
  ...reversalsModelMutants,
  ...reversalsRacesMutants,
  ...reversalsRefusalsMutants,
];
