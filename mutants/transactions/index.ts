import type { Mutant } from "../mutant.ts";
import { transactionsPagesMutants } from "./pages.ts";
import { transactionsPassiveMutants } from "./passive.ts";

/** The mutants of transactions, a file for each of `suites/transactions/`. */
export const transactionMutants: readonly Mutant[] = [
  ...transactionsPagesMutants,
  ...transactionsPassiveMutants,
];
